#include "CFileLoading.h"

__attribute__((constructor)) static void start(void) { openavkit_register_file_loading(); }
