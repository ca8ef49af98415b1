/// The allocator parameter of C functions. Ignored: memory is managed by Swift.
public typealias CFAllocator = AnyObject
public var kCFAllocatorDefault: CFAllocator? { nil }

/// A result code; `noErr` is success.
public typealias OSStatus = Int32
/// Success.
public let noErr: OSStatus = 0

/// Four characters of one byte each.
public typealias FourCharCode = UInt32
public typealias OSType = FourCharCode
