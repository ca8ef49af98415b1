/// Texts with places for values: `{0}`, `{1}` and so on.
package enum TextTemplate {
    /// Replaces all places in one pass, so that braces within a value stay as they are.
    package static func fill(_ text: String, _ values: [String]) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            let inside = rest[rest.index(after: open)...]
            guard let close = inside.firstIndex(of: "}"), let index = Int(inside[..<close]),
                values.indices.contains(index)
            else {
                result += "{"
                rest = inside
                continue
            }
            result += values[index]
            rest = inside[inside.index(after: close)...]
        }
        return result + rest
    }
}
