/// Resolves character references `&…;` in cues: numeric ones, and the names that HTML defines for Latin letters and punctuation.
enum WebVTTReference {
    /// The maximum length of a reference.
    static let longest = 10

    /// - Parameter reference: the text between `&` and `;`.
    static func character(of reference: Substring.UnicodeScalarView) -> Unicode.Scalar? {
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

    private static let named: [String: Unicode.Scalar] = {
        var result: [String: Unicode.Scalar] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "lrm": "\u{200e}", "rlm": "\u{200f}",
            "zwj": "\u{200d}", "zwnj": "\u{200c}", "ensp": "\u{2002}", "emsp": "\u{2003}", "thinsp": "\u{2009}",
            "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”",
            "bdquo": "„", "lsaquo": "‹", "rsaquo": "›", "hellip": "…", "bull": "•", "dagger": "†", "Dagger": "‡",
            "permil": "‰", "prime": "′", "Prime": "″", "euro": "€", "trade": "™", "larr": "←", "uarr": "↑",
            "rarr": "→", "darr": "↓", "minus": "−", "infin": "∞", "ne": "≠", "le": "≤", "ge": "≥", "OElig": "Œ",
            "oelig": "œ", "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ", "fnof": "ƒ", "circ": "ˆ", "tilde": "˜",
        ]
        var value: UInt32 = 0xa0
        for name in latin.split(whereSeparator: \.isWhitespace) {
            result[String(name)] = Unicode.Scalar(value)
            value += 1
        }
        return result
    }()

    /// The names of U+00A0 to U+00FF, in order.
    private static let latin = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute
        micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig
        Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash
        Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute
        ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc
        uuml yacute thorn yuml
        """
}
