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
}
