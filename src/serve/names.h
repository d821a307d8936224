/* What people may call themselves here, and what is seen of a text. The rule of records
 * (rz_name_ok) is wider: names that are in the store or in records already stay. */
#ifndef SERVE_NAMES_H
#define SERVE_NAMES_H

#include <stdbool.h>

/* Cuts blanks off both ends, in place. False unless what is left is a name that others can read and
 * tell from theirs: from 1 to 40 characters, none of them invisible or a mark of direction. Joiners
 * and selectors are fine where they change what is seen: in emoji, and where scripts join letters.
 */
bool name_normalize(char *name);

/* Whether a name does not mix alphabets or digits so that it could be read as another one. */
bool name_is_plain(const char *name);

/* What a name looks like: names that can be taken for each other have the same. "" if it can not be
 * told. */
enum { NAME_SKELETON = 512 };
void name_skeleton(const char *name, char skeleton[NAME_SKELETON]);

/* Whether people may write this to others: UTF-8 of so many characters at the most, no control
 * characters but line breaks, and something of it is seen: not only blanks, invisible characters,
 * marks of direction, joiners and selectors. */
bool text_is_message(const char *text, int most);

#endif
