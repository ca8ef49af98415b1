public import Foundation

// The functions over arrays and dictionaries that clients call with pointers to objects, such as those of
// `Unmanaged.passUnretained(object).toOpaque()`. Apple: any memory may be an element. Here: objects.

@discardableResult
public func CFArrayGetCount(_ theArray: CFArray!) -> CFIndex { theArray.count }

/// Returns the address of an element, which is valid as long as the array.
///
/// Apple: of every element. Here: nil for an element that Foundation returns as a value, such as a text or a date, because it has no address.
@discardableResult
public func CFArrayGetValueAtIndex(_ theArray: CFArray!, _ idx: CFIndex) -> UnsafeRawPointer! {
    let element = theArray.object(at: idx)
    guard type(of: element) is AnyObject.Type else { return nil }
    return UnsafeRawPointer(Unmanaged.passUnretained(element as AnyObject).toOpaque())
}

@discardableResult
public func CFDictionaryGetCount(_ theDict: CFDictionary!) -> CFIndex { theDict.count }

/// Returns whether a dictionary has a value for the object at an address.
@discardableResult
public func CFDictionaryContainsKey(_ theDict: CFDictionary!, _ key: UnsafeRawPointer!) -> Bool {
    theDict.object(forKey: object(at: key)) != nil
}

/// Sets the value for a key, both objects at addresses; replaces the present value.
public func CFDictionarySetValue(
    _ theDict: CFMutableDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeRawPointer!
) {
    theDict.setObject(object(at: value), forKey: object(at: key))
}

/// Sets the value for a key that has none.
public func CFDictionaryAddValue(
    _ theDict: CFMutableDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeRawPointer!
) {
    guard !CFDictionaryContainsKey(theDict, key) else { return }
    CFDictionarySetValue(theDict, key, value)
}

public func CFDictionaryRemoveValue(_ theDict: CFMutableDictionary!, _ key: UnsafeRawPointer!) {
    theDict.removeObject(forKey: object(at: key))
}

/// Returns whether two objects are equal.
@discardableResult
public func CFEqual(_ cf1: CFTypeRef!, _ cf2: CFTypeRef!) -> Bool {
    guard let first = cf1 as? NSObject, let second = cf2 as? NSObject else { return cf1 === cf2 }
    return first.isEqual(second)
}

private func object(at address: UnsafeRawPointer) -> NSObject {
    Unmanaged<NSObject>.fromOpaque(address).takeUnretainedValue()
}
