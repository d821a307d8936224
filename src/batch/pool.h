/* Threads that do one piece of work together, again and again. */
#ifndef RZ_POOL_H
#define RZ_POOL_H

typedef struct rz_pool rz_pool;

/* Part `part` of `parts` of the work, all at the same time. */
typedef void rz_pool_work(void *context, int part, int parts);

/* A pool of so many threads, the caller's among them; NULL if they can not be had. */
rz_pool *rz_pool_new(int threads);
void rz_pool_free(rz_pool *pool); /* may be NULL */

/* Returns when all parts have been done. The caller does part 0. */
void rz_pool_run(rz_pool *pool, rz_pool_work *work, void *context);

/* Threads stay in the process that made them: true in another one, where there is no one to work.
 */
int rz_pool_is_lost(const rz_pool *pool);

#endif
