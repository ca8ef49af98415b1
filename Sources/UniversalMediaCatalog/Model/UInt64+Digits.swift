extension UInt64 {
    /// The value as 16 hexadecimal digits in lower case.
    package var sixteenDigits: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
