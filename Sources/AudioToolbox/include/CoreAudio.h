#pragma once
#include "OpenAVKitAudioToolbox.h"
