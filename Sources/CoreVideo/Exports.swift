// `OSType` and `CFAllocator`, which Foundation defines only on Apple's platforms, come from CoreMedia.
@_exported public import CoreMedia
