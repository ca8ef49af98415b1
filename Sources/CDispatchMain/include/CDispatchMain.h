// libdispatch's main queue for a foreign main loop: private, but exported, and what CoreFoundation itself uses on Linux.
#ifndef CDISPATCHMAIN_H
#define CDISPATCHMAIN_H
int dispatch_main_descriptor(void);
void dispatch_main_drain(void);
// Whether the caller runs on the thread that the process began with, wherever Swift's main actor is.
int dispatch_main_is_process_main_thread(void);
// Whether the process has had no other thread so far; 0 where the C library does not say.
int process_is_single_threaded(void);
#endif
