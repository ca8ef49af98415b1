#include "SystemConfiguration.h"
