/* What the tests of stores share. */
#ifndef TESTS_STORE_COMMON_H
#define TESTS_STORE_COMMON_H

#include "store/store.h"

/* Says what went wrong, and ends the program. */
#define CHECK(condition, ...)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            wrong(__FILE__, __LINE__, #condition, __VA_ARGS__);                                    \
        }                                                                                          \
    } while (0)

__attribute__((format(printf, 4, 5))) _Noreturn void
wrong(const char *file, int line, const char *condition, const char *form, ...);

/* A result that must be what it is. */
#define EXPECT(s, call, expected)                                                                  \
    do {                                                                                           \
        store_result result_ = (call);                                                             \
        CHECK(result_ == (expected), "result %d, %s", (int)result_, (s) ? store_why(s) : "");      \
    } while (0)

store *open_or_end(const char *url);

/* Takes away all that is in the database, or does something else to it behind the store's back. */
void empty_store(const char *url);
void do_sql(const char *url, const char *sql);

/* A table without anybody; the id is the letter and the number, filled up to 22 characters. */
store_table table_called(char letter, int number);
void make_tables(store *s, char letter, int n, store_status status);

/* Line `number` of a table has one text and no other. The table has version 1, if no other is
 * given.
 */
size_t text_of_line(char *out, size_t size, const char *id, uint32_t number);
store_result append_one(store *s, const char *id, uint32_t number);
store_result append_some(store *s, const char *id, uint32_t first, int n);
store_result append_to_version(store *s, const char *id, uint32_t version, uint32_t first, int n);

/* How many lines a table has, all of them right and in order. */
uint32_t count_lines(store *s, const char *id);

#endif
