#pragma once

#include <stdint.h>

// The rest is in lock.h and in the Swift module `OpenAVKitOS`.

/// The kernel's identifier of the calling thread.
uint32_t _openavkit_thread_identifier(void);
