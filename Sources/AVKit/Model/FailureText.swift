import AVFoundation
import Foundation

/// Describes an error for the viewer: a message, and below it the causes that help to find the fault.
enum FailureText {
    static let maximumDepth = 4
    /// The prefix of every error description that Foundation generates.
    private static let emptyPhrase = "The operation could not be completed. "

    /// - Parameter strings: the table of texts. A sentence of the table for the kind of error becomes the message, and the error's own
    ///   description becomes the first cause.
    static func describe(_ error: any Error, in strings: StringTable = .current) -> (message: String, cause: String?) {
        let top = error as NSError
        let own = sentence(text(of: top))
        var lines = FailureKind(top).flatMap { strings.failures[$0] }.map { [$0, own] } ?? [own]
        func add(_ text: String?) {
            guard let text, !text.isEmpty, lines.count <= maximumDepth else { return }
            let line = sentence(text.replacingOccurrences(of: Self.emptyPhrase, with: ""))
            // Skip a line that contains, or is contained in, an earlier line.
            let isKnown = lines.contains { known in
                known.localizedCaseInsensitiveContains(line.dropLast())
                    || line.localizedCaseInsensitiveContains(known.dropLast())
            }
            if !isKnown { lines.append(line) }
        }
        add(top.userInfo[NSLocalizedFailureReasonErrorKey] as? String)
        var next = top.userInfo[NSUnderlyingErrorKey] as? NSError
        var depth = 0
        while let current = next, depth < maximumDepth {
            add(text(of: current))
            next = current.userInfo[NSUnderlyingErrorKey] as? NSError
            depth += 1
        }
        if let url = top.userInfo[NSURLErrorFailingURLErrorKey] as? URL {
            let place = url.isFileURL ? url.path : url.absoluteString
            if !lines.contains(where: { $0.contains(place) }) { lines.append(place) }
        }
        return (lines[0], lines.count > 1 ? lines.dropFirst().joined(separator: "\n") : nil)
    }

    private static func text(of error: NSError) -> String {
        let text = error.userInfo[NSLocalizedDescriptionKey] as? String ?? error.localizedDescription
        return text.isEmpty ? "\(error.domain) \(error.code)" : text
    }

    private static func sentence(_ text: String) -> String {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let first = text.first, let last = text.last else { return StringTable.current[.unknownReason] }
        return first.uppercased() + text.dropFirst() + (last.isLetter || last.isNumber ? "." : "")
    }
}
