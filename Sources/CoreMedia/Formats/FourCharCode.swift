/// Returns a four-character code in 32 bits, as in sample entries and media types: 'avc1'.
///
/// - Parameter characters: exactly four characters of one byte each, else the code is 0.
package func fourCharCode(_ characters: String) -> FourCharCode {
    let scalars = characters.unicodeScalars
    guard scalars.count == 4, scalars.allSatisfy({ $0.value < 256 }) else { return 0 }
    return scalars.reduce(0) { $0 << 8 | FourCharCode($1.value) }
}

/// Returns the four characters of a code, with a dot for each unprintable one.
package func fourCharCodeString(_ code: FourCharCode) -> String {
    String(
        [24, 16, 8, 0].map { shift in
            let byte = UInt8(truncatingIfNeeded: code >> FourCharCode(shift))
            return (0x20...0x7e).contains(byte) ? Character(Unicode.Scalar(byte)) : "."
        })
}
