import AVKit
import DeepLinks
import Foundation
import ReportText

/// The rule for the positions that are recorded.
enum ResumeRule {
    /// An item that was left before this time, in seconds, starts again.
    static let shortest = 10.0
    /// The part and the number of seconds at the end of an item that count as finished.
    static let finishedPart = 0.05
    static let finishedSeconds = 60.0

    /// Returns whether an item that was left at a position resumes there. Positions in items without an end, such as live streams, do not.
    static func isWorthResuming(position: Double, duration: Double) -> Bool {
        guard position.isFinite, duration.isFinite, duration > 0, position >= shortest else { return false }
        return duration - position > max(finishedSeconds, duration * finishedPart)
    }
}

/// The positions at which the viewer left items: a file that only its owner may read. Main thread only.
@MainActor
final class WatchHistory {
    struct Entry: Codable, Equatable {
        var url: String
        var position: Double
        var duration: Double
        var date: Date
    }

    static let maximumEntries = 200

    /// `openavkit/history.json` in XDG_STATE_HOME, else in `~/.local/state`.
    static let standardFile = PrivateFile.location(
        "history.json", variable: "XDG_STATE_HOME", fallback: ".local/state")

    private let file: URL?
    private(set) var entries: [Entry]

    init(file: URL? = WatchHistory.standardFile) {
        self.file = file
        entries = Self.load(file)
    }

    private static func load(_ file: URL?) -> [Entry] {
        guard let file, let data = try? PrivateFile.read(file) else { return [] }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        // A damaged history is replaced by the next position.
        return (try? decoder.decode([Entry].self, from: data)) ?? []
    }

    func position(of url: URL) -> Double? {
        guard let entry = entries.first(where: { $0.url == Self.key(url) }),
            ResumeRule.isWorthResuming(position: entry.position, duration: entry.duration)
        else { return nil }
        return entry.position
    }

    /// Records the position of an item, or removes the item's entry where it does not resume. Writes the file.
    func record(_ url: URL, position: Double, duration: Double) {
        // Another program may have written positions since.
        entries = Self.load(file)
        let before = entries
        entries.removeAll { $0.url == Self.key(url) }
        if ResumeRule.isWorthResuming(position: position, duration: duration) {
            entries.append(
                Entry(
                    url: Self.key(url), position: (position * 10).rounded() / 10, duration: duration.rounded(),
                    date: Date()))
        }
        entries = Array(entries.suffix(Self.maximumEntries))
        if entries != before { write() }
    }

    func clear() {
        entries = []
        if let file { try? FileManager.default.removeItem(at: file) }
    }

    private func write() {
        guard let file else { return }
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            try PrivateFile.write(try encoder.encode(entries), to: file)
        } catch {
            Report.printError("The history cannot be written to \(file.path): \(FileFailure.reason(error))")
        }
    }

    /// The resume time of a link does not distinguish items.
    private static func key(_ url: URL) -> String {
        if url.isFileURL { return url.standardizedFileURL.path }
        guard ResumeTime.seconds(in: url) != nil,
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
        else { return url.absoluteString }
        let items = parts.percentEncodedQueryItems?.filter { $0.name != ResumeTime.parameter } ?? []
        parts.percentEncodedQueryItems = items.isEmpty ? nil : items
        return parts.string ?? url.absoluteString
    }
}

/// Resumes items where the viewer left off, and records where the viewer leaves them.
@MainActor
final class ResumeKeeper {
    private let history: WatchHistory
    private let settings: SettingsStore
    /// Items that were started elsewhere than at their beginning, with the position.
    private var resumed: [ObjectIdentifier: Double] = [:]

    init(history: WatchHistory = WatchHistory(), settings: SettingsStore = .shared) {
        self.history = history
        self.settings = settings
    }

    private var isOn: Bool { settings.settings.history.isOn }

    /// Lets an item begin at its recorded position. Call before the item is played.
    func prepare(_ item: AVPlayerItem, _ url: URL) {
        guard isOn, let position = history.position(of: url) else { return }
        resumed[ObjectIdentifier(item)] = position
        item.seek(
            to: CMTime(seconds: position, preferredTimescale: 90000), toleranceBefore: .positiveInfinity,
            toleranceAfter: .zero, completionHandler: nil)
    }

    /// Returns the position at which an item resumed, once.
    func takeResumedPosition(of item: AVPlayerItem) -> Double? { resumed.removeValue(forKey: ObjectIdentifier(item)) }

    /// Records where the viewer is in an item.
    func record(_ item: AVPlayerItem, _ url: URL) {
        guard isOn, item.status == .readyToPlay else { return }
        let (position, duration) = (item.currentTime().seconds, item.duration.seconds)
        guard position.isFinite, duration.isFinite else { return }
        history.record(url, position: position, duration: duration)
    }
}
