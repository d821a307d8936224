/* Channels and notices, of a file and of a PostgreSQL: notices URL. The store is emptied. */
#include <stdio.h>
#include <string.h>

#include "common.h"
#include "store/notices.h"

#define FOREVER INT64_MAX

static const uint8_t anna[STORE_HASH] = {1}, bert[STORE_HASH] = {2};

static void add(store *s, const uint8_t *person, channel_kind kind, const char *address,
                bool confirmed) {
    static int n;
    store_channel c = {
        .kind = kind, .language = "de", .confirmed = confirmed, .made = 100 + n, .target = {4}};
    memcpy(c.person, person, STORE_HASH);
    strcpy(c.address, address);
    snprintf(c.token, sizeof c.token, "%032d", ++n);
    EXPECT(s, store_add_channel(s, &c), STORE_OK);
}

typedef struct channels {
    int n;
    store_channel of[STORE_PUSHES + 2];
} channels;

static bool take_channel(void *context, const store_channel *c) {
    channels *list = context;
    list->of[list->n++] = *c;
    return list->n < STORE_PUSHES + 2;
}

static channels channels_of(store *s, const uint8_t *person) {
    channels list = {0};
    EXPECT(s, store_channels_of(s, person, take_channel, &list), STORE_OK);
    return list;
}

static void test_channels(store *s) {
    int64_t count;
    channels list = {0};
    add(s, anna, CHANNEL_PUSH, "https://a.example/1", true);
    add(s, anna, CHANNEL_MAIL, "a@b.example", false);
    add(s, anna, CHANNEL_PUSH, "https://a.example/1", true);
    list = channels_of(s, anna);
    CHECK(list.n == 2 && list.of[0].kind == CHANNEL_PUSH, "%d", list.n);
    CHECK(!list.of[1].confirmed && strcmp(list.of[1].language, "de") == 0, "%s",
          list.of[1].language);
    EXPECT(s, store_count_unconfirmed(s, "a@b.example", &count), STORE_OK);
    CHECK(count == 1, "%d", (int)count);
    EXPECT(s, store_confirm_channel(s, list.of[1].token), STORE_OK);
    EXPECT(s, store_confirm_channel(s, "no such token"), STORE_MISSING);
    add(s, anna, CHANNEL_MAIL, "a@b.example", false); /* stays confirmed */
    EXPECT(s, store_set_channel(s, anna, list.of[1].key, "hu", true), STORE_OK);
    EXPECT(s, store_set_channel(s, bert, list.of[1].key, "en", true), STORE_MISSING);
    list = channels_of(s, anna);
    CHECK(list.of[1].confirmed && list.of[1].digest && strcmp(list.of[1].language, "hu") == 0, "%s",
          list.of[1].language);
    add(s, anna, CHANNEL_MAIL, "c@d.example", false);        /* in the place of the other one */
    add(s, bert, CHANNEL_PUSH, "https://a.example/1", true); /* it is his browser now */
    list = channels_of(s, anna);
    CHECK(list.n == 1 && strcmp(list.of[0].address, "c@d.example") == 0, "%d", list.n);
    EXPECT(s, store_drop_unconfirmed(s, 100), STORE_OK);
    CHECK(channels_of(s, anna).n == 1, "a new one is dropped");
    EXPECT(s, store_drop_unconfirmed(s, 1000), STORE_OK);
    CHECK(channels_of(s, anna).n == 0, "an old one stays");
    for (int i = 0; i < STORE_PUSHES + 5; i++) {
        char address[40];
        snprintf(address, sizeof address, "https://b.example/%d", i);
        add(s, anna, CHANNEL_PUSH, address, true);
    }
    list = channels_of(s, anna);
    CHECK(list.n == STORE_PUSHES && strcmp(list.of[0].address, "https://b.example/5") == 0, "%s",
          list.of[0].address);
    EXPECT(s, store_drop_channel(s, bert, list.of[0].key), STORE_MISSING);
    EXPECT(s, store_drop_channel(s, anna, list.of[0].key), STORE_OK);
    EXPECT(s, store_forget(s, anna, "aaaaaaaaaaaa"), STORE_OK);
    CHECK(channels_of(s, anna).n == 0 && channels_of(s, bert).n == 1, "forgetting");
}

typedef struct due {
    int n;
    store_notice of[9];
} due;

static bool take_notice(void *context, const store_notice *n) {
    due *list = context;
    list->of[list->n++] = *n;
    return list->n < 9;
}

static due due_at(store *s, int64_t now) {
    due list = {0};
    EXPECT(s, store_due_notices(s, now, 9, take_notice, &list), STORE_OK);
    return list;
}

