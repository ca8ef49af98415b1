#ifndef CLOUDNESS_H
#define CLOUDNESS_H
#include <stddef.h>
#include <ebur128.h>
#endif
