import CFFmpeg
import CoreMedia
import Foundation

/// Plays a composition: the packets of the ranges of video, and the decoded samples of all audio tracks.
final class CompositionReader: MediaReader, @unchecked Sendable {
    // Sendable because ownership moves from the opening thread to the reader thread and is never shared; `cancel` and `resume` only touch the
    // lanes' sources.
    let url: URL
    let info: MediaInfo
    private let video: VideoLane?
    private let audio: CompositionAudio?
    private let videoFormat: StreamFormat?
    private var readsVideo = true
    private var readsAudio = true

    var policy: ReadingPolicy { .localFile }
    var stream: (any StreamCapabilities)? { nil }
    var bytesRead: Int64 { (video?.sources.bytesRead ?? 0) + (audio?.bytesRead ?? 0) }

    static let videoIndex = 0
    static let audioIndex = 1
    /// The maximum number of audio tracks that are mixed; each takes two channels of a packet.
    static let maximumAudioTracks = 32

    /// - Parameter created: receives a closure that cancels opening.
    init(
        _ locator: MediaLocator, _ plan: CompositionPlan,
        created: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }
    ) throws(MediaError) {
        url = locator.url
        let duration = plan.duration
        guard duration > 0 else {
            throw MediaError(.empty, "The composition contains no media: insert a range into a track.", url: url)
        }
        var tracks: [TrackInfo] = []
        var size = (width: plan.width, height: plan.height)
        var format: StreamFormat?
        var lane: VideoLane?
        if let track = plan.tracks.first(where: { $0.kind == .video && $0.end > 0 }) {
            let probe = CompositionSources()
            created { probe.cancel() }
            var info = TrackInfo(
                index: Self.videoIndex, trackID: track.trackID, kind: .video, codec: "rawvideo", timescale: 90_000)
            if let source = track.sources.first {
                let demuxer = try probe.demuxer(of: source)
                format = demuxer.format(of: source.trackIndex)
                if let found = demuxer.info.tracks.first(where: { $0.index == source.trackIndex }) { info = found }
                if size.width <= 0 || size.height <= 0, let own = info.video {
                    size = (own.displayWidth, own.displayHeight)
                }
            }
            if size.width <= 0 || size.height <= 0 { size = (Self.usualSize.width, Self.usualSize.height) }
            info.index = Self.videoIndex
            info.trackID = track.trackID
            info.duration = track.end.time
            info.startTime = .zero
            info.isDefault = true
            info.video = info.video ?? VideoTrackInfo(width: size.width, height: size.height)
            tracks.append(info)
            guard let black = BlackFrame(width: size.width, height: size.height) else {
                throw MediaError(.outOfMemory, "There is not enough memory to open the composition.", url: url)
            }
            lane = VideoLane(track, index: Self.videoIndex, black: black)
            format = format ?? black.format
        }
        video = lane
        videoFormat = format
        let audible = plan.tracks.filter { $0.kind == .audio && $0.end > 0 }.prefix(Self.maximumAudioTracks)
        audio = audible.isEmpty ? nil : try CompositionAudio(Array(audible), index: Self.audioIndex, created: created)
        if let audio { tracks.append(audio.info) }
        info = MediaInfo(
            container: "composition", duration: duration.time, startTime: .zero, bitsPerSecond: nil, byteCount: nil,
            isSeekable: true, isLive: false, tracks: tracks, chapters: [], metadata: [], covers: [])
    }

    /// The size of the frames of a composition that contains no media of known size.
    static let usualSize = (width: 640, height: 360)

    func format(of track: Int) -> StreamFormat? {
        switch track {
        case Self.videoIndex: videoFormat
        case Self.audioIndex: audio?.format
        default: nil
        }
    }

    func read() throws(MediaError) -> Packet? {
        let frame = readsVideo ? try video?.peek() : nil
        let samples = readsAudio ? audio?.nextTime : nil
        if let frame, samples.map({ frame.decodeTime <= $0 }) ?? true {
            video?.take()
            return frame
        }
        guard samples != nil else { return nil }
        return try audio?.read()
    }

    func seek(to time: Nanoseconds, track: Int?) throws(MediaError) {
        try video?.seek(to: time)
        audio?.seek(to: time)
    }

    func discardAll(except tracks: Set<Int>) {
        readsVideo = tracks.contains(Self.videoIndex)
        readsAudio = tracks.contains(Self.audioIndex)
    }

    func cancel() {
        video?.sources.cancel()
        audio?.cancel()
    }

    func resume() {
        video?.sources.resume()
        audio?.resume()
    }
}
