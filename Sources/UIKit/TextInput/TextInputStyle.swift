import CoreGraphics
import Drawing
import Foundation

/// The colors and measures of edited text.
@MainActor enum TextInputStyle {
    static let caretWidth: CGFloat = 2
    /// Seconds between two changes of the caret's visibility.
    static let blinkInterval: TimeInterval = 0.53
    /// Seconds after the last change at which the caret stops to blink and stays visible, so that an idle window draws nothing.
    static let blinkDuration: TimeInterval = 10

    static let fieldBackground = UIColor { traits in
        traits.userInterfaceStyle == .dark ? UIColor(red: 0.11, green: 0.11, blue: 0.12, alpha: 1) : .white
    }
    static let fieldBorder = UIColor { traits in
        traits.userInterfaceStyle == .dark ? UIColor(white: 1, alpha: 0.22) : UIColor(white: 0, alpha: 0.22)
    }
}

extension TextRenderer {
    /// Lays out text whose positions are needed for editing.
    static func editableLayout(_ runs: [Run], options: TextOptions = TextOptions()) -> TextLayout {
        TextLayout(
            runs.map { run in
                TextRun(
                    run.text, style: style(of: run.font, kern: run.kern), color: run.color.cgColor,
                    backgroundColor: run.background?.cgColor, isUnderlined: run.isUnderlined,
                    isStruckThrough: run.isStruckThrough)
            }, options: options)
    }
}
