import CoreFoundationNames
import Foundation
import Testing

@Suite("Core Foundation's names (issue 18)")
struct CoreFoundationNamesTests {
    private let key = "Key" as CFString

    @Test("values of Swift are converted to Core Foundation's types and back")
    func conversions() throws {
        let settings: [String: Any] = ["rate": 44_100, key as String: "value"]
        let dictionary = settings as CFDictionary
        #expect((dictionary as? [String: Any])?["rate"] as? Int == 44_100)
        #expect((dictionary as? [CFString: Any])?[key] as? String == "value")
        #expect([key: kCFBooleanTrue as Any] as CFDictionary == ["Key": true] as CFDictionary)
        #expect((["a", "b"] as CFArray) as? [String] == ["a", "b"] && CFArrayGetCount(["a"] as CFArray) == 1)
        #expect((5 as CFNumber).intValue == 5 && (Data([1, 2]) as CFData).length == 2)
        let url = try #require(URL(string: "https://example.com/a"))
        #expect((url as CFURL) as URL == url)
        let object: CFTypeRef = "text" as CFString
        #expect(object as? String == "text")
        let error = NSError(domain: "d", code: 7) as CFError
        #expect(error.code == 7)
    }

    @Test("constants have Apple's values")
    func constants() {
        #expect(kCFBooleanTrue == true && kCFBooleanFalse == false && kCFBooleanTrue!.boolValue)
        #expect(noErr == 0 && kCFAllocatorDefault == nil)
        #expect(CFEqual("a" as CFString, "a" as CFString) && !CFEqual(5 as CFNumber, 6 as CFNumber))
        final class Plain {}
        let plain = Plain()
        #expect(CFEqual(plain, plain) && !CFEqual(plain, Plain()))
    }

    @Test("functions over dictionaries take the addresses of objects")
    func addresses() {
        let dictionary = NSMutableDictionary()
        let address = Unmanaged.passUnretained(key).toOpaque()
        CFDictionarySetValue(dictionary, address, Unmanaged.passUnretained(kCFBooleanTrue).toOpaque())
        #expect(dictionary["Key"] as? Bool == true && CFDictionaryContainsKey(dictionary, address))
        CFDictionaryAddValue(dictionary, address, Unmanaged.passUnretained(kCFBooleanFalse).toOpaque())
        #expect(dictionary["Key"] as? Bool == true && CFDictionaryGetCount(dictionary) == 1)
        CFDictionaryRemoveValue(dictionary, address)
        #expect(CFDictionaryGetCount(dictionary) == 0)
    }

    @Test("the address of an array's object is that of the object; a text has none")
    func elements() {
        let object = Thread()
        let array = [object] as CFArray
        #expect(CFArrayGetValueAtIndex(array, 0) == UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()))
        #expect(CFArrayGetValueAtIndex(["text"] as CFArray, 0) == nil)
    }

    @Test("texts, dates, sets, errors and attributed texts are converted, and unrelated types are not")
    func moreConversions() throws {
        let date = Date(timeIntervalSinceReferenceDate: 1)
        #expect((date as CFDate) as Date == date)
        #expect((Set(["a"]) as CFSet) as? Set<String> == ["a"])
        let object: CFTypeRef = 5 as CFNumber
        #expect(object as? Int == 5 && object as? String == nil && object as? CFString == nil)
        let list: CFPropertyList = [1, 2] as CFArray
        #expect(list as? [Int] == [1, 2] && list as? [String] == nil && list as? [String: Int] == nil)
        let mixed: CFTypeRef = [1, "a"] as CFArray
        #expect(mixed as? [Int] == nil && (mixed as? [Any])?.count == 2)
        let text = NSAttributedString(string: "a") as CFAttributedString
        #expect(text.string == "a" && (kCFNull as CFTypeRef) is NSNull)
        #expect((kCFBooleanTrue as CFTypeRef) as? Bool == true && (kCFBooleanFalse as CFTypeRef) as? Bool == false)
        let mutable: CFMutableString = NSMutableString(string: "a")
        mutable.append("b")
        #expect((mutable as CFString) as String == "ab")
    }

    @Test("objects of different types are not equal; nil equals nil only")
    func equality() {
        #expect(!CFEqual("5" as CFString, 5 as CFNumber) && CFEqual(5 as CFNumber, 5.0 as CFNumber))
        #expect(CFEqual(["a": 1] as CFDictionary, ["a": 1] as CFDictionary))
        #expect(!CFEqual(["a"] as CFArray, ["b"] as CFArray) && CFEqual(NSNull(), kCFNull))
        final class Plain {}
        let plain = Plain()
        #expect(!CFEqual(plain, "a" as CFString) && !CFEqual("a" as CFString, plain))
    }

    @Test("a value that is set replaces the former one, and an absent key has none")
    func replacing() {
        let dictionary = NSMutableDictionary()
        let (address, other) = (
            Unmanaged.passUnretained(key).toOpaque(), Unmanaged.passRetained("Other" as CFString).toOpaque()
        )
        #expect(!CFDictionaryContainsKey(dictionary, address))
        CFDictionarySetValue(dictionary, address, Unmanaged.passUnretained(kCFBooleanTrue).toOpaque())
        CFDictionarySetValue(dictionary, address, Unmanaged.passUnretained(kCFBooleanFalse).toOpaque())
        #expect(dictionary["Key"] as? Bool == false && CFDictionaryGetCount(dictionary) == 1)
        CFDictionaryRemoveValue(dictionary, other)
        #expect(CFDictionaryGetCount(dictionary) == 1 && !CFDictionaryContainsKey(dictionary, other))
        Unmanaged<CFString>.fromOpaque(other).release()
    }

    @Test("the address of the second object of an array is that of the second one")
    func secondElement() {
        let objects = [Thread(), Thread()]
        let array = objects as CFArray
        #expect(CFArrayGetCount(array) == 2)
        #expect(CFArrayGetValueAtIndex(array, 1) == UnsafeRawPointer(Unmanaged.passUnretained(objects[1]).toOpaque()))
    }
}
