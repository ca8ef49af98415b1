import AVFoundation
import CoreGraphics
import Foundation
import UIKit

/// The viewer's commands from keys, pointer and controls.
extension AVPlayerViewController {
    /// - Returns: whether the command applied in the current state.
    @discardableResult
    func run(_ command: PlayerCommand) -> Bool {
        guard flows.permits(command) else { return false }
        if command == .leave {
            if content.panels.closeShortcuts() || content.panels.information.close() { return true }
            guard let controls = content.controls, controls.menu != nil else { return placement.leave() }
            controls.closeMenu()
            return true
        }
        guard player != nil else { return false }
        switch command {
        case .togglePlayback:
            let isInline = gravityPolicy.place == .inline
            let plays = model.togglePlayback()
            start.update()
            if plays, entersFullScreenWhenPlaybackBegins, isInline { placement.enterFullScreen() }
        case .skip(let seconds):
            model.skip(seconds)
            if model.canSkip { content.panels.showSkip(seconds) }
        case .changeVolume(let step): changeVolume(by: step)
        case .toggleMute:
            model.sound.setMuted(!model.sound.isMuted)
            flashMute()
        case .toggleFullScreen:
            guard placement.canToggle else { return false }
            placement.toggle()
        case .leave: break
        case .step(let count): model.step(count)
        case .seekToTenth(let tenth):
            guard let end = model.seekEnd else { return false }
            let scale = model.scale
            model.seek(to: scale.time(ofShown: scale.shown(end) * Double(tenth) / 10))
        case .seekToEnd:
            guard let end = model.seekEnd else { return false }
            if model.isLive { model.goLive() } else { model.seek(to: end) }
        case .stop: model.stop()
        case .goLive:
            guard model.isLive, !model.isLinear else { return false }
            model.goLive()
        case .nextItem where television.skipItem(isForward: true): break
        case .previousItem where television.skipItem(isForward: false): break
        case .nextItem: guard model.goToNextItem() else { return false }
        case .previousItem: guard model.goToPreviousItem() else { return false }
        case .nextChapter: guard model.goToChapter(by: 1) else { return false }
        case .previousChapter: guard model.goToChapter(by: -1) else { return false }
        case .nextTrack: return run(.nextItem) || run(.nextChapter)
        case .previousTrack:
            let hasChapters = model.chapters.count > 1 && model.history.isEmpty
            return hasChapters && run(.previousChapter) || run(.previousItem)
        case .togglePictureInPicture: guard pictureInPicture.toggle() else { return false }
        case .toggleAspect:
            guard gravityPolicy.canViewerChoose, model.hasVideo else { return false }
            toggleAspect()
        case .cycleCaptions:
            guard let option = model.cycleCaptions() else { return false }
            content.flash(option?.displayName ?? StringTable.current[.off], symbol: "captions.bubble")
        case .cycleAudio:
            guard let option = model.cycleAudio() else { return false }
            content.flash(option.displayName, symbol: "waveform")
        case .toggleStatistics:
            guard showsPlaybackControls else { return false }
            content.panels.toggleStatistics()
        case .toggleShortcuts:
            guard showsPlaybackControls else { return false }
            content.panels.toggleShortcuts()
        case .toggleInformation: guard content.panels.information.toggle() else { return false }
        case .showContextMenu:
            guard showsPlaybackControls else { return false }
            input?.openContextMenu(at: CGPoint(x: content.bounds.midX, y: content.bounds.midY))
        case .changeSpeed(let step): guard changeSpeed(by: step) else { return false }
        }
        presenter.noteInput()
        return true
    }

    private func changeVolume(by step: Float) {
        guard let volume = model.sound.change(by: step) else { return }
        content.flash(
            StringTable.current.percent(Int((volume * 100).rounded())),
            symbol: volume <= 0.001 ? "speaker.slash.fill" : "speaker.wave.2.fill")
    }

