import AVKit
import Foundation
import ReportText

/// Executes the commands of `--control` and answers each one when its effect is observable.
@MainActor
final class Commander {
    /// - Parameter fields: what the command asked for, in addition to the usual fields of an answer.
    typealias Answer = @MainActor @Sendable (_ id: JSONText, _ error: String?, _ fields: [(String, JSONText)]) -> Void

    /// Seconds to wait for the effect of a command before the answer is an error.
    private static let timeout: TimeInterval = 10
    private static let pollInterval: TimeInterval = 0.005

    private let player: AVQueuePlayer
    private weak var application: PlayerApplication?
    private let pending = PendingAnswers()

    init(player: AVQueuePlayer, application: PlayerApplication) {
        self.player = player
        self.application = application
    }

    func perform(_ line: String, answer: @escaping Answer) {
        do {
            let command = try ControlCommand(line)
            let isQuit = command.action == .quit
            perform(command, answer: isQuit ? answer : pending.register(command.id, answer))
        } catch {
            answer(error.id, error.message, [])
        }
    }

    /// Answers the commands that have no answer yet, because the player ends.
    func end() { pending.end() }

    private func perform(_ command: ControlCommand, answer: @escaping Answer) {
        let id = command.id
        switch command.action {
        case .play:
            player.play()
            wait(for: { [player] in player.timeControlStatus == .playing }, failure: "playback did not start") {
                answer(id, $0, [])
            }
        case .pause:
            player.pause()
            wait(for: { [player] in player.timeControlStatus == .paused }, failure: "playback did not pause") {
                answer(id, $0, [])
            }
        case .rate(let value):
            player.rate = Float(value)
            let wanted: AVPlayer.TimeControlStatus = value == 0 ? .paused : .playing
            wait(for: { [player] in player.timeControlStatus == wanted }, failure: "the rate did not become \(value)") {
                answer(id, $0, [])
            }
        case .quit:
            pending.end()
            answer(id, nil, [])
            application?.end()
        case .status:
            answer(id, nil, PlaybackStatus.fields(of: player, item: application?.currentIndex))
        case .seek(let to, let before, let after):
            seek(to: to, before: before, after: after) { answer(id, $0, []) }
        case .step(let count): step(count) { answer(id, $0, []) }
        case .select(let group, let option):
            select(group, option) { [player] error in
                answer(id, error, [("selection", PlaybackStatus.selection(of: player.currentItem))])
            }
        case .screenshot(let file):
            answer(id, application.map { $0.takeScreenshot(to: file) } ?? "the player is ending", [])
        }
    }

    private func seek(
        to seconds: Double, before: Double?, after: Double?, done: @escaping @MainActor @Sendable (String?) -> Void
    ) {
        guard let item = player.currentItem, item.status == .readyToPlay else {
            return done("the item is not ready for seeking")
        }
        let ranges = item.seekableTimeRanges.map(\.timeRangeValue)
        guard let first = ranges.first, let last = ranges.last else { return done("the item is not seekable") }
        let wanted = CMTime(seconds: seconds, preferredTimescale: 90000)
        let target = CMTimeMaximum(first.start, CMTimeMinimum(wanted, CMTimeAdd(last.start, last.duration)))
        func tolerance(_ value: Double?) -> CMTime {
            value.map { CMTime(seconds: max(0, $0), preferredTimescale: 90000) } ?? .positiveInfinity
        }
        player.seek(to: target, toleranceBefore: tolerance(before), toleranceAfter: tolerance(after)) { finished in
            onMain { done(finished ? nil : "a later seek replaced this one") }
        }
    }

    private func step(_ count: Int, done: @escaping @MainActor @Sendable (String?) -> Void) {
        guard let item = player.currentItem, item.status == .readyToPlay else {
            return done("the item is not ready for stepping")
        }
        guard player.timeControlStatus == .paused else { return done("pause before stepping") }
        // The item's time changes at once, but the frame is displayed later: the time jump is posted with the frame.
        let jump = JumpWatch(item)
        item.step(byCount: count)
        wait(for: { jump.hasHappened }, failure: "there is no frame in that direction", within: 2, done: done)
    }

    private func select(
        _ group: String, _ choice: ControlCommand.Choice, done: @escaping @MainActor @Sendable (String?) -> Void
    ) {
        guard let item = player.currentItem, item.status == .readyToPlay else {
            return done("the item is not ready for selecting options")
        }
        let characteristic: AVMediaCharacteristic =
            group == "audible" ? .audible : group == "legible" ? .legible : .visual
        Task { @MainActor in
            guard let options = try? await item.asset.loadMediaSelectionGroup(for: characteristic) else {
                return done("the item has no \(group) options")
            }
            let names = options.options.map { $0.extendedLanguageTag ?? $0.displayName }.joined(separator: ", ")
            switch choice {
            case .nothing:
                guard options.allowsEmptySelection else { return done("\(group) cannot be switched off") }
                item.select(nil, in: options)
            case .index(let index):
                guard options.options.indices.contains(index) else {
                    return done("no option \(index); available: \(names)")
                }
                item.select(options.options[index], in: options)
            case .language(let language):
                let matching = AVMediaSelectionGroup.mediaSelectionOptions(
                    from: options.options, filteredAndSortedAccordingToPreferredLanguages: [language])
                guard let option = matching.first else {
                    return done("no option in '\(language)'; available: \(names)")
                }
                item.select(option, in: options)
            }
            done(nil)
        }
    }

    /// Polls `condition` on the main actor until it holds or the time is over.
    private func wait(
        for condition: @escaping @MainActor @Sendable () -> Bool, failure problem: String,
        within seconds: TimeInterval = timeout,
        done: @escaping @MainActor @Sendable (String?) -> Void
    ) {
        if condition() { return done(nil) }
        if seconds <= 0 { return done(problem) }
        if player.currentItem?.status == .failed { return done("playback has failed") }
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.pollInterval) { [weak self] in
            MainActor.assumeIsolated {
                self?.wait(for: condition, failure: problem, within: seconds - Self.pollInterval, done: done)
            }
        }
    }
}
