import CFFmpeg
import CoreMedia

/// Seeks in a file and decodes single frames.
final class FileThumbnails: ThumbnailMaker {
    private struct Opened {
        let demuxer: Demuxer
        let track: TrackInfo
        let decoder: VideoDecoder
    }

    private let demuxer: Demuxer
    private var opened: Opened?
    private var place: DecodingPlace?
    /// The longest time so far from a key frame to a requested frame: a lower bound for the GOP duration.
    private var longestWay: Nanoseconds = 0
    private(set) var decodedFrames = 0
    /// The assumed distance between key frames, in files without an index.
    private static let presumedGroup: Nanoseconds = 5 * .second
    /// The maximum number of frames decoded for a request.
    private static let maximumFrames = 20_000

    /// One thread, since playback may run at the same time.
    private static let threads = 1

    init(_ demuxer: Demuxer) { self.demuxer = demuxer }

    func frame(
        at target: Nanoseconds, before: Nanoseconds, after: Nanoseconds, width: Int, isCancelled: () -> Bool
    ) throws(MediaError) -> Frame? {
        try frame(try open(), target, before, after, isCancelled)
    }

    private func open() throws(MediaError) -> Opened {
        if let opened { return opened }
        guard let track = demuxer.info.tracks.first(where: { $0.kind == .video }) else {
            throw MediaError(.noImageAtTime, "This media has no video.", url: demuxer.locator.url)
        }
        demuxer.discardAll(except: [track.index])
        let decoder = try VideoDecoder(demuxer: demuxer, track: track, threads: Self.threads, usesHardware: false)
        let media = Opened(demuxer: demuxer, track: track, decoder: decoder)
        opened = media
        return media
    }

    /// The state of decoding between two requests.
    private struct DecodingPlace {
        /// The last frame at or before `target`; nil right after a seek.
        var latest: Frame?
        /// The frame after `latest`, if it was decoded to determine its time.
        var next: Frame?
        var isDrained = false
        var target: Nanoseconds = 0
        /// The latest time of the frames that were skipped because they were expected to end before `target`.
        var latestSkipped = -Nanoseconds.never
    }

    private enum Search {
        case found(Frame)
        /// Decoding started at a key frame that is displayed after the requested frame, as in open GOPs.
        case beganTooLate(Frame?)
        /// The requested frame was skipped because it is displayed for longer than expected.
        case skippedRequestedFrame
        case nothing
    }

    /// How far before the target decoding starts, for each attempt; the last attempt starts at the beginning of the media.
    private static let headStarts: [Nanoseconds] = [0, 2 * .second, 10 * .second, .never]

    private func frame(
        _ media: Opened, _ target: Nanoseconds, _ before: Nanoseconds, _ after: Nanoseconds, _ isCancelled: () -> Bool
    ) throws(MediaError) -> Frame? {
        if let place, continues(from: place, to: target, before, media) {
            switch try search(media, from: place, target, before, after, skips: true, isCancelled) {
            case .found(let frame): return frame
            case .nothing: return nil
            case .beganTooLate, .skippedRequestedFrame: break
            }
        }
        for headStart in Self.headStarts {
            let start = max(0, target &- headStart)
            switch try search(media, start, target, before, after, skips: true, isCancelled) {
            case .found(let frame): return frame
            case .nothing: return nil
            // There is no frame before the first one.
            case .beganTooLate(let frame): if start == 0 { return frame }
            case .skippedRequestedFrame:
                let again = try search(media, start, target, before, after, skips: false, isCancelled)
                if case .found(let frame) = again { return frame }
            }
        }
        return nil
    }

    /// Whether it is faster to continue decoding after the previous frame than to start at a key frame.
    private func continues(
        from place: DecodingPlace, to target: Nanoseconds, _ before: Nanoseconds, _ media: Opened
    ) -> Bool {
        guard let latest = place.latest, target >= place.target else { return false }
        let keyFrames = media.demuxer.keyFrames(around: target, track: media.track.index)
        if let key = keyFrames.last {
            // The key frame is closer to the target, or within the tolerance.
            guard key <= latest.time, before == 0 || key < target &- before else { return false }
            if keyFrames.isComplete { return true }
        } else if before > 0, latest.time >= target &- before {
            return false
        }
        return target &- latest.time <= max(Self.presumedGroup, longestWay)
    }

