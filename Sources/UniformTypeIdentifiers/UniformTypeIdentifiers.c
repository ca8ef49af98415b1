#include "UniformTypeIdentifiers.h"
