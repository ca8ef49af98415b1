/// The converted text as a file of a build: the compiler reports its errors at the lines of the original.
public enum GeneratedSource {
    /// The name of the generated file. It differs from the original's, because the compiler warns about two files with one `#fileID`.
    /// `main.swift` keeps its name, which makes it the program's main file. The build plugin names its outputs by the same rule.
    public static func name(for original: String) -> String {
        original == "main.swift" ? original : original.replacing(".swift", with: "+Converted.swift")
    }

    public static func text(of conversion: Conversion, originalPath: String) -> String {
        var text = conversion.converted
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        // The first line of a script for `#!` is allowed at the start of a file only.
        if text.hasPrefix("#!") { text = "//" + text }
        let quoted = originalPath.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "#sourceLocation(file: \"\(quoted)\", line: 1)\n" + text
    }
}
