#include "CSDL.h"
