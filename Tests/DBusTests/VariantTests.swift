import Foundation
import Testing

@testable import DBus

struct VariantTypeTests {
    @Test(
        "a type string is parsed and written back",
        arguments: [
            "b", "y", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g", "h", "v", "as", "aas", "a{sv}", "a{ua{s(iv)}}",
            "()", "(s)", "(sa{sv}as)", "ms", "amms", "{sv}", "((()))",
        ])
    func variantType_string_roundTrips(text: String) throws {
        #expect(try VariantType(text).string == text)
    }

    @Test(
        "a malformed type string is rejected with the offset and the reason",
        arguments: [
            ("", 0, VariantTypeError.Reason.empty), ("z", 0, .unknownCharacter("z")), ("a", 1, .endsEarly),
            ("aa", 2, .endsEarly), ("(s", 2, .endsEarly), ("(s}", 2, .unknownCharacter("}")),
            (")", 0, .unknownCharacter(")")), ("ss", 1, .textAfterType), ("a{vs}", 2, .keyIsNotBasic),
            ("a{(s)s}", 2, .keyIsNotBasic), ("a{s}", 3, .unknownCharacter("}")), ("a{sss}", 4, .entryIsNotClosed),
            ("a{s", 3, .endsEarly), ("aé", 1, .unknownCharacter("é")), ("s ", 1, .textAfterType),
        ])
    func variantType_malformed_isRejected(text: String, offset: Int, reason: VariantTypeError.Reason) {
        let error = #expect(throws: VariantTypeError.self) { try VariantType(text) }
        #expect(error?.offset == offset)
        #expect(error?.reason == reason)
        #expect(error?.description.contains("'\(text)'") == true)
    }

    @Test("a type string that is nested too deep, or too long, is rejected")
    func variantType_excess_isRejected() throws {
        _ = try VariantType(String(repeating: "a", count: 64) + "s")
        let deep = #expect(throws: VariantTypeError.self) { try VariantType(String(repeating: "a", count: 65) + "s") }
        #expect(deep?.reason == .tooDeep)
        let long = "(" + String(repeating: "s", count: 254) + ")"
        #expect(#expect(throws: VariantTypeError.self) { try VariantType(long) }?.reason == .tooLong)
    }

    @Test("random text that parses as a type is the type's own string")
    func variantType_random_isConsistent() {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("bynqiuxtdsoghvam(){}a(){s")
        for _ in 0..<5000 {
            let text = String((0..<Int.random(in: 0...12, using: &generator)).map { _ in alphabet.randomElement()! })
            if let type = try? VariantType(text) { #expect(type.string == text) }
        }
    }
}

struct VariantTests {
    static let values: [Variant] = [
        .boolean(true), .boolean(false), .byte(255), .int16(.min), .uint16(.max), .int32(.min), .uint32(.max),
        .int64(.min), .uint64(.max), .double(-0.5), .double(.infinity), .string(""), .string("naïve 🎬"),
        .objectPath("/"), .objectPath("/org/mpris/MediaPlayer2"), .signature(""), .signature("sa{sv}"), .handle(3),
        .variant(.variant(.string("x"))), .array(of: .string, []), .strings(["a", "b"]),
        .array(of: .array(.int32), [.array(of: .int32, []), .array(of: .int32, [.int32(1)])]),
        .dictionary([:]), .dictionary(["b": .int64(1), "a": .strings(["x"])]),
        .array(of: .dictionaryEntry(key: .uint32, value: .string), [.dictionaryEntry(.uint32(1), .string("x"))]),
        .tuple([]), .tuple([.string("a"), .tuple([.byte(1)]), .dictionary(["k": .tuple([.boolean(true)])])]),
        .maybe(of: .string, nil), .maybe(of: .string, .string("x")), .maybe(of: .maybe(.byte), .maybe(of: .byte, nil)),
        .dictionaryEntry(.string("k"), .variant(.double(1))),
    ]

