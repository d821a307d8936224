#include "serve/job.h"

#include <string.h>

#include "store/club.h"

void job_queue_push(job_queue *q, job *j) {
    j->next = NULL;
    *(q->first ? q->last : &q->first) = j;
    q->last = &j->next;
}

job *job_queue_pop(job_queue *q) {
    job *first = q->first;
    if (first)
        q->first = first->next;
    return first;
}

job *job_queue_pop_all(job_queue *q) {
    job *first = q->first;
    q->first = NULL;
    return first;
}

void job_queue_push_all(job_queue *q, job_queue *more) {
    if (!more->first)
        return;
    *(q->first ? q->last : &q->first) = more->first;
    q->last = more->last;
    more->first = NULL;
}

void job_shares_push(job_shares *s, job *j) {
    job_queue_push(&s->queues[j->share % JOB_SHARES], j);
    s->n++;
}

job *job_shares_pop(job_shares *s) {
    if (s->n == 0)
        return NULL;
    do
        s->turn = (s->turn + 1) % JOB_SHARES;
    while (!s->queues[s->turn].first);
    s->n--;
    return job_queue_pop(&s->queues[s->turn]);
}

/* A stable merge sort by table: two processes that lock rows in one order can not wait for each
 * other in a ring. */
static job *sort_by_table(job *list) {
    if (!list || !list->next)
        return list;
    job *slow = list, *fast = list->next;
    while (fast && fast->next)
        slow = slow->next, fast = fast->next->next;
    job *right = slow->next;
    slow->next = NULL;
    job *left = sort_by_table(list), *merged = NULL, **end = &merged;
    right = sort_by_table(right);
    while (left && right) {
        job **lower = strcmp(left->table, right->table) <= 0 ? &left : &right;
        *end = *lower;
        end = &(*lower)->next;
        *lower = (*lower)->next;
    }
    *end = left ? left : right;
    return merged;
}

static bool is_harmless(store_result result) {
    return result == STORE_OK || result == STORE_TAKEN || result == STORE_MISSING;
}

/* All writes become durable together, or none does. */
static void write_batch(store *s, job *list) {
    store_result result = store_begin(s);
    if (list && !list->table[0] && result == STORE_OK) /* it is about people, and sorted first */
        result = store_lock_people(s);
    for (job *j = list; j && result == STORE_OK; j = j->next) {
        j->result = j->run(j, s);
        if (!is_harmless(j->result))
            result = j->result;
    }
    if (result == STORE_OK)
        result = store_commit(s);
    else
        store_rollback(s);
    for (job *j = list; j && result != STORE_OK; j = j->next)
        j->result = result;
}

job *jobs_run(store *s, job *list) {
    job_queue writes = {0}, reads = {0};
    for (job *next; list; list = next) {
        next = list->next;
        job_queue_push(list->writes ? &writes : &reads, list);
    }
    job *written = sort_by_table(job_queue_pop_all(&writes)), **end = &written;
    if (written)
        write_batch(s, written);
    for (job *j = reads.first; j; j = j->next)
        do {
            j->more = false;
            j->result = j->run(j, s);
        } while (j->more);
    while (*end)
        end = &(*end)->next;
    *end = reads.first;
    return written;
}
