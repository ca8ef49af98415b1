import CoreMedia
import Foundation
import MediaEngine

extension AVPlayerItem {
    /// Adds the captions of a SubRip or WebVTT file as an option of the legible group. The item must be ready to play.
    /// - Throws: if the file cannot be read or contains no captions.
    package nonisolated func addCaptions(from file: URL) async throws -> AVMediaSelectionOption {
        let captions: CaptionFile
        do throws(MediaError) { captions = try CaptionFile(file) } catch { throw error.publicError }
        guard let contents = core.read({ $0.contents }) else { throw AVError(.operationNotAllowed) }
        let option = contents.add(captions)
        core.optionsWereAdded(to: contents)
        return option
    }
}

extension ItemCore {
    /// Applies the selection groups of the contents, which have grown. The present selection stays, unless automatic selection prefers a
    /// new option.
    func optionsWereAdded(to contents: AssetContents) {
        update(.client) { state in
            guard state.contents === contents else { return }
            selectAtStart(&state)
        }
    }

    /// Displays the captions of a selected caption file in place of those that the session reads.
    func showCaptionFile(of option: AVMediaSelectionOption?, _ state: inout State) {
        let cues = option.flatMap { state.contents?.captions(ofTrack: $0.track.index) }
        guard cues != nil || state.timed.captionFile != nil else { return }
        state.timed.captionFile = cues.map(CaptionList.init(cues:))
        if let hub = state.attachment.host?.hub { state.timed.setHub(hub) }
        post { [self] in followCaptions() }
    }

    /// Sets how many seconds later than their times captions are displayed.
    func setCaptionDelay(_ seconds: Double) {
        adjust { $0.timed.captionDelay = CMTime(seconds: seconds, preferredTimescale: 1000) }
        post { [self] in followCaptions() }
    }
}
