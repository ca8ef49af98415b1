/// A set of element names: most rules apply to elements that most items do not have.
@usableFromInline package struct ElementSet {
    @usableFromInline var low: UInt64 = 0
    @usableFromInline var high: UInt64 = 0

    /// Number of names that a set can distinguish.
    package static let mostNames = 128

    @inlinable package init() {}

    @inlinable @inline(__always) package mutating func insert(_ name: ElementName) {
        let code = UInt64(name.code)
        // A test checks that there are at most 128 names.
        if code < 64 { low |= 1 << code } else { high |= 1 << (code & 63) }
    }

    @inlinable @inline(__always) package func contains(_ name: ElementName) -> Bool {
        let code = UInt64(name.code)
        return (code < 64 ? low >> code : high >> (code & 63)) & 1 != 0
    }
}
