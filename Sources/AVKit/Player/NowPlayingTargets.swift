import AVFoundation
import Foundation
import MediaPlayer
import NowPlayingModel

/// AVKit's own targets of the remote commands, for as long as the player publishes (R34). Main thread only.
@MainActor
final class NowPlayingTargets {
    private weak var controller: AVPlayerViewController?
    private let commands: MPRemoteCommandCenter
    private var isAdded = false
    private var scanRate: Float?

    init(_ controller: AVPlayerViewController, _ commands: MPRemoteCommandCenter) {
        self.controller = controller
        self.commands = commands
    }

    private var model: PlayerModel? { controller?.model }

    // MARK: Targets

    func add() {
        guard !isAdded else { return }
        isAdded = true
        on(commands.playCommand) { target, _ in target.setPlaying(true) }
        on(commands.pauseCommand) { target, _ in target.setPlaying(false) }
        on(commands.togglePlayPauseCommand) { target, _ in target.controller?.run(.togglePlayback) }
        on(commands.stopCommand) { target, _ in target.controller?.run(.stop) }
        on(commands.nextTrackCommand) { target, _ in target.controller?.run(.nextItem) }
        on(commands.previousTrackCommand) { target, _ in target.controller?.run(.previousItem) }
        on(commands.skipForwardCommand) { target, event in
            (event as? MPSkipIntervalCommandEvent).map { target.skip($0.interval) }
        }
        on(commands.skipBackwardCommand) { target, event in
            (event as? MPSkipIntervalCommandEvent).map { target.skip(-$0.interval) }
        }
        on(commands.seekForwardCommand) { target, event in
            (event as? MPSeekCommandEvent).map { target.scan(isForward: true, begins: $0.type == .beginSeeking) }
        }
        on(commands.seekBackwardCommand) { target, event in
            (event as? MPSeekCommandEvent).map { target.scan(isForward: false, begins: $0.type == .beginSeeking) }
        }
        on(commands.changePlaybackPositionCommand) { target, event in
            (event as? MPChangePlaybackPositionCommandEvent).map { target.seek(to: $0.positionTime) }
        }
        on(commands.changePlaybackRateCommand) { target, event in
            (event as? MPChangePlaybackRateCommandEvent).map { target.setRate($0.playbackRate) }
        }
        on(commands.enableLanguageOptionCommand) { target, event in
            (event as? MPChangeLanguageOptionCommandEvent).map { target.select($0.languageOption, isOn: true) }
        }
        on(commands.disableLanguageOptionCommand) { target, event in
            (event as? MPChangeLanguageOptionCommandEvent).map { target.select($0.languageOption, isOn: false) }
        }
        let interval = NSNumber(value: KeyBindings.skipSeconds)
        commands.skipForwardCommand.preferredIntervals = [interval]
        commands.skipBackwardCommand.preferredIntervals = [interval]
        update()
    }

    /// Removes all targets, so that no command is available after the player is dismissed (R203).
    func remove() {
        guard isAdded else { return }
        isAdded = false
        scanRate = nil
        for command in all { command.removeTarget(nil) }
    }

    private var all: [MPRemoteCommand] {
        [
            commands.playCommand, commands.pauseCommand, commands.togglePlayPauseCommand, commands.stopCommand,
            commands.nextTrackCommand, commands.previousTrackCommand, commands.skipForwardCommand,
            commands.skipBackwardCommand, commands.seekForwardCommand, commands.seekBackwardCommand,
            commands.changePlaybackPositionCommand, commands.changePlaybackRateCommand,
            commands.enableLanguageOptionCommand, commands.disableLanguageOptionCommand,
        ]
    }

    /// - Parameter body: returns whether the command applied; nil: it does not apply.
    private func on(
        _ command: MPRemoteCommand, _ body: @escaping @MainActor (NowPlayingTargets, MPRemoteCommandEvent) -> Bool?
    ) {
        command.addTarget { [weak self] event in
            // Handlers run on the main thread.
            MainActor.assumeIsolated {
                guard let self, self.model?.player != nil else { return .noActionableNowPlayingItem }
                return body(self, event) == true ? .success : .commandFailed
            }
        }
    }

