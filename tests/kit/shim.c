// Faults and a record of file calls: loaded before the C library, for one folder and all in it.
//
// shim_arm: the n-th call of a group fails with an error number, is short, or gets a signal.
// shim_record: every change of a file or name is written to a log, with its bytes.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum group {
    CREATE, OPEN, READ, WRITE, SYNC, RENAME, EXCHANGE, MKDIR, UNLINK, RMDIR, TRUNCATE, LOCK,
    CHMOD, CHOWN, LIST, THREAD, CLOSE, STAT, GROUPS
};
// Instead of an error number: half of the bytes, or a signal.
enum { SHORT = 1000, SIGNAL = 2000 };
enum { FDS = 4096, LONG = 1024 };

static char root[LONG];
static char paths[FDS][LONG];
static long counts[GROUPS];
static int armed = -1, kind, lasts;
static long instant;
static int record_fd = -1;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))real(#name))
static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

void shim_root(const char *path) { snprintf(root, LONG, "%s", path); }

void shim_arm(int group, long number, int fault, int for_ever) {
    memset(counts, 0, sizeof counts);
    armed = group, instant = number, kind = fault, lasts = for_ever;
}

long shim_count(int group) { return counts[group]; }

void shim_record(const char *path) {
    record_fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
}

// The absolute path, if it is in the folder; else NULL.
static const char *inside(int folder, const char *path, char *buffer) {
    char base[LONG];
    if (!root[0] || !path) return NULL;
    if (path[0] == '/') {
        snprintf(buffer, LONG, "%s", path);
    } else {
        if (folder == AT_FDCWD) {
            if (!getcwd(base, LONG)) return NULL;
        } else if (folder >= 0 && folder < FDS && paths[folder][0]) {
            snprintf(base, LONG, "%s", paths[folder]);
        } else {
            return NULL;
        }
        snprintf(buffer, LONG, "%.500s/%.500s", base, path);
    }
    size_t length = strlen(root);
    return strncmp(buffer, root, length) || (buffer[length] && buffer[length] != '/') ? NULL : buffer;
}

static const char *of(int fd) { return fd >= 0 && fd < FDS && paths[fd][0] ? paths[fd] : NULL; }

// 0: do the call; 1: fail, errno is set; 2: do half of it.
static int fault(enum group group) {
    long now = __atomic_add_fetch(&counts[group], 1, __ATOMIC_SEQ_CST);
    if ((int)group != armed || (lasts ? now < instant : now != instant)) return 0;
    if (kind == SHORT) return 2;
    if (kind >= SIGNAL) {
        kill(getpid(), kind - SIGNAL);
        // A thread of the command may wait for it.
        if (kind != SIGNAL + SIGKILL) usleep(200000);
        return 0;
    }
    errno = kind;
    return 1;
}

static void note(const char *what, const char *one, const char *other, long at, const void *data, long size) {
    if (record_fd < 0) return;
    char head[3 * LONG];
    int length = snprintf(head, sizeof head, "%s\t%s\t%s\t%ld\t%ld\n", what, one, other ? other : "", at, size);
    struct iovec both[2] = {{head, (size_t)length}, {(void *)data, data ? (size_t)size : 0}};
    int before = errno;
    pthread_mutex_lock(&guard);
    for (int n = 0; n < 2; n++)
        for (size_t done = 0; done < both[n].iov_len;) {
            long now = syscall(SYS_write, record_fd, (char *)both[n].iov_base + done, both[n].iov_len - done);
            if (now <= 0) abort();
            done += (size_t)now;
        }
    pthread_mutex_unlock(&guard);
    errno = before;
}

static int opened(int folder, const char *path, int flags, mode_t mode) {
    char buffer[LONG];
    const char *known = inside(folder, path, buffer);
    if (known && !(flags & O_DIRECTORY) && fault(flags & O_CREAT ? CREATE : OPEN)) return -1;
    struct stat old;
    int was = known ? (int)syscall(SYS_newfstatat, folder, path, &old, 0) : 0;
    int fd = (int)syscall(SYS_openat, folder, path, flags | O_LARGEFILE, mode);
    if (fd >= 0 && fd < FDS) {
        snprintf(paths[fd], LONG, "%s", known ? known : "");
        if (known && (flags & O_CREAT) && was) note("create", known, NULL, 0, NULL, 0);
        if (known && (flags & O_TRUNC) && !was) note("truncate", known, NULL, 0, NULL, 0);
    }
    return fd;
}

#define MODE(flags) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | __O_TMPFILE)) { \
        va_list rest; \
        va_start(rest, flags); \
        mode = va_arg(rest, mode_t); \
        va_end(rest); \
    }
