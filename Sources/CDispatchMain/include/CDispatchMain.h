// libdispatch's main queue for a foreign main loop: private, but exported, and what CoreFoundation itself uses on Linux.
#ifndef CDISPATCHMAIN_H
#define CDISPATCHMAIN_H
int dispatch_main_descriptor(void);
void dispatch_main_drain(void);
#endif
