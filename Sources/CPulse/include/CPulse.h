#ifndef CPULSE_H
#define CPULSE_H
#include <pulse/pulseaudio.h>
#endif
