import Foundation

/// Decodes texts of containers.
enum StoredText {
    /// Decodes UTF-8, or UTF-16 with a byte order mark. Text that is not valid UTF-8 is decoded as Mac Roman if `isMacintosh`, else with
    /// replacement characters.
    static func decode(_ bytes: ArraySlice<UInt8>, isMacintosh: Bool = false) -> String {
        if bytes.starts(with: [0xfe, 0xff]) { return utf16(bytes.dropFirst(2), isLittle: false) }
        if bytes.starts(with: [0xff, 0xfe]) { return utf16(bytes.dropFirst(2), isLittle: true) }
        let bytes = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        if isMacintosh, let text = String(data: Data(bytes), encoding: .macOSRoman) { return text }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func utf16(_ bytes: ArraySlice<UInt8>, isLittle: Bool) -> String {
        let bytes = Array(bytes)
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { at -> UInt16 in
            let unit = UInt16(bytes[at]) << 8 | UInt16(bytes[at + 1])
            return isLittle ? unit.byteSwapped : unit
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// Returns the bytes before the first zero.
    static func terminated(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> { bytes.prefix { $0 != 0 } }
}
