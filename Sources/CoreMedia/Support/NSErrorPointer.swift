public import Foundation

/// Where a function leaves its error: `&error` of an `NSError?`, or nil.
///
/// Foundation has this type on Apple's platforms only.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// Stands for 'the usual allocator' in C functions; memory is Swift's here, whatever is passed.
public typealias CFAllocator = AnyObject
public var kCFAllocatorDefault: CFAllocator? { nil }

/// A result code; 0 is success.
public typealias OSStatus = Int32
public typealias FourCharCode = UInt32
public typealias OSType = FourCharCode

/// A number of things.
public typealias CMItemCount = Int
public typealias CMItemIndex = Int

/// Identifies a track within its asset for good.
public typealias CMPersistentTrackID = Int32
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0
