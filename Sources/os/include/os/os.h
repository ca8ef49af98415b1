#pragma once
#include "lock.h"
