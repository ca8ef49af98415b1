import Foundation
public import CatalogValidation
import ReportText
import UniversalMediaCatalog

/// A line on a terminal that shows the progress of a check. Not thread-safe.
public final class ProgressLine {
    /// Seconds before the first line, and between updates.
    private static let delay = 0.7
    private static let interval = 0.1

    private let write: (String) -> Void
    private var start = ContinuousClock.now
    private var file = ""
    private var last: ContinuousClock.Instant?
    private var isShown = false

    /// - Parameter write: writes text to the terminal immediately.
    public init(_ write: @escaping (String) -> Void) { self.write = write }

    public func show(_ progress: Validator.Progress) {
        let now = ContinuousClock.now
        guard now - (last ?? start) >= .seconds(last == nil ? Self.delay : Self.interval) else { return }
        last = now
        isShown = true
        if file != progress.file {
            file = progress.file
            start = now
        }
        let spent = now - start
        let seconds = Double(spent.components.seconds) + Double(spent.components.attoseconds) * 1e-18
        write("\r\u{1B}[K" + Self.text(progress, seconds))
    }

    /// Removes the line, so that other text can be written.
    public func clear() {
        guard isShown else { return }
        isShown = false
        write("\r\u{1B}[K")
    }

    /// - Parameter seconds: the time since the start of the run.
    static func text(_ progress: Validator.Progress, _ seconds: Double) -> String {
        let name = DisplayText.line(progress.file.split(separator: "/").last.map(String.init) ?? progress.file)
        let items = DisplayText.count(progress.items, "item")
        let taken = DisplayText.bytes(progress.bytesTaken)
        guard let whole = progress.byteCount, whole > 0 else {
            return "\(name.prefix(30))  \(taken), \(items), \(DisplayText.decimal(seconds)) s"
        }
        let share = min(1, Double(progress.bytesTaken) / Double(whole))
        let full = Int(share * 20)
        let bar = String(repeating: "█", count: full) + String(repeating: "░", count: 20 - full)
        var text = "\(name.prefix(30)) \(bar) \(Int(share * 100)) %  \(taken) of \(DisplayText.bytes(whole)), \(items)"
        if share > 0.05 { text += ", \(DisplayText.decimal(seconds / share - seconds)) s left" }
        return text
    }
}
