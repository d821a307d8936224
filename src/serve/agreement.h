/* What all people at a table agree on: a pause, its end, the end of the game. */
#ifndef SERVE_AGREEMENT_H
#define SERVE_AGREEMENT_H

#include "serve/operation.h"

handler agreement_pause, agreement_resume, agreement_end;

#endif
