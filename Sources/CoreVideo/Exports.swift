// `OSType` and `CFAllocator`, which Foundation has on Apple's platforms, come from there.
@_exported public import CoreMedia
