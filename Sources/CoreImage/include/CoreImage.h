#pragma once
#include "OpenAVKitCoreImage.h"