static void test_notices(store *s) {
    bool taken;
    make_tables(s, 'n', 3, STORE_RUNNING);
    const store_table one = table_called('n', 0), two = table_called('n', 1);
    EXPECT(s, store_add_notice(s, one.id, bert, 5, 1000), STORE_OK);
    EXPECT(s, store_add_notice(s, one.id, anna, 5, 1000), STORE_OK); /* has no channel */
    EXPECT(s, store_add_notice(s, two.id, bert, 0, 1001), STORE_OK);
    CHECK(due_at(s, 999).n == 0 && due_at(s, 1000).n == 1, "when");
    due list = due_at(s, 2000);
    CHECK(list.n == 2 && strcmp(list.of[0].table, one.id) == 0 && list.of[0].number == 5 &&
              !list.of[0].orphaned,
          "%d", list.n);
    CHECK(list.of[0].channel.target[0] == 4 &&
              memcmp(list.of[0].channel.person, bert, STORE_HASH) == 0,
          "whose");
    EXPECT(s, store_take_notice(s, &list.of[0], 3000, &taken), STORE_OK);
    CHECK(taken, "it is not to be had");
    EXPECT(s, store_take_notice(s, &list.of[0], 3000, &taken), STORE_OK);
    CHECK(!taken, "it is to be had twice");
    CHECK(due_at(s, 2999).n == 1 && due_at(s, 3000).n == 2, "who took it holds it");
    const store_notice *n = &list.of[0];
    EXPECT(s, store_move_notice(s, n->channel.key, n->table_key, 2999, 1), STORE_OK); /* not ours */
    EXPECT(s, store_move_notice(s, n->channel.key, n->table_key, 3000, FOREVER), STORE_OK);
    EXPECT(s, store_add_notice(s, one.id, bert, 5, 1000), STORE_OK);
    CHECK(due_at(s, FOREVER).n == 1, "it is told twice");
    EXPECT(s, store_add_notice(s, one.id, bert, 6, 4000), STORE_OK);
    EXPECT(s, store_see_notice(s, two.id, bert), STORE_OK);
    list = due_at(s, FOREVER);
    CHECK(list.n == 1 && list.of[0].number == 6 && list.of[0].tries == 0, "%d", list.n);
    EXPECT(s, store_end_notice(s, one.id, bert), STORE_OK);
    CHECK(due_at(s, FOREVER).n == 0, "what has ended is told");
    EXPECT(s, store_add_notice(s, one.id, bert, 6, 4000), STORE_OK);
    EXPECT(s, store_rest_notice(s, one.id, bert), STORE_OK);
    EXPECT(s, store_add_notice(s, one.id, bert, 6, 4000), STORE_OK);
    list = due_at(s, 4000);
    CHECK(list.n == 1, "what was not told is not told when it begins again");
    EXPECT(s, store_take_notice(s, &list.of[0], 5000, &taken), STORE_OK);
    EXPECT(s, store_rest_notice(s, one.id, bert), STORE_OK);
    EXPECT(s, store_rest_notice(s, one.id, bert), STORE_OK);
    EXPECT(s, store_add_notice(s, one.id, bert, 6, 4000), STORE_OK);
    CHECK(due_at(s, FOREVER).n == 0, "what was told is told when it begins again");
    EXPECT(s, store_see_notice(s, one.id, bert), STORE_OK);
    EXPECT(s, store_rest_notice(s, one.id, bert), STORE_OK);
    EXPECT(s, store_add_notice(s, one.id, bert, 6, 4000), STORE_OK);
    CHECK(due_at(s, FOREVER).n == 1, "what was seen is not told when it begins again");
    EXPECT(s, store_append(s, one.id, 1, 0, NULL, 0, 5, FOREVER, STORE_FINISHED), STORE_OK);
    CHECK(due_at(s, FOREVER).n == 0, "a game that is over is told");
    make_tables(s, 'o', 1, STORE_RUNNING);
    store_table ended = table_called('o', 0);
    EXPECT(s, store_add_notice(s, ended.id, bert, 7, 4000), STORE_OK);
    CHECK(due_at(s, FOREVER).n == 1, "not told");
    ended.version++;
    ended.status = STORE_ABANDONED;
    EXPECT(s, store_change(s, &ended), STORE_OK);
    CHECK(due_at(s, FOREVER).n == 0, "a game that was given up is told");
}