    @Test("every kind of value is equal after conversion to GLib's value and back", arguments: values)
    func variant_throughGLib_isTheSame(value: Variant) throws {
        let raw = try value.makeGLibValue()
        defer { releaseGLib(raw) }
        #expect(try Variant(glib: raw) == value)
    }

    @Test("random nested values are equal after conversion to GLib's value and back")
    func variant_random_isTheSame() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let value = Self.random(depth: 4, using: &generator)
            let raw = try value.makeGLibValue()
            defer { releaseGLib(raw) }
            #expect(try Variant(glib: raw) == value)
            #expect(try VariantType(value.type.string) == value.type)
        }
    }

    private static func random(depth: Int, using generator: inout SystemRandomNumberGenerator) -> Variant {
        let basic: [Variant] = [
            .boolean(.random()), .int32(.random(in: .min ... .max)), .uint64(.random(in: 0 ... .max)),
            .string(String(Int.random(in: 0...9))), .double(.random(in: -1...1)),
        ]
        guard depth > 0 else { return basic.randomElement(using: &generator)! }
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: return .variant(random(depth: depth - 1, using: &generator))
        case 1:
            let element = random(depth: depth - 1, using: &generator)
            return .array(of: element.type, Array(repeating: element, count: Int.random(in: 0...3, using: &generator)))
        case 2:
            return .tuple(
                (0..<Int.random(in: 0...3, using: &generator)).map { _ in random(depth: depth - 1, using: &generator) })
        case 3:
            let element = random(depth: depth - 1, using: &generator)
            return .array(
                of: .dictionaryEntry(key: .string, value: element.type), [.dictionaryEntry(.string("k"), element)])
        case 4:
            let element = random(depth: depth - 1, using: &generator)
            return .maybe(of: element.type, Bool.random() ? element : nil)
        default: return basic.randomElement(using: &generator)!
        }
    }

    @Test(
        "a value that contradicts its declared type is rejected with its position",
        arguments: [
            (
                Variant.array(of: .string, [.string("a"), .int32(1)]), "the value[1]",
                VariantError.Reason.wrongType(.int32, expected: .string)
            ),
            (.maybe(of: .byte, .string("")), "the value", .wrongType(.string, expected: .byte)),
            (.dictionaryEntry(.tuple([]), .byte(1)), "the value", .keyIsNotBasic(.tuple([]))),
            (.tuple([.byte(1), .objectPath("no path")]), "the value.1", .notAnObjectPath("no path")),
            (.signature("z"), "the value", .notASignature("z")), (.string("a\u{0}b"), "the value", .zeroByte),
        ])
    func variant_contradiction_isRejected(value: Variant, place: String, reason: VariantError.Reason) {
        let error = #expect(throws: VariantError.self) { try value.makeGLibValue() }
        #expect(error?.place == place)
        #expect(error?.reason == reason)
    }

    @Test("an array whose element type has no type string is rejected")
    func variant_impossibleType_isRejected() {
        let value = Variant.array(of: .dictionaryEntry(key: .variant, value: .byte), [])
        let error = #expect(throws: VariantError.self) { try value.makeGLibValue() }
        guard case .malformedType(let reason)? = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.reason == .keyIsNotBasic)
    }

    @Test("values nested too deeply are rejected before they exhaust the stack")
    func variant_endless_isRejected() {
        var value = Variant.byte(1)
        for _ in 0..<10_000 { value = .variant(value) }
        #expect(#expect(throws: VariantError.self) { try value.makeGLibValue() }?.reason == .tooDeep)
    }

    @Test("values are read by name and kind, also inside variants")
    func variant_reading_unwraps() {
        let value = Variant.dictionary(["n": .uint32(7), "s": .variant(.string("x")), "d": .int16(2)])
        #expect(value["n"]?.integerValue == 7)
        #expect(value["s"]?.stringValue == "x")
        #expect(value["d"]?.doubleValue == 2)
        #expect(value["none"] == nil)
        #expect(Variant.uint64(.max).integerValue == nil)
        #expect(Variant.string("x").boolValue == nil)
        #expect(Variant.byte(1)["x"] == nil)
    }
}
