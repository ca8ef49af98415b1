/// Identifiers of types that are known by one tag only. They contain the tag and a supertype, so that nothing has to be stored.
///
/// Apple's have the same prefix and another encoding, which is not documented; both are valid on one system only.
enum DynamicType {
    private static let prefix = "dyn.x"
    /// The longest tag of a dynamic type.
    static let maximumTagBytes = 255

    struct Tag {
        var tagClass: UTTagClass
        var tag: String
        var parent: String
    }

    static func identifier(tag: String, tagClass: UTTagClass, parent: String) -> String? {
        guard tag.utf8.count <= maximumTagBytes, parent.utf8.count <= maximumTagBytes else { return nil }
        let text = "\(tagClass.rawValue)\n\(tag)\n\(parent)"
        return prefix + text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// nil unless the identifier is a dynamic one of this encoding.
    static func tag(_ identifier: String) -> Tag? {
        guard identifier.hasPrefix(prefix), identifier.utf8.count <= 2048 else { return nil }
        let digits = Array(identifier.utf8.dropFirst(prefix.utf8.count))
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(byte)
        }
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[1].isEmpty, TypeTable.shared.entry(String(parts[2])) != nil else { return nil }
        return Tag(tagClass: UTTagClass(rawValue: String(parts[0])), tag: String(parts[1]), parent: String(parts[2]))
    }
}
