#pragma once
#include "OpenAVKitSystemConfiguration.h"
