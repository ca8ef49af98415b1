#include "AudioToolbox.h"
