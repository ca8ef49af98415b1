#define _GNU_SOURCE
#include "CDispatchMain.h"
#include <sys/syscall.h>
#include <unistd.h>
#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#define HAS_SINGLE_THREADED 1
#endif

extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

int dispatch_main_descriptor(void) { return _dispatch_get_main_queue_handle_4CF(); }
void dispatch_main_drain(void) { _dispatch_main_queue_callback_4CF(0); }
int dispatch_main_is_process_main_thread(void) { return syscall(SYS_gettid) == getpid(); }

int process_is_single_threaded(void) {
#ifdef HAS_SINGLE_THREADED
    return __libc_single_threaded;
#else
    return 0;
#endif
}
