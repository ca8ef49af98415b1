import AVFoundation
import Foundation
import MediaPlayer
import NowPlayingModel
import UIKit

/// Publishes what a player view controller plays, for the desktop's media controls and other programs (R58, R168, R196).
///
/// Main thread only. Owned by the controller; does not retain it.
@MainActor
final class PlayerNowPlaying {
    private weak var controller: AVPlayerViewController?
    let publisher: AutomaticNowPlaying
    private var updates = AutomaticUpdates()
    private var targets: NowPlayingTargets?
    /// Whether the player has been dismissed; it publishes again when it appears.
    private var isDismissed = false
    /// The description of the item; nil: it has to be read again.
    private var described: DescribedItem?

    /// Whether the player publishes.
    var isEnabled = true { didSet { if isEnabled != oldValue { update() } } }

    init(program: NowPlayingProgram = .shared) { publisher = AutomaticNowPlaying(program: program) }

    isolated deinit { publisher.end() }

    func attach(_ controller: AVPlayerViewController) {
        self.controller = controller
        targets = NowPlayingTargets(controller, publisher.commands)
    }

    // MARK: Events

    func modelDidChange(_ change: PlayerModel.Change) {
        switch change {
        case .properties, .ended: update()
        case .media, .item:
            described = nil
            update()
        case .jumped:
            updates.noteJump()
            update()
        case .time, .chapter, .target, .longWait, .momentaryVolume, .captions, .interstitial, .errorLogged: break
        }
    }

    func appeared() {
        guard isDismissed else { return }
        isDismissed = false
        update()
    }

    /// Playback without the controller's view, as in Picture in Picture, continues to be published.
    func dismissed() {
        guard controller?.pictureInPicture.isActive != true else { return }
        isDismissed = true
        update()
    }

    func update() {
        guard let controller else { return publisher.end() }
        let model = controller.model
        // Nothing is published before playback starts.
        guard updates.isPublished || model.isPlaying else { return }
        let report = report
        let isMoving = model.scrub != nil || model.item?.isSeekPending == true
        let isReady = model.item?.status == .readyToPlay && model.media.isLoaded && model.state.fault == nil
        let action = updates.update(
            report, isReady: isReady, isMoving: isMoving, isOver: isOver, at: PlaybackClock.now)
        switch action {
        case .none: break
        case .end:
            publisher.end()
            targets?.remove()
        case .publish(let hasJumped):
            guard let report else { return }
            targets?.add()
            publisher.publish(
                report, hasJumped: hasJumped, position: position, actions: targets?.actions ?? PlayerActions())
        }
        updateCommands()
    }

    /// Whether nothing is published: the last item has ended or failed, or the player was dismissed, or does not publish.
    private var isOver: Bool {
        guard let controller, isEnabled, !isDismissed else { return true }
        let model = controller.model
        // tvOS publishes only with the controls (R169); elsewhere the controls do not matter (R61).
        if UIDevice.current.userInterfaceIdiom == .tv, !controller.showsPlaybackControls { return true }
        if let fault = model.state.fault, !fault.isEarlyEnd { return true }
        return model.state == .ended
    }

    private func updateCommands() {
        guard publisher.isPublishing, let controller else { return }
        targets?.update()
        let model = controller.model
        publisher.current?.setVolume(Double(model.sound.isMuted ? 0 : model.sound.volume))
        publisher.current?.setQueue(queue.tracks)
        placeDidChange()
    }

    /// The player has entered or left full screen, or cannot any more.
    func placeDidChange() {
        guard publisher.isPublishing, let placement = controller?.placement else { return }
        publisher.current?.setFullScreen(placement.canToggle ? placement.coversDisplay : nil)
    }

    // MARK: Facts

    /// The position without advertisements, read from the player when another program requests it.
    private var position: @Sendable () -> Double? {
        let map = controller?.model.timeMap ?? InterstitialTimeMap()
        return { [weak player = controller?.model.player] in
            guard let time = player?.currentTime().seconds, time.isFinite else { return nil }
            return map.shown(time)
        }
    }

    private var queue: (tracks: [QueuedTrack], index: Int) {
        guard let model = controller?.model, let queue = model.player as? AVQueuePlayer, let item = model.item else {
            return ([], 0)
        }
        let later = queue.items().filter { $0 !== item }
        let items = model.history.filter { $0 !== item } + [item] + later
        guard items.count > 1 else { return ([], 0) }
        let tracks = items.map { item in
            let duration = item.duration.seconds
            let external = AVMetadataItem.metadataItems(
                from: item.externalMetadata, filteredByIdentifier: .commonIdentifierTitle)
            let url = (item.asset as? AVURLAsset)?.url
            return QueuedTrack(
                identity: .item(ObjectIdentifier(item)),
                title: external.first?.stringValue ?? MediaDescription.name(of: url),
                duration: duration.isFinite && duration > 0 ? duration : nil)
        }
        return (tracks, items.firstIndex { $0 === item } ?? 0)
    }

    private var report: PlaybackReport? {
        guard let model = controller?.model, let item = model.item, let player = model.player else { return nil }
        var report = PlaybackReport(item: ObjectIdentifier(item))
        report.isPlaying = model.isPlaying
        report.isWaiting = player.timeControlStatus != .playing
        report.rate = Double(player.rate != 0 ? player.rate : model.scrub?.rate ?? 1)
        report.defaultRate = Double(player.defaultRate)
        report.isLive = model.isLive
        let map = model.timeMap
        let duration = item.duration.seconds
        report.duration = duration.isFinite ? map.shown(duration) : nil
        let time = model.time
        report.elapsed = time.isFinite ? max(0, map.shown(time)) : 0
        report.date = item.currentDate()
        report.hasVideo = model.hasVideo
        let described = described ?? DescribedItem(model)
        self.described = described
        report.description = described.metadata.texts
        report.progress = described.metadata.progress
        report.artwork = described.artwork
        report.languages = described.languages(of: item)
        report.chapters = model.chapters.map { PublishedChapter(start: map.shown($0.start), title: $0.title) }
        let queue = queue
        report.queue = queue.tracks.isEmpty ? nil : (queue.index, queue.tracks.count)
        report.additional = item.nowPlayingInfo ?? [:]
        return report
    }
}
