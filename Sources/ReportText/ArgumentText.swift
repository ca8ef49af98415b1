/// The arguments of a command line.
package enum ArgumentText {
    /// Returns why a program cannot use its arguments; nil if all of them are valid UTF-8. Swift would replace the invalid bytes, and a file of
    /// that name would not be found.
    package static func problem(_ arguments: [[UInt8]]) -> String? {
        guard let bytes = arguments.first(where: { String(validating: $0, as: UTF8.self) == nil }) else { return nil }
        return "the argument '\(escaped(bytes))' is not UTF-8; rename the file, or name it by a link: "
            + "ln -s $'\(escaped(bytes))' NEW-NAME"
    }

    /// Returns why the arguments of this program cannot be used; nil if they can.
    package static var problem: String? {
        problem(
            (1..<max(1, CommandLine.argc)).compactMap { index in
                CommandLine.unsafeArgv[Int(index)].map { start in
                    var bytes: [UInt8] = []
                    var next = start
                    while next.pointee != 0 {
                        bytes.append(UInt8(bitPattern: next.pointee))
                        next += 1
                    }
                    return bytes
                }
            })
    }

    /// Returns bytes as a shell accepts them in `$'…'`: with `\xE9` for bytes other than printable ASCII.
    private static func escaped(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789ABCDEF")
        return bytes.prefix(300).reduce(into: "") { text, byte in
            switch byte {
            case 0x27, 0x5C: text += "\\" + String(UnicodeScalar(byte))
            case 0x20..<0x7F: text += String(UnicodeScalar(byte))
            default: text += "\\x\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
    }
}
