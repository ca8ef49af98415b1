import Foundation

/// Formats of `os_log`: those of `printf`, with `%@` and with privacy in braces.
enum LogFormat {
    /// The largest width and precision that a format can ask for.
    static let maximumWidth = 1024

    /// Returns the format with its arguments inserted.
    static func text(_ format: String, _ arguments: [any CVarArg], showsPrivate: Bool) -> String {
        var result = ""
        var rest = arguments[...]
        var letters = Substring(format)
        while let start = letters.firstIndex(of: "%") {
            result += letters[..<start]
            letters = letters[letters.index(after: start)...]
            let unread = letters
            guard var specifier = Specifier(&letters) else {
                letters = unread
                result += "%"
                continue
            }
            if specifier.conversion == "%" {
                result += "%"
                continue
            }
            if specifier.widthIsArgument {
                specifier.width = rest.popFirst().flatMap(integer).map { Int(clamping: $0) }
            }
            if specifier.precisionIsArgument {
                specifier.precision = rest.popFirst().flatMap(integer).map { Int(clamping: $0) }
            }
            if specifier.conversion == "m" {
                result += String(cString: strerror(errno))
                continue
            }
            guard let argument = rest.popFirst() else {
                result += "<?>"
                continue
            }
            result += specifier.privacy.text(isScalar: specifier.isScalar, showsPrivate: showsPrivate) {
                specifier.text(argument)
            }
        }
        return result + letters
    }

    private static func integer(_ argument: any CVarArg) -> Int64? {
        (argument as? any BinaryInteger).map { Int64(truncatingIfNeeded: $0) }
    }

    /// A specifier after its percent sign.
    private struct Specifier {
        var privacy = OSLogPrivacy.auto
        var flags = ""
        var width: Int?
        var precision: Int?
        var widthIsArgument = false
        var precisionIsArgument = false
        var conversion: Character

        /// Removes the specifier from `letters`. nil: the letters end within it.
        init?(_ letters: inout Substring) {
            conversion = " "
            if letters.first == "{" {
                guard let end = letters.firstIndex(of: "}") else { return nil }
                for word in letters[..<end].dropFirst().split(separator: ",") {
                    switch word.trimmingCharacters(in: .whitespaces) {
                    case "public": privacy = .public
                    case "private": privacy = .private
                    case "sensitive": privacy = .sensitive
                    case "mask.hash": privacy = .private(mask: .hash)
                    default: break
                    }
                }
                letters = letters[letters.index(after: end)...]
            }
            while let letter = letters.first, "-+ #0'".contains(letter) {
                flags.append(letters.removeFirst())
                if flags.count > 8 { return nil }
            }
            (width, widthIsArgument) = Self.number(&letters)
            if letters.first == "." {
                letters.removeFirst()
                (precision, precisionIsArgument) = Self.number(&letters)
                if precision == nil, !precisionIsArgument { precision = 0 }
            }
            while let letter = letters.first, "hlqLzjt".contains(letter) { letters.removeFirst() }
            guard let letter = letters.popFirst() else { return nil }
            conversion = letter
        }

        private static func number(_ letters: inout Substring) -> (Int?, isArgument: Bool) {
            if letters.first == "*" {
                letters.removeFirst()
                return (nil, true)
            }
            let digits = letters.prefix { $0.isASCII && $0.isNumber }
            letters = letters[digits.endIndex...]
            return (digits.isEmpty ? nil : Int(digits) ?? maximumWidth, false)
        }

        var isScalar: Bool { !"@sSP".contains(conversion) }

        func text(_ argument: any CVarArg) -> String {
            let width = min(max(width ?? 0, -LogFormat.maximumWidth), LogFormat.maximumWidth)
            let size = width == 0 ? "" : String(abs(width))
            let sign = width < 0 ? "-" : ""
            let digits = precision.map { ".\(max(0, min($0, LogFormat.maximumWidth)))" } ?? ""
            let start = "%\(flags)\(sign)\(size)\(digits)"
            switch conversion {
            case "d", "i", "D":
                if let flag = argument as? Bool { return String(format: start + "d", flag ? 1 : 0) }
                guard let value = argument as? any BinaryInteger else { return "<?>" }
                return String(format: start + "lld", Int64(truncatingIfNeeded: value))
            case "u", "U", "x", "X", "o", "O":
                guard let value = argument as? any BinaryInteger else { return "<?>" }
                // A negative number keeps the width of its type, as in C.
                let bits = value.bitWidth >= 64 ? UInt64.max : (UInt64(1) << UInt64(value.bitWidth)) - 1
                let pattern = UInt64(truncatingIfNeeded: value) & bits
                return String(format: start + "ll" + conversion.lowercased(matching: "UO"), pattern)
            case "c", "C":
                guard let value = argument as? any BinaryInteger,
                    let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: value))
                else { return "<?>" }
                return String(Character(scalar))
            case "f", "F", "e", "E", "g", "G", "a", "A":
                guard let value = argument as? any BinaryFloatingPoint else { return "<?>" }
                return String(format: start + String(conversion), Double(value))
            case "@", "s", "S":
                return padded(string(argument), width: flags.contains("-") ? -abs(width) : width)
            case "p": return String(describing: argument)
            default: return "<?>"
            }
        }

        private func string(_ argument: any CVarArg) -> String {
            let text =
                switch argument {
                case let pointer as UnsafePointer<CChar>: String(cString: pointer)
                case let pointer as UnsafeMutablePointer<CChar>: String(cString: pointer)
                case let object as NSObject: object.description
                default: String(describing: argument)
                }
            guard let precision, conversion != "@" else { return text }
            return String(text.prefix(max(0, precision)))
        }

        private func padded(_ text: String, width: Int) -> String {
            let spaces = String(repeating: " ", count: max(0, abs(width) - text.count))
            return width < 0 ? text + spaces : spaces + text
        }
    }
}

extension Character {
    /// The lower-case letter for those of `letters`, otherwise itself.
    fileprivate func lowercased(matching letters: String) -> String {
        letters.contains(self) ? lowercased() : String(self)
    }
}
