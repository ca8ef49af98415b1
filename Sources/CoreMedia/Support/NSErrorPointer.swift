public import Foundation

/// A pointer for a function's error: `&error` of an `NSError?`, or nil.
///
/// Foundation defines this type only on Apple's platforms.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// A count of items.
public typealias CMItemCount = Int
public typealias CMItemIndex = Int

/// Identifies a track within its asset permanently.
public typealias CMPersistentTrackID = Int32
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0
