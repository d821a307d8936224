/* A disk for SQLite that lives in memory, and does what disks do at the worst of times. What was
 * written is safe only once it was synced: when the power is cut, each write since then is there,
 * or not, or in part; a new file may be gone, and a deleted one be back. */
#ifndef TESTS_STORE_DISK_H
#define TESTS_STORE_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The disk of every database that is opened from now on. */
void disk_install(uint64_t seed);

void disk_format(void);
void disk_cut_after(int64_t operations); /* writes, syncs, deletions; negative: never */
bool disk_is_dead(void);
void disk_reboot(void);

void disk_limit(size_t most);    /* what would make all files larger fails: the disk is full */
void disk_fail(uint32_t one_in); /* so many operations fail; 0: none */
void disk_lie(bool lies);        /* a sync says that it is done, and does nothing */
void disk_read_only(bool read_only);

size_t disk_used(void);
int disk_rewinds(void); /* how often a log was written over from its beginning */
uint64_t disk_random(uint64_t below);

#endif
