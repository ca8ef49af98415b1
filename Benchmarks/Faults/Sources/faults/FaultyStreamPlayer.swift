import AVFoundation
import Foundation

/// A player whose servers have faults, and its error log.
final class FaultyStreamPlayer {
    let player: AVPlayer
    private(set) var item: AVPlayerItem
    private(set) var reader = MarkReader()
    private let url: URL
    /// When the log was last read, and the date of its newest entry.
    private var readAt = 0.0
    private var newest = Date.distantPast
    /// The time and comment of each reported error.
    private(set) var reports: [(time: Double, words: String)] = []
    /// The failures of items that had started to play.
    private(set) var failures: [String] = []
    private let begun = Moment.now
    /// Every item created, referenced weakly.
    private var everyItem: [WeakItem] = []

    private struct WeakItem {
        weak var item: AVPlayerItem?
    }

    /// The number of items still retained: one, and briefly the previous one.
    var retainedItems: Int {
        everyItem.removeAll { $0.item == nil }
        return everyItem.count
    }

    init(_ url: URL) {
        self.url = url
        item = AVPlayerItem(url: url)
        everyItem.append(WeakItem(item: item))
        player = AVPlayer(playerItem: item)
        player.isMuted = true
        item.add(reader.output)
        player.play()
    }

    /// Reopens a failed item, as an application would.
    func revive() -> Bool {
        if Moment.now - readAt > 1 || item.status == .failed { readLog() }
        guard item.status == .failed || (item.error != nil && player.timeControlStatus == .paused) else { return false }
        // An item opened while no server responds fails immediately, as expected.
        if item.duration.isNumeric || item.currentTime().seconds > 0 {
            failures.append("failed after \(Int(Moment.now - begun)) s: \(item.error.map { "\($0)" } ?? "?")")
        }
        begin()
        return true
    }

    private func readLog() {
        readAt = Moment.now
        for event in item.errorLog()?.events ?? [] {
            guard let date = event.date, date > newest else { continue }
            newest = date
            reports.append((Moment.now, event.errorComment ?? "?"))
        }
    }

    /// A short description of the playback state.
    var status: String {
        "\(["paused", "waiting", "playing"][min(2, player.timeControlStatus.rawValue)]) at \(Int(item.currentTime().seconds))"
    }

    func begin() {
        readLog()
        item = AVPlayerItem(url: url)
        everyItem.append(WeakItem(item: item))
        reader = MarkReader()
        item.add(reader.output)
        player.replaceCurrentItem(with: item)
        player.play()
    }

    func stop() {
        player.pause()
        player.replaceCurrentItem(with: nil)
    }

    /// Returns the comment of the error reported nearest to a time.
    func words(near time: Double) -> String? {
        reports.filter { abs($0.time - time) < 40 }.min { abs($0.time - time) < abs($1.time - time) }?.words
    }
}
