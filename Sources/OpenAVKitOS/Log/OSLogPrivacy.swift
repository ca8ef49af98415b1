/// Whether the value of an interpolation appears in the log.
public struct OSLogPrivacy: Hashable, Sendable {
    /// What replaces a value that does not appear.
    public enum Mask: Hashable, Sendable {
        /// A hash, by which equal values of one run of the process can be recognized.
        case hash
        /// The word `<private>`.
        case none
    }

    enum Kind: Hashable, Sendable {
        case automatic, shown, hidden, sensitive
    }

    let kind: Kind
    let mask: Mask

    /// Numbers and truth values appear; strings and objects do not.
    public static var auto: OSLogPrivacy { OSLogPrivacy(kind: .automatic, mask: .none) }
    /// The value appears.
    public static var `public`: OSLogPrivacy { OSLogPrivacy(kind: .shown, mask: .none) }
    /// The value does not appear, unless OPENAVKIT_LOG_PRIVATE=1 is set.
    public static var `private`: OSLogPrivacy { OSLogPrivacy(kind: .hidden, mask: .none) }
    /// The value never appears.
    public static var sensitive: OSLogPrivacy { OSLogPrivacy(kind: .sensitive, mask: .none) }

    public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .automatic, mask: mask) }
    public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .hidden, mask: mask) }
    public static func sensitive(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .sensitive, mask: mask) }

    /// Returns the text of a value as it appears in the log.
    /// - Parameters:
    ///   - isScalar: whether the value is a number or a truth value.
    ///   - showsPrivate: whether private values appear.
    func text(isScalar: Bool, showsPrivate: Bool, _ value: () -> String) -> String {
        let isShown =
            switch kind {
            case .shown: true
            case .automatic: isScalar || showsPrivate
            case .hidden: showsPrivate
            case .sensitive: false
            }
        if isShown { return value() }
        switch mask {
        case .none: return kind == .sensitive ? "<sensitive>" : "<private>"
        case .hash:
            var hasher = Hasher()
            hasher.combine(value())
            return "<mask.hash: '\(String(UInt(bitPattern: hasher.finalize()), radix: 36))'>"
        }
    }
}
