#include "disk.h"

#include <errno.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct bytes {
    uint8_t *at;
    size_t size, room;
} bytes;

/* A store has a thread beside the one that writes: whatever is done here is done by one at a time.
 */
static pthread_mutex_t one_at_a_time;

static int take_turn(void) {
    return pthread_mutex_lock(&one_at_a_time);
}

static void end_turn(int *turn) {
    (void)turn;
    pthread_mutex_unlock(&one_at_a_time);
}

#define IN_TURN __attribute__((cleanup(end_turn), unused)) int turn = take_turn()

/* A write, or, without data, a new length. */
typedef struct change {
    uint8_t *data;
    size_t offset, size;
} change;

typedef struct file {
    char name[512];
    bool there, safely_there; /* now; after the power was cut */
    bool anew;                /* deleted and made again since the last sync: not what is safe */
    bytes now, safe;
    change *changes; /* since the last sync: what is in `now` and not in `safe` */
    int n_changes, room;
    uint8_t *shared[16]; /* the memory that connections share */
    int regions, sharing;
    int shared_readers[SQLITE_SHM_NLOCK], shared_owned[SQLITE_SHM_NLOCK]; /* and its locks */
    int readers, reserved, pending, exclusive; /* locks: a count, and owners */
} file;

enum { FILES = 16, SECTOR = 512, LOG_HEADER = 32 };

static file files[FILES];
static struct {
    uint64_t random;
    int64_t operations; /* until the power is cut */
    bool counting, dead, lies, read_only;
    bool dying; /* the power was cut in this very operation */
    size_t limit;
    uint32_t one_in;
    int rewinds;
} disk = {.limit = SIZE_MAX};

int disk_rewinds(void) {
    return disk.rewinds;
}

uint64_t disk_random(uint64_t below) {
    IN_TURN;
    uint64_t x = disk.random += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return (x ^ (x >> 31)) % below;
}

/* ---- Contents ------------------------------------------------------------------------------- */

static void *must(void *memory) {
    if (!memory) {
        abort();
    }
    return memory;
}

static void resize(bytes *b, size_t size) {
    if (size > b->room) {
        b->room = size * 2;
        b->at = must(realloc(b->at, b->room));
    }
    if (size > b->size) {
        memset(b->at + b->size, 0, size - b->size);
    }
    b->size = size;
}

static void apply(bytes *b, const change *c, size_t size) {
    if (!c->data) {
        resize(b, c->offset);
        return;
    }
    if (c->offset + size > b->size) {
        resize(b, c->offset + size);
    }
    memcpy(b->at + c->offset, c->data, size);
}

static void add_change(file *f, const void *data, size_t size, size_t offset) {
    if (f->n_changes == f->room) {
        f->room = f->room * 2 + 64;
        f->changes = must(realloc(f->changes, (size_t)f->room * sizeof *f->changes));
    }
    change *c = &f->changes[f->n_changes++];
    *c = (change){NULL, offset, size};
    if (data) {
        c->data = must(malloc(size + 1));
        memcpy(c->data, data, size);
    }
    apply(&f->now, c, size);
}

static void forget_changes(file *f) {
    for (int i = 0; i < f->n_changes; i++) {
        free(f->changes[i].data);
    }
    f->n_changes = 0;
}

static void make_safe(file *f) {
    if (f->anew) {
        resize(&f->safe, 0);
    }
    for (int i = 0; i < f->n_changes; i++) {
        apply(&f->safe, &f->changes[i], f->changes[i].size);
    }
    forget_changes(f);
    f->safely_there = f->there;
    f->anew = false;
}

/* A write that was under way may have reached the disk in any part, and the rest be anything. */
static void tear(file *f, change *c) {
    size_t whole = disk_random(c->size / SECTOR + 1) * SECTOR;
    bool rubbish = disk_random(2);
    for (size_t i = whole; rubbish && i < c->size; i++) {
        c->data[i] = (uint8_t)disk_random(256);
    }
    apply(&f->safe, c, rubbish ? c->size : whole);
}

/* Which of the writes since the last sync are there: the first ones (or all), or any. */
static void lose_writes(file *f) {
    bool in_order = disk_random(2);
    int reached = disk_random(2) ? f->n_changes : (int)disk_random((uint64_t)f->n_changes + 1);
    for (int i = 0; i < f->n_changes; i++) {
        change *c = &f->changes[i];
        if (in_order ? i < reached : disk_random(2)) {
            apply(&f->safe, c, c->size);
        } else if (c->data && (in_order ? i == reached : disk_random(4) == 0)) {
            tear(f, c);
        }
    }
}

