import AVKit
import Foundation

/// Carries out the commands of `--control` and answers each when its effect can be seen.
@MainActor
final class Commander {
    typealias Answer = @MainActor @Sendable (_ id: JSONText, _ error: String?) -> Void

    /// How long an effect may take before the answer is that it did not come.
    private static let patience: TimeInterval = 10
    private static let pollInterval: TimeInterval = 0.005

    private let player: AVQueuePlayer
    private weak var application: PlayerApplication?

    init(player: AVQueuePlayer, application: PlayerApplication) {
        self.player = player
        self.application = application
    }

    func perform(_ line: String, answer: @escaping Answer) {
        do {
            let command = try ControlCommand(line)
            perform(command, answer: answer)
        } catch {
            answer(error.id, error.message)
        }
    }

    private func perform(_ command: ControlCommand, answer: @escaping Answer) {
        let id = command.id
        switch command.action {
        case .play:
            player.play()
            wait(for: { [player] in player.timeControlStatus == .playing }, orSay: "it does not play") {
                answer(id, $0)
            }
        case .pause:
            player.pause()
            wait(for: { [player] in player.timeControlStatus == .paused }, orSay: "it does not pause") {
                answer(id, $0)
            }
        case .rate(let value):
            player.rate = Float(value)
            let wanted: AVPlayer.TimeControlStatus = value == 0 ? .paused : .playing
            wait(for: { [player] in player.timeControlStatus == wanted }, orSay: "the rate \(value) is not reached") {
                answer(id, $0)
            }
        case .quit:
            answer(id, nil)
            application?.end()
        case .seek(let to, let before, let after):
            seek(to: to, before: before, after: after) { answer(id, $0) }
        case .step(let count): step(count) { answer(id, $0) }
        case .select(let group, let option): select(group, option) { answer(id, $0) }
        case .screenshot(let file):
            answer(id, application.map { $0.takeScreenshot(to: file) } ?? "the player is ending")
        }
    }

    private func seek(
        to seconds: Double, before: Double?, after: Double?, done: @escaping @MainActor @Sendable (String?) -> Void
    ) {
        guard let item = player.currentItem, item.status == .readyToPlay else {
            return done("there is nothing to seek in yet")
        }
        let ranges = item.seekableTimeRanges.map(\.timeRangeValue)
        guard let first = ranges.first, let last = ranges.last else { return done("this cannot be sought in") }
        let wanted = CMTime(seconds: seconds, preferredTimescale: 90000)
        let target = CMTimeMaximum(first.start, CMTimeMinimum(wanted, CMTimeAdd(last.start, last.duration)))
        func tolerance(_ value: Double?) -> CMTime {
            value.map { CMTime(seconds: max(0, $0), preferredTimescale: 90000) } ?? .positiveInfinity
        }
        player.seek(to: target, toleranceBefore: tolerance(before), toleranceAfter: tolerance(after)) { finished in
            onMain { done(finished ? nil : "a later seek took its place") }
        }
    }

    private func step(_ count: Int, done: @escaping @MainActor @Sendable (String?) -> Void) {
        guard let item = player.currentItem, item.status == .readyToPlay else {
            return done("there is nothing to step in yet")
        }
        guard player.timeControlStatus == .paused else { return done("pause before stepping") }
        // The time moves at once, the picture a little later: the jump is posted when it is there.
        let jump = JumpWatch(item)
        item.step(byCount: count)
        wait(for: { jump.hasHappened }, orSay: "there is no frame that way", within: 2, done: done)
    }

    private func select(
        _ group: String, _ choice: ControlCommand.Choice, done: @escaping @MainActor @Sendable (String?) -> Void
    ) {
        guard let item = player.currentItem, item.status == .readyToPlay else {
            return done("there is nothing to choose from yet")
        }
        let characteristic: AVMediaCharacteristic =
            group == "audible" ? .audible : group == "legible" ? .legible : .visual
        Task { @MainActor in
            guard let options = try? await item.asset.loadMediaSelectionGroup(for: characteristic) else {
                return done("there is no choice of \(group)")
            }
            let names = options.options.map { $0.extendedLanguageTag ?? $0.displayName }.joined(separator: ", ")
            switch choice {
            case .nothing:
                guard options.allowsEmptySelection else { return done("\(group) cannot be switched off") }
                item.select(nil, in: options)
            case .index(let index):
                guard options.options.indices.contains(index) else {
                    return done("no option \(index); there are: \(names)")
                }
                item.select(options.options[index], in: options)
            case .language(let language):
                let matching = AVMediaSelectionGroup.mediaSelectionOptions(
                    from: options.options, filteredAndSortedAccordingToPreferredLanguages: [language])
                guard let option = matching.first else {
                    return done("no option in '\(language)'; there are: \(names)")
                }
                item.select(option, in: options)
            }
            done(nil)
        }
    }

    /// Asks again and again on the main actor until `condition` holds or the patience is over.
    private func wait(
        for condition: @escaping @MainActor @Sendable () -> Bool, orSay problem: String,
        within seconds: TimeInterval = patience,
        done: @escaping @MainActor @Sendable (String?) -> Void
    ) {
        if condition() { return done(nil) }
        if seconds <= 0 { return done(problem) }
        if player.currentItem?.status == .failed { return done("playback has failed") }
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.pollInterval) { [weak self] in
            MainActor.assumeIsolated {
                self?.wait(for: condition, orSay: problem, within: seconds - Self.pollInterval, done: done)
            }
        }
    }
}