static void test_pauses_and_questions(store *s) {
    const store_table table = table_called('n', 2);
    store_channel c = channels_of(s, bert).of[0];
    EXPECT(s, store_note_channel(s, c.key, 2, 77, 9000), STORE_OK);
    EXPECT(s, store_add_notice(s, table.id, bert, 1, 1000), STORE_OK);
    CHECK(due_at(s, 8999).n == 0, "a channel does not rest");
    due list = due_at(s, 9000);
    CHECK(list.n == 1 && list.of[0].channel.fails == 2 && list.of[0].channel.failing == 77, "%d",
          list.n);
    EXPECT(s, store_drop_channel(s, bert, c.key), STORE_OK);
    list = due_at(s, 9000);
    CHECK(list.n == 1 && list.of[0].orphaned, "the channel is gone");
    EXPECT(s, store_delete_notice(s, c.key, list.of[0].table_key, list.of[0].at), STORE_OK);
    CHECK(due_at(s, FOREVER).n == 0, "it stays");
    add(s, anna, CHANNEL_MAIL, "q@d.example", false);
    EXPECT(s, store_add_notice(s, table.id, anna, 1, 1000), STORE_OK);
    CHECK(due_at(s, FOREVER).n == 0, "an address that nobody has confirmed is told");
    EXPECT(s, store_ask_channel(s, anna, "q@d.example", 50), STORE_OK);
    list = due_at(s, 50);
    CHECK(list.n == 1 && list.of[0].table_key == 0 && !list.of[0].table[0], "%d", list.n);
    EXPECT(s, store_drop_channel_of_token(s, list.of[0].channel.token), STORE_OK);
}

static int count_told(const due *list, bool of_tables) {
    int n = 0;
    for (int i = 0; i < list->n; i++) {
        n += !list->of[i].orphaned && (list->of[i].table_key != 0) == of_tables;
    }
    return n;
}

/* The number of a channel that is gone is never that of another one. */
static int64_t add_next(store *s, const uint8_t *person, channel_kind kind, const char *address) {
    add(s, person, kind, address, kind == CHANNEL_PUSH);
    channels list = channels_of(s, person);
    return list.of[list.n - 1].key;
}

/* What was to be told to one person is told to nobody else, and at no other address. */
static void test_numbers_are_used_once(store *s) {
    const store_table table = table_called('k', 0);
    EXPECT(s, store_forget(s, anna, "aaaaaaaaaaaa"), STORE_OK);
    EXPECT(s, store_forget(s, bert, "bbbbbbbbbbbb"), STORE_OK);
    make_tables(s, 'k', 1, STORE_RUNNING);
    int64_t key = add_next(s, anna, CHANNEL_PUSH, "https://c.example/1");
    EXPECT(s, store_add_notice(s, table.id, anna, 1, 1000), STORE_OK);
    due list = due_at(s, 1000);
    CHECK(count_told(&list, true) == 1, "%d", list.n);
    EXPECT(s, store_drop_channel(s, anna, key), STORE_OK);
    key = add_next(s, bert, CHANNEL_PUSH, "https://c.example/2");
    list = due_at(s, 1000);
    CHECK(count_told(&list, true) == 0, "a stranger is told of a table");
    EXPECT(s, store_drop_channel(s, bert, key), STORE_OK);
    key = add_next(s, anna, CHANNEL_MAIL, "stranger@e.example");
    list = due_at(s, 1000);
    CHECK(count_told(&list, true) == 0, "a mailbox that has not said yes is told of a table");
    EXPECT(s, store_ask_channel(s, anna, "stranger@e.example", 1000), STORE_OK);
    list = due_at(s, 1000);
    CHECK(count_told(&list, false) == 1, "a mailbox is not asked");
    EXPECT(s, store_drop_channel(s, anna, key), STORE_OK);
    key = add_next(s, bert, CHANNEL_PUSH, "https://c.example/3");
    list = due_at(s, 1000);
    CHECK(count_told(&list, false) == 0, "a browser is asked whether it is a mailbox");
    EXPECT(s, store_drop_channel(s, bert, key), STORE_OK);
}

/* Somebody who has not heard that the game is over may write that it waits for somebody. */
static void test_over(store *s) {
    add(s, bert, CHANNEL_PUSH, "https://b.example/new", true);
    EXPECT(s, store_add_notice(s, table_called('n', 1).id, bert, 99, 1000), STORE_OK);
    due list = due_at(s, FOREVER);
    CHECK(count_told(&list, true) == 1, "a wait at a table that goes on");
    EXPECT(s, store_add_notice(s, table_called('n', 0).id, bert, 99, 1000), STORE_OK);
    list = due_at(s, FOREVER);
    CHECK(count_told(&list, true) == 1, "a wait begins at a table that is over");
}

static void test_secrets(store *s) {
    uint8_t one[40] = {1, 0, 2}, two[40] = {3};
    EXPECT(s, store_keep_secret(s, "x", one, sizeof one), STORE_OK);
    EXPECT(s, store_keep_secret(s, "x", two, sizeof two), STORE_OK);
    CHECK(memcmp(one, two, sizeof one) == 0, "another secret than the first");
    EXPECT(s, store_keep_secret(s, "x", two, 30), STORE_BROKEN);
}

int main(int n, char **arguments) {
    if (n != 2) {
        return 2;
    }
    empty_store(arguments[1]);
    store *s = open_or_end(arguments[1]);
    test_channels(s);
    test_notices(s);
    test_pauses_and_questions(s);
    test_over(s);
    test_numbers_are_used_once(s);
    test_secrets(s);
    store_close(s);
    return 0;
}
