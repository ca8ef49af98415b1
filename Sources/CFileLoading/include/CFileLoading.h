// Registers the loading of files when the program starts; see FileLoading.
#ifndef CFILELOADING_H
#define CFILELOADING_H

/// Makes URLSession load `file:` URLs. FileLoading defines it.
void openavkit_register_file_loading(void);

#endif