int open(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int openat(int at, const char *path, int flags, ...) { MODE(flags) return opened(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE(flags) return opened(at, path, flags, mode); }

int close(int fd) {
    int fails = of(fd) ? fault(CLOSE) : 0;
    if (fd >= 0 && fd < FDS) paths[fd][0] = 0;
    int before = errno, done = (int)syscall(SYS_close, fd);
    if (fails) errno = before;
    return fails ? -1 : done;
}

#define HALF(size) (what == 2 && (size) > 1 ? (size) / 2 : (size))
ssize_t read(int fd, void *into, size_t size) {
    int what = of(fd) ? fault(READ) : 0;
    return what == 1 ? -1 : syscall(SYS_read, fd, into, HALF(size));
}
ssize_t pread(int fd, void *into, size_t size, off_t at) {
    int what = of(fd) ? fault(READ) : 0;
    return what == 1 ? -1 : syscall(SYS_pread64, fd, into, HALF(size), at);
}
ssize_t pread64(int fd, void *into, size_t size, off64_t at) { return pread(fd, into, size, at); }

ssize_t write(int fd, const void *from, size_t size) {
    const char *known = of(fd);
    int what = known ? fault(WRITE) : 0;
    if (what == 1) return -1;
    ssize_t done = syscall(SYS_write, fd, from, HALF(size));
    if (known && done > 0) note("write", known, NULL, syscall(SYS_lseek, fd, 0, SEEK_CUR) - done, from, done);
    return done;
}
ssize_t pwrite(int fd, const void *from, size_t size, off_t at) {
    const char *known = of(fd);
    int what = known ? fault(WRITE) : 0;
    if (what == 1) return -1;
    ssize_t done = syscall(SYS_pwrite64, fd, from, HALF(size), at);
    if (known && done > 0) note("write", known, NULL, at, from, done);
    return done;
}
ssize_t pwrite64(int fd, const void *from, size_t size, off64_t at) { return pwrite(fd, from, size, at); }
ssize_t writev(int fd, const struct iovec *parts, int count) {
    ssize_t all = 0;
    if (!of(fd)) return syscall(SYS_writev, fd, parts, count);
    for (int n = 0; n < count; n++) {
        ssize_t done = write(fd, parts[n].iov_base, parts[n].iov_len);
        if (done < 0) return all ? all : -1;
        all += done;
        if ((size_t)done < parts[n].iov_len) break;
    }
    return all;
}

static int synced(int fd, long number) {
    const char *known = of(fd);
    if (known && fault(SYNC)) return -1;
    int done = (int)syscall(number, fd);
    if (known && !done) note("sync", known, NULL, 0, NULL, 0);
    return done;
}
int fsync(int fd) { return synced(fd, SYS_fsync); }
int fdatasync(int fd) { return synced(fd, SYS_fdatasync); }

int renameat2(int one, const char *from, int other, const char *to, unsigned flags) {
    char a[LONG], b[LONG];
    const char *known = inside(one, from, a), *goal = inside(other, to, b);
    if (known && fault(flags ? EXCHANGE : RENAME)) return -1;
    int done = (int)syscall(SYS_renameat2, one, from, other, to, flags);
    if (known && goal && !done) note(flags ? "exchange" : "rename", known, goal, 0, NULL, 0);
    return done;
}
int rename(const char *from, const char *to) { return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0); }
int renameat(int one, const char *from, int other, const char *to) { return renameat2(one, from, other, to, 0); }

int mkdirat(int at, const char *path, mode_t mode) {
    char buffer[LONG];
    const char *known = inside(at, path, buffer);
    if (known && fault(MKDIR)) return -1;
    int done = (int)syscall(SYS_mkdirat, at, path, mode);
    if (known && !done) note("mkdir", known, NULL, 0, NULL, 0);
    return done;
}
int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

int unlinkat(int at, const char *path, int flags) {
    char buffer[LONG];
    const char *known = inside(at, path, buffer);
    if (known && fault(flags ? RMDIR : UNLINK)) return -1;
    int done = (int)syscall(SYS_unlinkat, at, path, flags);
    if (known && !done) note("remove", known, NULL, 0, NULL, 0);
    return done;
}
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int ftruncate(int fd, off_t size) {
    const char *known = of(fd);
    if (known && fault(TRUNCATE)) return -1;
    int done = (int)syscall(SYS_ftruncate, fd, size);
    if (known && !done) note("truncate", known, NULL, size, NULL, 0);
    return done;
}
int ftruncate64(int fd, off64_t size) { return ftruncate(fd, size); }
int truncate(const char *path, off_t size) {
    char buffer[LONG];
    const char *known = inside(AT_FDCWD, path, buffer);
    if (known && fault(TRUNCATE)) return -1;
    int done = (int)syscall(SYS_truncate, path, size);
    if (known && !done) note("truncate", known, NULL, size, NULL, 0);
    return done;
}
int truncate64(const char *path, off64_t size) { return truncate(path, size); }

int flock(int fd, int how) { return of(fd) && fault(LOCK) ? -1 : (int)syscall(SYS_flock, fd, how); }
int chmod(const char *path, mode_t mode) {
    char buffer[LONG];
    if (inside(AT_FDCWD, path, buffer) && fault(CHMOD)) return -1;
    return (int)syscall(SYS_fchmodat, AT_FDCWD, path, mode);
}
int chown(const char *path, uid_t user, gid_t group) {
    char buffer[LONG];
    if (inside(AT_FDCWD, path, buffer) && fault(CHOWN)) return -1;
    return (int)syscall(SYS_fchownat, AT_FDCWD, path, user, group, 0);
}
DIR *opendir(const char *path) {
    char buffer[LONG];
    if (inside(AT_FDCWD, path, buffer) && fault(LIST)) return NULL;
    return REAL(opendir)(path);
}
int stat(const char *path, struct stat *into) {
    char buffer[LONG];
    if (inside(AT_FDCWD, path, buffer) && fault(STAT)) return -1;
    return (int)syscall(SYS_newfstatat, AT_FDCWD, path, into, 0);
}
int stat64(const char *path, struct stat64 *into) { return stat(path, (struct stat *)into); }
int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *), void *with) {
    int what = root[0] ? fault(THREAD) : 0;
    return what == 1 ? errno : REAL(pthread_create)(thread, how, run, with);
}
