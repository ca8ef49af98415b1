import AVFoundation
import Foundation
import UIKit

/// Announces changes of the player to assistive technology: playing, paused, waiting, speed, subtitles, chapters and errors.
///
/// Main thread only. Owned by the controller; does not retain it.
@MainActor
final class PlayerAnnouncer {
    private weak var controller: AVPlayerViewController?
    private var rule = AnnouncementRule()
    private var isLoading = false
    private var chapter: String?

    func attach(_ controller: AVPlayerViewController) { self.controller = controller }

    func modelDidChange(_ change: PlayerModel.Change) {
        guard let model = controller?.model else { return }
        switch change {
        case .item:
            rule.itemDidChange()
            (isLoading, chapter) = (false, nil)
        case .longWait(let isLong):
            isLoading = isLong
            announce()
        case .target(let seconds):
            chapter = name(ofChapterAt: seconds, model)
            announce()
        case .chapter:
            chapter = name(ofChapterAt: model.time, model)
            announce()
        case .properties: announce()
        case .media:
            chapter = name(ofChapterAt: model.time, model)
            rule.mediaDidLoad(facts(model))
        case .time, .jumped, .momentaryVolume, .captions, .interstitial, .ended, .errorLogged: break
        }
    }

    private func name(ofChapterAt seconds: Double, _ model: PlayerModel) -> String? {
        guard seconds.isFinite, let index = model.chapterIndex(at: seconds) else { return nil }
        let strings = StringTable.current
        return model.chapters[index].title.map { strings.chapter(index + 1, title: $0) } ?? strings.chapter(index + 1)
    }

    private func announce() {
        guard let controller, controller.model.item != nil, let view = controller.viewIfLoaded else { return }
        for news in rule.announcements(for: facts(controller.model)) {
            UIAccessibility.announce(Self.text(news), from: view)
        }
    }

    private func facts(_ model: PlayerModel) -> AnnouncementRule.Facts {
        AnnouncementRule.Facts(
            playback: model.isPlaying ? .playing : model.hasEnded ? .ended : .paused,
            isLoading: isLoading, isMuted: model.sound.isMuted, speed: model.speed,
            subtitles: model.media.selection.legible?.selected(of: model.item)?.displayName, chapter: chapter,
            failure: model.state.fault.map { Self.text($0, model) })
    }

    private static func text(_ fault: PlaybackFault, _ model: PlayerModel) -> String {
        let strings = StringTable.current
        let title = model.media.description.title
        let name = fault.isEarlyEnd ? strings.stoppedEarly(title) : strings.cannotBePlayed(title)
        return name + ". " + FailureText.describe(fault.error).message
    }

    static func text(_ news: Announcement) -> String {
        let strings = StringTable.current
        switch news {
        case .playing: return strings[.playingNow]
        case .paused: return strings[.pausedNow]
        case .ended: return strings[.endedNow]
        case .loading: return strings[.loadingNow]
        case .muted(let isMuted): return strings[isMuted ? .muted : .soundOn]
        case .speed(let speed): return strings.speed(AVPlaybackSpeed.numericName(of: speed))
        case .subtitles(let name): return strings.subtitles(name ?? strings[.off])
        case .chapter(let name): return name
        case .failure(let text): return text
        }
    }
}
