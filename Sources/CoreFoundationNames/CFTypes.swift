public import Foundation

// Core Foundation's types are Foundation's classes of the same contents: on Apple's platforms the two are toll-free bridged. A value of Swift
// is converted by `as`, as there: `settings as CFDictionary`, `title as CFString`, `name as String`.

/// Any object of Core Foundation.
public typealias CFTypeRef = AnyObject
/// A string, number, Boolean, date, data, or an array or dictionary of them.
public typealias CFPropertyList = AnyObject

public typealias CFString = NSString
public typealias CFMutableString = NSMutableString
public typealias CFAttributedString = NSAttributedString
public typealias CFNumber = NSNumber
/// A number that is true or false.
public typealias CFBoolean = NSNumber
public typealias CFData = NSData
public typealias CFMutableData = NSMutableData
public typealias CFDate = NSDate
public typealias CFURL = NSURL
public typealias CFError = NSError
public typealias CFNull = NSNull
public typealias CFArray = NSArray
public typealias CFMutableArray = NSMutableArray
public typealias CFDictionary = NSDictionary
public typealias CFMutableDictionary = NSMutableDictionary
public typealias CFSet = NSSet
public typealias CFMutableSet = NSMutableSet

/// A count of elements, or the place of one.
public typealias CFIndex = Int
/// A set of options.
public typealias CFOptionFlags = UInt
public typealias CFHashCode = UInt

/// The true value; never nil. Optional as on Apple's platforms, so that `kCFBooleanTrue!` compiles.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)
/// The false value; never nil.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)
/// The null value; never nil.
public let kCFNull: CFNull! = NSNull()