    /// Enables the commands that apply to the player's state.
    func update() {
        guard isAdded, let controller else { return }
        let model = controller.model
        let canSeek = model.seekEnd != nil && !controller.flows.coversControls
        func set(_ command: MPRemoteCommand, _ isOn: Bool) { if command.isEnabled != isOn { command.isEnabled = isOn } }
        for command in [commands.skipForwardCommand, commands.skipBackwardCommand] { set(command, model.canSkip) }
        for command in [commands.seekForwardCommand, commands.seekBackwardCommand] { set(command, canSeek) }
        set(commands.changePlaybackPositionCommand, canSeek)
        set(commands.nextTrackCommand, model.hasNextItem)
        set(
            commands.previousTrackCommand,
            model.player is AVQueuePlayer && (model.hasNextItem || !model.history.isEmpty))
        let rates = controller.speeds.map { NSNumber(value: $0.rate) }
        set(commands.changePlaybackRateCommand, rates.count > 1 && !model.isLinear)
        if commands.changePlaybackRateCommand.supportedPlaybackRates != rates {
            commands.changePlaybackRateCommand.supportedPlaybackRates = rates
        }
        let hasLanguages = model.media.selection.offersChoice
        set(commands.enableLanguageOptionCommand, hasLanguages)
        set(commands.disableLanguageOptionCommand, model.media.selection.legible?.canBeOff == true)
    }

    /// What other programs can do besides the commands.
    var actions: PlayerActions {
        var actions = PlayerActions()
        actions.setVolume = { [weak self] in self?.model?.sound.set(Float($0)) }
        actions.setFullScreen = { [weak self] isFullScreen in
            guard let controller = self?.controller, controller.placement.coversDisplay != isFullScreen else { return }
            controller.run(.toggleFullScreen)
        }
        actions.goTo = { [weak self] in self?.play($0) }
        return actions
    }

    // MARK: Commands

    private func setPlaying(_ plays: Bool) -> Bool {
        guard let controller else { return false }
        return controller.model.isPlaying == plays || controller.run(.togglePlayback)
    }

    private func skip(_ seconds: Double) -> Bool {
        guard let controller, controller.model.canSkip else { return false }
        return controller.run(.skip(seconds))
    }

    /// - Parameter seconds: without advertisements.
    private func seek(to seconds: Double) -> Bool {
        guard let model, model.seekEnd != nil else { return false }
        model.seek(to: model.timeMap.time(ofShown: seconds))
        return true
    }

    private func setRate(_ rate: Float) -> Bool {
        guard let controller, !controller.model.isLinear, rate > 0,
            let speed = controller.speeds.min(by: { abs($0.rate - rate) < abs($1.rate - rate) })
        else { return false }
        controller.selectSpeed(speed)
        return true
    }

    /// Plays faster while a button is held; backward, where reverse playback is impossible, each press skips.
    private func scan(isForward: Bool, begins: Bool) -> Bool {
        guard let model, let player = model.player, let item = model.item else { return false }
        guard begins else {
            guard let rate = scanRate else { return true }
            scanRate = nil
            player.rate = rate
            return true
        }
        guard scanRate == nil else { return true }
        let canScan = isForward ? item.canPlayFastForward : item.canPlayFastReverse
        guard canScan else { return skip(isForward ? KeyBindings.skipSeconds : -KeyBindings.skipSeconds) }
        scanRate = player.rate
        player.rate = isForward ? Self.scanSpeed : -Self.scanSpeed
        return true
    }
    private static let scanSpeed: Float = 2

    private func select(_ language: MPNowPlayingInfoLanguageOption, isOn: Bool) -> Bool {
        guard let model else { return false }
        for group in model.media.selection.groups {
            guard
                let option = group.group.options.first(where: {
                    $0.makeNowPlayingInfoLanguageOption()?.identifier == language.identifier
                })
            else { continue }
            let limits = model.player?.selectionPreferences ?? SelectionPreferences()
            if isOn, group.characteristic == .legible, !limits.allows(option) { return false }
            if !isOn, !group.canBeOff || limits.requiresCaptions { return false }
            // A remote control may turn captions on for a moment, so that its choice applies to this item only.
            model.select(isOn ? option : nil, in: group.group, isRemembered: false)
            return true
        }
        return false
    }

    /// Plays an item of the queue.
    private func play(_ identity: NowPlayingIdentity) {
        guard let controller, let queue = model?.player as? AVQueuePlayer else { return }
        if let index = queue.items().firstIndex(where: { .item(ObjectIdentifier($0)) == identity }) {
            for _ in 0..<index { controller.run(.nextItem) }
        } else if let index = model?.history.firstIndex(where: { .item(ObjectIdentifier($0)) == identity }) {
            let steps = (model?.history.count ?? 0) - index
            for _ in 0..<steps { _ = model?.goToPreviousItem() }
        }
    }
}
