#pragma once
#include "OpenAVKitNetwork.h"
