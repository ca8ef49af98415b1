@testable import MediaEngine

/// Scripts in SubStation Alpha for tests.
enum ScriptSamples {
    static let header = """
        [Script Info]
        ScriptType: v4.00+
        PlayResX: 640
        PlayResY: 360

        [V4+ Styles]
        Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, \
        StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
        Style: Default,DejaVu Sans,28,&H00FFFFFF,&H000000FF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,2,0,2,10,10,10,1

        """

    static func line(_ text: String, number: Int = 0) -> String { "\(number),0,Default,,0,0,0,,\(text)" }

    static func file(_ lines: [String]) -> String {
        header + "[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
            + lines.map { "Dialogue: \($0)\n" }.joined()
    }
}