static void lose(file *f) {
    bool folder_changed = f->anew || f->there != f->safely_there;
    if (folder_changed && disk_random(2)) {
        f->there = f->safely_there;
    } else {
        resize(&f->safe, folder_changed ? 0 : f->safe.size);
        lose_writes(f);
    }
    forget_changes(f);
    f->safely_there = f->there;
    f->anew = false;
    resize(&f->safe, f->there ? f->safe.size : 0);
    resize(&f->now, 0);
    apply(&f->now, &(change){f->safe.at, 0, f->safe.size}, f->safe.size);
}

static void forget_shared(file *f) {
    for (int i = 0; i < f->regions; i++) {
        free(f->shared[i]);
    }
    f->regions = 0;
}

/* ---- What the tests do ---------------------------------------------------------------------- */

void disk_format(void) {
    for (int i = 0; i < FILES; i++) {
        forget_changes(&files[i]);
        forget_shared(&files[i]);
        free(files[i].changes);
        free(files[i].now.at);
        free(files[i].safe.at);
    }
    memset(files, 0, sizeof files);
    disk.dead = disk.counting = disk.read_only = false;
    disk.limit = SIZE_MAX;
    disk.one_in = 0;
}

void disk_cut_after(int64_t operations) {
    IN_TURN;
    disk.counting = operations >= 0;
    disk.operations = operations;
}

bool disk_is_dead(void) {
    IN_TURN;
    return disk.dead;
}

void disk_reboot(void) {
    for (int i = 0; i < FILES; i++) {
        lose(&files[i]);
        forget_shared(&files[i]);
        files[i].readers = files[i].reserved = files[i].pending = files[i].exclusive = 0;
        files[i].sharing = 0;
        memset(files[i].shared_readers, 0, sizeof files[i].shared_readers);
        memset(files[i].shared_owned, 0, sizeof files[i].shared_owned);
    }
    disk.dead = disk.counting = false;
}

void disk_limit(size_t most) {
    IN_TURN;
    disk.limit = most;
}

void disk_fail(uint32_t one_in) {
    IN_TURN;
    disk.one_in = one_in;
}

void disk_lie(bool lies) {
    disk.lies = lies;
}

void disk_read_only(bool read_only) {
    IN_TURN;
    disk.read_only = read_only;
}

size_t disk_used(void) {
    IN_TURN;
    size_t used = 0;
    for (int i = 0; i < FILES; i++) {
        used += files[i].there ? files[i].now.size : 0;
    }
    return used;
}

/* ---- What SQLite does ----------------------------------------------------------------------- */

typedef struct handle {
    sqlite3_file base;
    file *file;
    int lock, shares;
    int reads[SQLITE_SHM_NLOCK], owns[SQLITE_SHM_NLOCK];
} handle;

/* One of the operations that are counted. */
static int operate(int failure) {
    disk.dying = disk.counting && !disk.dead && disk.operations-- == 0;
    disk.dead = disk.dead || disk.dying;
    errno = disk.read_only ? EROFS : EIO;
    if (disk.dead || disk.read_only || (disk.one_in && disk_random(disk.one_in) == 0)) {
        return failure;
    }
    return SQLITE_OK;
}

static file *find(const char *name, bool make) {
    file *none = NULL;
    for (int i = 0; i < FILES; i++) {
        if (strcmp(files[i].name, name) == 0) {
            return &files[i];
        }
        none = none || files[i].name[0] ? none : &files[i];
    }
    if (make) {
        must(none);
        snprintf(none->name, sizeof none->name, "%s", name);
        return none;
    }
    return NULL;
}

static int close_file(sqlite3_file *base);

