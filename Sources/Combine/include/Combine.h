#pragma once
#include "OpenAVKitCombine.h"
