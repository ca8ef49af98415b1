import Foundation

/// The state shared by the readers of all tags: the bytes, the current line, its attributes, variables and faults.
struct ParserContext {
    let bytes: [UInt8]
    let baseURL: URL?
    let imports: [String: String]?
    let mode: ParsingMode
    let limits: ParsingLimits
    var faults: FaultLog
    var variables = VariableTable()
    var features = FeatureUse()
    var line = 0
    var tag = Tag.header
    var attributes = AttributeList()

    var isStrict: Bool { mode == .strict }
    var tagName: String { "\(tag.name)" }

    mutating func warn(_ rule: PlaylistRule, _ message: String, line: Int? = nil) {
        faults.add(.warning, rule, line: line ?? self.line, message)
    }

    mutating func error(_ rule: PlaylistRule, _ message: String, line: Int? = nil) {
        faults.add(.error, rule, line: line ?? self.line, message)
    }

    mutating func reject(_ rule: PlaylistRule, _ message: String, line: Int? = nil) {
        faults.add(.error, rule, line: line ?? self.line, isFatal: true, message)
    }

    /// Rejects in strict mode; warns in lenient mode, where the caller continues.
    mutating func rejectIfStrict(_ rule: PlaylistRule, _ message: String) {
        if isStrict { reject(rule, message) } else { warn(rule, message) }
    }

    /// Returns the text of a range, with variables replaced.
    mutating func text(_ range: Range<Int>) throws(TagFailure) -> String {
        do throws(VariableTable.Failure) {
            let before = variables.substitutedByteCount
            let text = try variables.substitute(bytes, range, limit: limits.substitutedByteCount)
            if variables.substitutedByteCount != before { features.note(.variables, line) }
            return text
        } catch {
            switch error {
            case .undefined(let name):
                throw TagFailure.reject(
                    "hls.define.undefined",
                    "{$\(name.prefix(80))} is not defined before this line. Add an EXT-X-DEFINE for it "
                        + "before this line, or correct the name."
                )
            case .tooLong:
                throw TagFailure.stop(
                    "hls.limit.substitution",
                    "Variable substitution exceeds \(limits.substitutedByteCount) bytes. Use "
                        + "shorter values."
                )
            }
        }
    }

    // MARK: Attributes of the current tag

    func has(_ name: StaticString) -> Bool { attributes.find(name, in: bytes) != nil }

    /// Reads a quoted string. An empty one counts as missing unless it is allowed.
    mutating func quoted(_ name: StaticString, allowsEmpty: Bool = false) throws(TagFailure) -> String? {
        guard let entry = attributes.find(name, in: bytes) else { return nil }
        if !entry.isQuoted {
            let message = "\(name) of \(tagName) has no quotation marks. Write \(name)=\"…\"."
            guard !isStrict else {
                error("hls.attribute.quotes", message)
                return nil
            }
            warn("hls.attribute.quotes", message)
        }
        let text = try text(entry.value)
        if text.isEmpty, !allowsEmpty {
            warn("hls.attribute.empty", "\(name) of \(tagName) is empty. Give it a value or leave it out.")
            return nil
        }
        return text
    }

    /// Returns the range of an unquoted value.
    private mutating func plain(_ name: StaticString) -> Range<Int>? {
        guard let entry = attributes.find(name, in: bytes) else { return nil }
        if entry.isQuoted {
            let message = "\(name) of \(tagName) must not be in quotation marks."
            guard !isStrict else {
                error("hls.attribute.quotes", message)
                return nil
            }
            warn("hls.attribute.quotes", message)
        }
        return entry.value
    }

    mutating func word(_ name: StaticString) -> String? { plain(name).map { bytes.text($0) } }

    /// Parses YES or NO; anything else makes the whole tag invalid (bis section 6.3.1).
    mutating func yes(_ name: StaticString) throws(TagFailure) -> Bool? {
        guard let value = plain(name) else { return nil }
        if bytes.equals(value, "YES") { return true }
        if bytes.equals(value, "NO") { return false }
        throw .drop("hls.attribute.value", "\(name) of \(tagName) must be YES or NO. The tag is ignored.")
    }

