/* Marks a text for translation; the words layer looks it up. */
#ifndef RZ_TRANSLATE_H
#define RZ_TRANSLATE_H

#define N_(text) text

#endif
