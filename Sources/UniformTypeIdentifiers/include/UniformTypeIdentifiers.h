#pragma once
#include "OpenAVKitUniformTypeIdentifiers.h"