    private mutating func invalid(_ name: StaticString, _ value: Range<Int>, _ wanted: String) {
        error(
            "hls.attribute.value",
            "\(name) of \(tagName) must be \(wanted), not “\(bytes.text(value).prefix(80))”. The attribute is "
                + "ignored.")
    }

    mutating func integer(_ name: StaticString) -> UInt64? {
        guard let value = plain(name) else { return nil }
        let number = DecimalText.integer(bytes, value)
        if number == nil { invalid(name, value, "a whole number below 2^64") }
        return number
    }

    /// Parses a whole number; values beyond `Int` are clamped.
    mutating func count(_ name: StaticString) -> Int? { integer(name).map { Int(clamping: $0) } }

    /// - Parameter reportsFault: false where the caller reports the fault.
    mutating func number(_ name: StaticString, signed: Bool = false, reportsFault: Bool = true) -> Double? {
        guard let value = plain(name) else { return nil }
        let number = DecimalText.number(bytes, value, signed: signed)
        if number == nil, reportsFault {
            invalid(name, value, signed ? "a number such as -12.5" : "a number such as 12.5")
        }
        return number
    }

    /// Parses a number above 0.
    mutating func positive(_ name: StaticString) -> Double? {
        guard let number = number(name) else { return nil }
        guard number > 0 else {
            error("hls.attribute.value", "\(name) of \(tagName) must be more than 0. The attribute is ignored.")
            return nil
        }
        return number
    }

    /// STABLE-VARIANT-ID and STABLE-RENDITION-ID: letters, digits and + / = . - _ only.
    mutating func stableID(_ name: StaticString) throws(TagFailure) -> String? {
        guard let text = try quoted(name) else { return nil }
        guard text.utf8.allSatisfy({ VariableTable.isName($0) || "+/=.".utf8.contains($0) }) else {
            error(
                "hls.attribute.value",
                "\(name) of \(tagName) may only contain letters, digits and +, /, =, ., - and _. The attribute is "
                    + "ignored.")
            return nil
        }
        return text
    }

    mutating func nanoseconds(_ name: StaticString) -> Int64? {
        guard let value = plain(name) else { return nil }
        let number = DecimalText.nanoseconds(bytes, value)
        if number == nil { invalid(name, value, "seconds such as 6.006") }
        return number
    }

    mutating func resolution(_ name: StaticString) -> PixelSize? {
        guard let value = plain(name) else { return nil }
        guard let size = DecimalText.resolution(bytes, value), size.width > 0, size.height > 0 else {
            invalid(name, value, "a width and a height such as 1920x1080")
            return nil
        }
        if bytes[value].contains(0x58) {
            warn("hls.attribute.resolution", "\(name) of \(tagName) has an uppercase X between its numbers. Use x.")
        }
        return size
    }

    /// Returns the bytes of a hexadecimal sequence.
    /// - Parameter reportsFault: false where the caller reports the fault.
    mutating func hexadecimal(_ name: StaticString, reportsFault: Bool = true) throws(TagFailure) -> [UInt8]? {
        guard let value = plain(name) else { return nil }
        let written = Array(try text(value).utf8)
        let result = DecimalText.hexadecimal(written, 0..<written.count)
        if result == nil, reportsFault { invalid(name, value, "0x and hexadecimal digits") }
        return result
    }

    /// Returns the members of a quoted comma-separated list, without surrounding blanks.
    mutating func list(_ name: StaticString) throws(TagFailure) -> [String] { Self.members(try quoted(name)) }

    static func members(_ text: String?) -> [String] {
        guard let text else { return [] }
        return text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    func missing(_ name: StaticString) -> String { "\(tagName) has no \(name), which is required." }

    /// Drops the tag where the attribute is missing or has no usable value.
    func needed<Value>(_ value: Value?, _ name: StaticString, _ rule: PlaylistRule) throws(TagFailure) -> Value {
        guard let value else { throw .drop(rule, missing(name) + " The tag is ignored.") }
        return value
    }

    /// Rejects the playlist where the attribute is missing or has no usable value.
    func demanded<Value>(_ value: Value?, _ name: StaticString, _ rule: PlaylistRule) throws(TagFailure) -> Value {
        guard let value else { throw .reject(rule, missing(name)) }
        return value
    }
}
