import Foundation
import ReportText
import StreamRules
import Synchronization

/// The results of an inspection in a file, one segment a line, so that an interrupted inspection continues where it ended. Thread-safe.
///
/// A line is written with one system call. A line that an interruption cut off is ignored, and removed.
final class InspectionJournal: Sendable {
    private struct Head: Codable, Equatable {
        var format = 1
        var url: String
        var decodes: Bool
    }

    private struct Line: Codable {
        var key: String
        var facts: SegmentFacts
    }

    private let known: [String: SegmentFacts]
    private let file: Mutex<FileHandle>
    private static let largestFile = 2 << 30

    /// - Throws: where the file cannot be read or written, or belongs to another inspection.
    init(_ url: URL, stream: String, decodes: Bool) throws {
        let head = Head(url: stream, decodes: decodes)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var known: [String: SegmentFacts] = [:]
        var kept = 0
        if let data = try? Data(contentsOf: url, options: .mappedIfSafe), !data.isEmpty {
            guard data.count < Self.largestFile else {
                throw JournalError(message: "\(url.path) is too large for a journal of an inspection.")
            }
            let decoder = JSONDecoder()
            var lines = data.split(separator: 0x0a, omittingEmptySubsequences: false)
            // What follows the last line break was cut off.
            lines.removeLast()
            guard let first = lines.first, let found = try? decoder.decode(Head.self, from: first) else {
                throw JournalError(message: "\(url.path) is not a journal of an inspection; choose another file.")
            }
            guard found == head else {
                throw JournalError(
                    message:
                        "\(url.path) belongs to another inspection (\(Self.difference(found, head))); delete it, or choose "
                        + "another file.")
            }
            kept = first.count + 1
            for line in lines.dropFirst() {
                guard let entry = try? decoder.decode(Line.self, from: line) else { break }
                known[entry.key] = entry.facts
                kept += line.count + 1
            }
        }
        self.known = known
        if !FileManager.default.fileExists(atPath: url.path) {
            // The URLs in it may contain tokens.
            let isOwn: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
            guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: isOwn) else {
                throw JournalError(message: "\(url.path) cannot be created.")
            }
        }
        do {
            let handle = try FileHandle(forUpdating: url)
            try handle.truncate(atOffset: UInt64(kept))
            try handle.seekToEnd()
            if kept == 0 { try handle.write(contentsOf: try encoder.encode(head) + [0x0a]) }
            file = Mutex(handle)
        } catch {
            throw JournalError(
                message: "\(url.path) cannot be written: \(FileFailure.reason(error)); choose another file.")
        }
    }

    /// What another inspection had in place of this one's. URLs that differ only in their tokens look the same in messages.
    private static func difference(_ found: Head, _ head: Head) -> String {
        let url = URLSecrets.masked(found.url)
        guard url == URLSecrets.masked(head.url) else { return url }
        guard found.url == head.url else { return "\(url) with another token or password" }
        return found.decodes ? "\(url) with --decode" : "\(url) without --decode"
    }

    func facts(for key: String) -> SegmentFacts? { known[key] }

    /// Failed requests are not stored, so that they are repeated.
    func append(_ key: String, _ facts: SegmentFacts) {
        guard facts.failure == nil, known[key] == nil,
            let line = try? JSONEncoder().encode(Line(key: key, facts: facts))
        else { return }
        // A full disk ends the journal, not the inspection.
        file.withLock { try? $0.write(contentsOf: line + [0x0a]) }
    }
}

/// Why a journal cannot be used.
package struct JournalError: Error, CustomStringConvertible {
    package let message: String
    package var description: String { message }
}
