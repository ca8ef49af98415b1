public import Foundation

/// A pointer for a function's error: `&error` of an `NSError?`, or nil.
///
/// Foundation defines this type only on Apple's platforms.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// The allocator parameter of C functions. Ignored: memory is managed by Swift.
public typealias CFAllocator = AnyObject
public var kCFAllocatorDefault: CFAllocator? { nil }

/// A result code; 0 is success.
public typealias OSStatus = Int32
public typealias FourCharCode = UInt32
public typealias OSType = FourCharCode

/// A count of items.
public typealias CMItemCount = Int
public typealias CMItemIndex = Int

/// Identifies a track within its asset permanently.
public typealias CMPersistentTrackID = Int32
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0