static int read_file(sqlite3_file *base, void *to, int size, sqlite3_int64 offset) {
    IN_TURN;
    bytes *b = &((handle *)base)->file->now;
    size_t from = (size_t)offset, n = (size_t)size;
    size_t there = from >= b->size ? 0 : b->size - from < n ? b->size - from : n;
    if (disk.dead) {
        return SQLITE_IOERR_READ;
    }
    memset(to, 0, n);
    if (there) {
        memcpy(to, b->at + from, there);
    }
    return there == n ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int write_file(sqlite3_file *base, const void *from, int size, sqlite3_int64 offset) {
    IN_TURN;
    file *f = ((handle *)base)->file;
    size_t end = (size_t)offset + (size_t)size;
    int code = operate(SQLITE_IOERR_WRITE);
    if (code == SQLITE_OK && end > f->now.size && disk_used() + end - f->now.size > disk.limit) {
        return SQLITE_FULL;
    }
    if (code == SQLITE_OK || disk.dying) { /* then this write, too, may be there in part */
        disk.rewinds += offset == 0 && size == LOG_HEADER && f->now.size > LOG_HEADER;
        add_change(f, from, (size_t)size, (size_t)offset);
    }
    return code;
}

static int truncate_file(sqlite3_file *base, sqlite3_int64 size) {
    IN_TURN;
    int code = operate(SQLITE_IOERR_TRUNCATE);
    if (code == SQLITE_OK) {
        add_change(((handle *)base)->file, NULL, 0, (size_t)size);
    }
    return code;
}

static int sync_file(sqlite3_file *base, int flags) {
    IN_TURN;
    (void)flags;
    int code = operate(SQLITE_IOERR_FSYNC);
    if (code == SQLITE_OK && !disk.lies) {
        make_safe(((handle *)base)->file);
    }
    return code;
}

static int size_of_file(sqlite3_file *base, sqlite3_int64 *size) {
    IN_TURN;
    *size = (sqlite3_int64)((handle *)base)->file->now.size;
    return disk.dead ? SQLITE_IOERR_FSTAT : SQLITE_OK;
}

/* As in sqlite3.h: many may read, one of them may prepare to write, who then waits for the rest. */
static int lock_file(sqlite3_file *base, int lock) {
    IN_TURN;
    handle *h = (handle *)base;
    file *f = h->file;
    if (h->lock >= lock) {
        return SQLITE_OK;
    }
    bool mine = h->lock >= SQLITE_LOCK_RESERVED;
    if (f->exclusive || (lock == SQLITE_LOCK_SHARED && f->pending) ||
        (lock >= SQLITE_LOCK_RESERVED && f->reserved && !mine)) {
        return SQLITE_BUSY;
    }
    if (lock == SQLITE_LOCK_SHARED) {
        f->readers++;
    } else {
        f->reserved = 1;
    }
    if (lock == SQLITE_LOCK_EXCLUSIVE) {
        if (f->readers > 1) {
            h->lock = SQLITE_LOCK_RESERVED;
            return SQLITE_BUSY;
        }
        f->exclusive = 1;
    }
    h->lock = lock;
    return SQLITE_OK;
}

static int unlock_file(sqlite3_file *base, int lock) {
    IN_TURN;
    handle *h = (handle *)base;
    file *f = h->file;
    if (h->lock >= SQLITE_LOCK_RESERVED && lock < SQLITE_LOCK_RESERVED) {
        f->reserved = f->pending = f->exclusive = 0;
    }
    if (h->lock >= SQLITE_LOCK_SHARED && lock < SQLITE_LOCK_SHARED) {
        f->readers--;
    }
    h->lock = lock;
    return SQLITE_OK;
}

static int is_reserved(sqlite3_file *base, int *answer) {
    IN_TURN;
    *answer = ((handle *)base)->file->reserved;
    return SQLITE_OK;
}

static int control(sqlite3_file *base, int what, void *argument) {
    (void)base;
    (void)what;
    (void)argument;
    return SQLITE_NOTFOUND;
}

static int sector(sqlite3_file *base) {
    (void)base;
    return 4096;
}

/* As SQLite thinks of the disks of today: what is not written to is not hurt. */
static int properties(sqlite3_file *base) {
    (void)base;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static int map_shared(sqlite3_file *base, int region, int size, int extend, void volatile **to) {
    IN_TURN;
    handle *h = (handle *)base;
    file *f = h->file;
    *to = NULL;
    f->sharing += !h->shares;
    h->shares = 1;
    if (region < f->regions || extend) {
        if (region >= f->regions && disk_used() + (size_t)size > disk.limit) {
            return SQLITE_IOERR_SHMSIZE;
        }
        while (f->regions <= region) {
            f->shared[f->regions++] = must(calloc(1, (size_t)size));
        }
        *to = f->shared[region];
    }
    return SQLITE_OK;
}

/* Each of the locks has many readers or one owner. */
static int lock_shared(sqlite3_file *base, int offset, int n, int flags) {
    IN_TURN;
    handle *h = (handle *)base;
    file *f = h->file;
    bool exclusive = flags & SQLITE_SHM_EXCLUSIVE;
    for (int i = offset; flags & SQLITE_SHM_LOCK && i < offset + n; i++) {
        if (f->shared_owned[i] || (exclusive && f->shared_readers[i])) {
            return SQLITE_BUSY;
        }
    }
    int step = flags & SQLITE_SHM_LOCK ? 1 : -1;
    for (int i = offset; i < offset + n; i++) {
        int *held = exclusive ? &h->owns[i] : &h->reads[i];
        if (step > 0 || *held) { /* what is not held may be unlocked as well */
            *held += step;
            *(exclusive ? &f->shared_owned[i] : &f->shared_readers[i]) += step;
        }
    }
    return SQLITE_OK;
}

static void barrier(sqlite3_file *base) {
    (void)base;
    IN_TURN;
}

static int unmap_shared(sqlite3_file *base, int delete) {
    IN_TURN;
    handle *h = (handle *)base;
    file *f = h->file;
    f->sharing -= h->shares;
    h->shares = 0;
    if (delete &&f->sharing == 0) {
        forget_shared(f);
    }
    return SQLITE_OK;
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = size_of_file,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = is_reserved,
    .xFileControl = control,
    .xSectorSize = sector,
    .xDeviceCharacteristics = properties,
    .xShmMap = map_shared,
    .xShmLock = lock_shared,
    .xShmBarrier = barrier,
    .xShmUnmap = unmap_shared,
};

static int close_file(sqlite3_file *base) {
    return unlock_file(base, SQLITE_LOCK_NONE);
}

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *out) {
    IN_TURN;
    (void)vfs;
    handle *h = (handle *)base;
    *h = (handle){0};
    file *f = find(name ? name : "temporary", flags & SQLITE_OPEN_CREATE);
    if (disk.dead || !f || (!f->there && (!(flags & SQLITE_OPEN_CREATE) || disk.read_only))) {
        errno = disk.read_only ? EROFS : ENOENT;
        return SQLITE_CANTOPEN;
    }
    f->anew = f->anew || (!f->there && f->safely_there);
    f->there = true;
    h->base.pMethods = &methods;
    h->file = f;
    if (disk.read_only && (flags & SQLITE_OPEN_MAIN_DB)) {
        flags = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
    }
    if (out) {
        *out = flags;
    }
    return SQLITE_OK;
}

/* Without a sync of the folder, the file may be back after the power was cut. */
static int delete_file(sqlite3_vfs *vfs, const char *name, int sync) {
    IN_TURN;
    (void)vfs;
    int code = operate(SQLITE_IOERR_DELETE);
    file *f = find(name, false);
    if (code != SQLITE_OK || !f || !f->there) {
        return code != SQLITE_OK ? code : SQLITE_IOERR_DELETE_NOENT;
    }
    f->there = false;
    forget_changes(f);
    resize(&f->now, 0);
    if (sync && !disk.lies) {
        make_safe(f);
        resize(&f->safe, 0);
    }
    return SQLITE_OK;
}

static int access_file(sqlite3_vfs *vfs, const char *name, int flags, int *answer) {
    IN_TURN;
    (void)vfs;
    (void)flags;
    file *f = find(name, false);
    *answer = f && f->there;
    return disk.dead ? SQLITE_IOERR_ACCESS : SQLITE_OK;
}

static int full_name(sqlite3_vfs *vfs, const char *name, int size, char *out) {
    (void)vfs;
    snprintf(out, (size_t)size, "%s", name);
    return SQLITE_OK;
}

static int randomness(sqlite3_vfs *vfs, int size, char *out) {
    (void)vfs;
    for (int i = 0; i < size; i++) {
        out[i] = (char)disk_random(256);
    }
    return size;
}

static int sleep_us(sqlite3_vfs *vfs, int us) {
    (void)vfs;
    return us;
}

static int last_error(sqlite3_vfs *vfs, int size, char *out) {
    (void)vfs;
    (void)size;
    (void)out;
    return errno;
}

static int now(sqlite3_vfs *vfs, double *days) {
    (void)vfs;
    *days = 2461000;
    return SQLITE_OK;
}

void disk_install(uint64_t seed) {
    static sqlite3_vfs vfs = {
        .iVersion = 1,
        .szOsFile = sizeof(handle),
        .mxPathname = 500,
        .zName = "disk",
        .xOpen = open_file,
        .xDelete = delete_file,
        .xAccess = access_file,
        .xFullPathname = full_name,
        .xRandomness = randomness,
        .xSleep = sleep_us,
        .xCurrentTime = now,
        .xGetLastError = last_error,
    };
    pthread_mutexattr_t again; /* whose turn it is may come again */
    pthread_mutexattr_init(&again);
    pthread_mutexattr_settype(&again, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&one_at_a_time, &again);
    pthread_mutexattr_destroy(&again);
    disk.random = seed;
    sqlite3_vfs_register(&vfs, 1);
}
