#include "CAccessibility.h"