    private func flashMute() {
        let strings = StringTable.current
        let sound = model.sound
        let percent = strings.percent(Int((sound.volume * 100).rounded()))
        content.flash(
            sound.isMuted ? strings[.muted] : percent,
            symbol: sound.isMuted ? "speaker.slash.fill" : "speaker.wave.2.fill")
    }

    /// Scales the video on the viewer's request, where the viewer may choose.
    func zoom(_ mode: GravityPolicy.Mode) {
        guard gravityPolicy.canViewerChoose, model.hasVideo, gravityPolicy.viewerChoice != mode else { return }
        gravityPolicy.choose(mode)
        Self.viewerGravity = mode
        updateGravity()
    }

    private func toggleAspect() {
        gravityPolicy.toggle(for: model.item?.presentationSize ?? .zero)
        Self.viewerGravity = gravityPolicy.viewerChoice
        updateGravity()
    }

    private func changeSpeed(by step: Int) -> Bool {
        let sorted = speeds.sorted { $0.rate < $1.rate }
        guard !model.isLinear, sorted.count > 1 else { return false }
        let now = model.speed
        let next = step > 0 ? sorted.first { $0.rate > now + 0.001 } : sorted.last { $0.rate < now - 0.001 }
        guard let next else { return true }
        selectSpeed(next)
        content.flash(next.localizedNumericName, symbol: "gauge.with.dots.needle.67percent")
        return true
    }

    /// Replaces the current media. Several files need a queue player, so that a plain player is replaced. While an item plays, only files
    /// that can be played take its place; a hint names the others.
    func play(dropped urls: [URL]) -> Bool {
        guard !urls.isEmpty else { return false }
        guard model.item != nil, model.state.fault == nil else {
            replaceMedia(by: urls)
            return true
        }
        Task { [weak self] in
            let media = await DroppedMedia(urls)
            guard let self else { return }
            for problem in media.problems { content.flash(problem, symbol: "exclamationmark.triangle", seconds: 6) }
            if !media.playable.isEmpty { replaceMedia(by: media.playable) }
        }
        return true
    }

    private func replaceMedia(by urls: [URL]) {
        if let queue = model.play(urls) { player = queue }
    }
}

extension AVPlayerViewController: ControlsViewDelegate {
    func controlsPerform(_ command: PlayerCommand) {
        content.panels.tooltip.dismiss()
        // A control with the ring keeps the keys.
        if content.keyFocus.current == nil { content.becomeFirstResponder() }
        run(command)
    }

    func controlsSetVolume(_ volume: Float) {
        presenter.noteInput()
        model.sound.set(volume)
    }

    func controlsBeginScrub() {
        model.beginScrub()
        presenter.hold(.scrubbing, true)
    }

    func controlsScrub(to seconds: Double) { model.scrub(to: seconds) }

    func controlsEndScrub(at seconds: Double?) {
        presenter.hold(.scrubbing, false)
        model.endScrub(at: seconds)
    }

    func controlsCoverCaptions(_ covers: Bool) { content.captions?.alpha = covers ? 0.2 : 1 }

    func controlsWantThumbnail(at seconds: Double, completion: @escaping @MainActor (CGImage?) -> Void) {
        guard let item = model.item, model.hasVideo, !model.isLive, player?.isHeldByGate == false,
            let end = model.seekEnd
        else {
            return completion(nil)
        }
        if thumbnails == nil {
            thumbnails = ThumbnailSource(
                asset: item.asset, duration: end,
                scale: content.traitCollection.displayScale * (television.isActive ? 1.5 : 1)
            ) { [weak item] in
                item.map { $0.isPlaybackLikelyToKeepUp || $0.isPlaybackBufferFull } ?? false
            }
        }
        thumbnails?.picture(at: model.scale.time(ofShown: seconds), completion: completion)
    }

    func controlsMenu(_ kind: ControlsView.MenuKind) -> [MenuSection] { menu(kind) }

    func controlsMenuDidChange(isOpen: Bool) {
        if isOpen {
            content.panels.tooltip.dismiss()
            content.panels.information.close()
        }
        presenter.hold(.menu, isOpen)
    }
}
