import CoreGraphics
import CoreMedia
import Foundation
import MediaEngine
import Synchronization

/// The state of a composition and its tracks. Thread-safe.
final class CompositionCore: Sendable {
    struct Track: Sendable {
        let trackID: CMPersistentTrackID
        let kind: TrackInfo.Kind
        var list = SegmentList()
        var isEnabled = true
        var transform: CGAffineTransform?
        var language: String?
        var timescale: CMTimeScale?
        var volume: Float = 1

        init(trackID: CMPersistentTrackID, kind: TrackInfo.Kind) {
            self.trackID = trackID
            self.kind = kind
        }
    }

    struct State: Sendable {
        var tracks: [Track] = []
        /// The size that the client has set; nil: that of the largest video.
        var naturalSize: CGSize?
        /// Incremented by each change.
        var version = 0
        private var lastTrackID: CMPersistentTrackID = 0

        /// Returns an ID that no track has, or the preferred one.
        mutating func trackID(preferred: CMPersistentTrackID) -> CMPersistentTrackID? {
            if preferred != kCMPersistentTrackID_Invalid {
                return tracks.contains { $0.trackID == preferred } ? nil : preferred
            }
            repeat { lastTrackID += 1 } while tracks.contains { $0.trackID == lastTrackID }
            return lastTrackID
        }
    }

    private let state: Mutex<State>
    let url: URL

    init(_ state: State = State()) {
        self.state = Mutex(state)
        url = URL(string: "composition:\(UUID().uuidString)") ?? URL(fileURLWithPath: "/")
    }

    func read<Result: Sendable>(_ body: (borrowing State) -> Result) -> Result { state.withLock { body($0) } }

    func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in
            state.version += 1
            return body(&state)
        }
    }

    var snapshot: State { state.withLock { $0 } }

    func track(_ id: CMPersistentTrackID) -> Track? { snapshot.tracks.first { $0.trackID == id } }

    enum Change { case changed, noSuchTrack }

    @discardableResult
    func changeTrack(_ id: CMPersistentTrackID, _ body: (inout Track) -> Void) -> Change {
        change { state in
            guard let index = state.tracks.firstIndex(where: { $0.trackID == id }) else { return .noSuchTrack }
            body(&state.tracks[index])
            return .changed
        }
    }

    var duration: CMTime { snapshot.duration }

    /// The size of the video: set by the client, or that of the largest source.
    var naturalSize: CGSize { snapshot.videoSize }
}

extension CompositionCore.State {
    var duration: CMTime { tracks.map(\.list.end).max() ?? .zero }

    var videoSize: CGSize {
        if let naturalSize { return naturalSize }
        let sizes = tracks.filter { $0.kind == .video }
            .flatMap { $0.list.segments.compactMap { $0.reference?.info.video?.naturalSize } }
        return sizes.max { $0.width * $0.height < $1.width * $1.height } ?? .zero
    }

    /// The tracks that play: those that are enabled; of several video tracks the first one.
    var plan: CompositionPlan {
        let size = videoSize
        return CompositionPlan(
            tracks: tracks.compactMap { track in
                guard track.isEnabled, !track.list.segments.isEmpty else { return nil }
                let kind: CompositionPlan.Kind = track.kind == .video ? .video : .audio
                return CompositionPlan.Track(trackID: track.trackID, kind: kind, segments: track.list.planned)
            }, width: Int(size.width), height: Int(size.height))
    }

    /// The media information of the composition, without opening its media.
    var info: MediaInfo {
        let played = [TrackInfo.Kind.video, .audio].compactMap { kind in
            tracks.first { $0.kind == kind && $0.isEnabled && $0.list.end > .zero }?.info
        }
        return MediaInfo(
            container: "composition", duration: duration, startTime: .zero, bitsPerSecond: nil, byteCount: nil,
            isSeekable: true, isLive: false, tracks: played, chapters: [], metadata: [], covers: [])
    }
}

extension CompositionCore.Track {
    /// The description of the track: that of its first media, with the track's own settings.
    var info: TrackInfo {
        let media = list.segments.lazy.compactMap { $0.reference?.info }.first
        var info = media ?? TrackInfo(index: 0, trackID: trackID, kind: kind, codec: "")
        // The engine plays one video track, and one audio track in which all are mixed.
        info.index = kind == .video ? 0 : 1
        info.trackID = trackID
        info.duration = list.end
        info.startTime = .zero
        info.timescale = timescale ?? info.timescale
        info.language = language ?? media?.language
        info.isDefault = isEnabled
        return info
    }
}
