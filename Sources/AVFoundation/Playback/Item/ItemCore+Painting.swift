import CoreMedia
import MediaEngine

/// Provides the painters of captions with what they draw.
extension ItemCore {
    /// What a painter draws at one moment.
    struct Painting: Sendable {
        var captions: CaptionList
        /// The item time, less the delay of captions.
        var time: CMTime
        var isMoving: Bool
        /// The video, whose size and frame rate determine how captions are drawn; nil where there is none.
        var video: VideoTrackInfo?
    }

    var painting: Painting {
        read { state in
            let time = state.currentTime
            let video = state.contents?.info.tracks.first { $0.kind == .video }?.video
            return Painting(
                captions: state.timed.shownCaptions, time: time.isNumeric ? time - state.timed.captionDelay : .invalid,
                isMoving: state.playhead.rate != 0, video: video)
        }
    }

    var hasDrawnCaptions: Bool { read { $0.timed.shownCaptions.hasGraphics } }

    func add(_ painter: any CaptionPainting) {
        adjust { $0.timed.add(painter) }
        followCaptions()
    }

    func remove(_ painter: any CaptionPainting) {
        adjust { $0.timed.remove(painter) }
        followCaptions()
    }

    /// Lets the painters continue or stop animations after the rate has changed.
    func rateChangedForPainters() {
        for painter in read({ $0.timed.painters.compactMap(\.painter) }) { painter.update() }
    }
}