    /// Searches from the key frame at or before a time.
    private func search(
        _ media: Opened, _ start: Nanoseconds, _ target: Nanoseconds, _ before: Nanoseconds, _ after: Nanoseconds,
        skips: Bool, _ isCancelled: () -> Bool
    ) throws(MediaError) -> Search {
        place = nil
        try media.demuxer.seek(to: start, track: media.track.index)
        media.decoder.flush()
        return try search(media, from: DecodingPlace(), target, before, after, skips: skips, isCancelled)
    }

    /// Returns the first frame within the tolerances; without any, the last frame that starts at or before the target.
    private func search(
        _ media: Opened, from start: DecodingPlace, _ target: Nanoseconds, _ before: Nanoseconds, _ after: Nanoseconds,
        skips: Bool, _ isCancelled: () -> Bool
    ) throws(MediaError) -> Search {
        var here = start
        here.target = target
        // The state is not valid if reading or decoding fails.
        place = nil
        defer { media.decoder.setEffort(.everything) }
        if let latest = here.latest, latest.time >= target &- before {
            place = here
            return .found(latest)
        }
        for _ in 0..<Self.maximumFrames {
            guard let frame = try nextFrame(media, &here, skips: skips, isCancelled) else {
                place = here
                guard let latest = here.latest else { return .beganTooLate(nil) }
                if latest.time < here.latestSkipped { return .skippedRequestedFrame }
                return lastFrame(latest, media, target, before).map(Search.found) ?? .nothing
            }
            if here.latest == nil { longestWay = max(longestWay, target &- frame.time) }
            // The first frame within the tolerances, which may be the key frame.
            if frame.time >= target &- before, frame.time <= target &+ after {
                here.latest = frame
                place = here
                return .found(frame)
            }
            if frame.time > target {
                here.next = frame
                place = here
                if let latest = here.latest, latest.time < here.latestSkipped { return .skippedRequestedFrame }
                return here.latest.map(Search.found) ?? .beganTooLate(frame)
            }
            here.latest = frame
        }
        return .nothing
    }

    /// Returns the next frame, or nil at the end.
    private func nextFrame(
        _ media: Opened, _ here: inout DecodingPlace, skips: Bool, _ isCancelled: () -> Bool
    ) throws(MediaError) -> Frame? {
        if let next = here.next {
            here.next = nil
            return next
        }
        let rate = media.track.video?.frameRate ?? 0
        let frameDuration = rate > 0 ? Nanoseconds(seconds: 1 / rate) : 40 * .millisecond
        while true {
            if isCancelled() {
                throw MediaError(.cancelled, "Creating the image was cancelled.", url: demuxer.locator.url)
            }
            switch try media.decoder.receive(epoch: 0) {
            case .frame(let frame):
                decodedFrames += 1
                return frame
            case .needsPacket:
                let end = skips ? here.target &- 2 * frameDuration : -.never
                try feed(media, end, &here.latestSkipped, &here.isDrained)
            case .ended: return nil
            }
        }
    }

    /// Returns the last frame if it is displayed until the end of the media; else nil.
    private func lastFrame(_ latest: Frame?, _ media: Opened, _ target: Nanoseconds, _ before: Nanoseconds) -> Frame? {
        guard let latest else { return nil }
        let end = max(latest.end, Nanoseconds(media.demuxer.info.duration) ?? 0)
        return target <= end || latest.time >= target &- before ? latest : nil
    }

    /// Sends the next packet to the decoder.
    /// - Parameter end: frames that end before this time are decoded only as references.
    private func feed(
        _ media: Opened, _ end: Nanoseconds, _ latestSkipped: inout Nanoseconds, _ isDrained: inout Bool
    ) throws(MediaError) {
        while !isDrained {
            guard let packet = try media.demuxer.read() else {
                isDrained = true
                _ = try media.decoder.send(nil)
                return
            }
            guard packet.trackIndex == media.track.index else { continue }
            let isOver = packet.time &+ 2 * packet.duration < end && !packet.isKey
            media.decoder.setEffort(isOver ? .referencesOnly : .everything)
            if isOver { latestSkipped = max(latestSkipped, packet.time) }
            _ = try media.decoder.send(packet)
            return
        }
    }

}
