/// The text of cues (W3C WebVTT section 6.4).
enum WebVTTText {
    static func plain(_ payload: String) -> String {
        var text = String.UnicodeScalarView()
        var scalars = payload.unicodeScalars[...]
        var annotations = 0
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "<":
                let tag = scalars.prefix { $0 != ">" }
                scalars = scalars.dropFirst(tag.count + 1)
                switch name(of: tag) {
                case "rt": annotations += 1
                // The end of a ruby ends its annotations, closed or not.
                case "/rt", "/ruby": annotations = 0
                default: break
                }
            case "&" where annotations == 0:
                let reference = scalars.prefix(maximumReference).prefix { $0 != ";" && $0 != "&" && $0 != "<" }
                let rest = scalars.dropFirst(reference.count)
                if rest.first == ";", let meant = character(of: reference) {
                    text.append(meant)
                    scalars = rest.dropFirst()
                } else {
                    text.append(scalar)
                }
            default: if annotations == 0 { text.append(scalar) }
            }
        }
        return String(text)
    }

    /// The longest reference that is looked for.
    private static let maximumReference = 10

    /// What a tag is, without classes and annotations.
    private static func name(of tag: Substring.UnicodeScalarView) -> String {
        String(String.UnicodeScalarView(tag.prefix { $0 != "." && $0 != " " && $0 != "\t" && $0 != "\n" }))
    }

    private static func character(of reference: Substring.UnicodeScalarView) -> Unicode.Scalar? {
        let name = String(String.UnicodeScalarView(reference))
        if let known = named[name] { return known }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        guard let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits), value > 0 else {
            return nil
        }
        return Unicode.Scalar(value)
    }

    private static let named: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{a0}", "lrm": "\u{200e}",
        "rlm": "\u{200f}",
    ]
}
