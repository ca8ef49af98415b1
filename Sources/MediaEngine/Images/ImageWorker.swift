import CFFmpeg
import CoreMedia

/// Seeks in a file and decodes single pictures of it.
final class ImageWorker: StillMaker {
    private struct Opened {
        let demuxer: Demuxer
        let track: TrackInfo
        let decoder: VideoDecoder
    }

    private let demuxer: Demuxer
    private var opened: Opened?
    private var place: DecodingPlace?
    /// The longest way, in time, from a key frame to a picture that was asked for: groups of pictures are at least that long.
    private var longestWay: Nanoseconds = 0
    private(set) var decodedFrames = 0
    /// Where nothing says where key frames are, one is presumed this far on.
    private static let presumedGroup: Nanoseconds = 5 * .second
    /// Frames in a row that are decoded for one picture before it is given up.
    private static let maximumFrames = 20_000

    /// Pictures are made beside what plays: one thread each.
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
            throw MediaError(.noImageAtTime, "There is no picture in this media.", url: demuxer.locator.url)
        }
        demuxer.discardAll(except: [track.index])
        let decoder = try VideoDecoder(demuxer: demuxer, track: track, threads: Self.threads, usesHardware: false)
        let media = Opened(demuxer: demuxer, track: track, decoder: decoder)
        opened = media
        return media
    }

    /// How far decoding has come.
    private struct DecodingPlace {
        /// The last frame at or before `target`; nil right after a seek.
        var latest: Frame?
        /// The one after it, where it had to be decoded to know.
        var next: Frame?
        var isDrained = false
        var target: Nanoseconds = 0
        /// The last of the pictures that were left out as over and done with before `target`.
        var latestSkipped = -Nanoseconds.never
    }

    private enum Search {
        case found(Frame)
        /// Decoding began after the target: where groups of pictures are open, at a key frame that is shown later than the wanted frame.
        case beganTooLate(Frame?)
        /// A picture that was left out as over and done with is the wanted one: it stays longer than others.
        case skippedTheWanted
        case nothing
    }

    /// How much before the target decoding begins, attempt by attempt; the last one is the start of the media.
    private static let headStarts: [Nanoseconds] = [0, 2 * .second, 10 * .second, .never]

    private func frame(
        _ media: Opened, _ target: Nanoseconds, _ before: Nanoseconds, _ after: Nanoseconds, _ isCancelled: () -> Bool
    ) throws(MediaError) -> Frame? {
        if let place, goesOn(from: place, to: target, before, media) {
            switch try search(media, from: place, target, before, after, skips: true, isCancelled) {
            case .found(let frame): return frame
            case .nothing: return nil
            case .beganTooLate, .skippedTheWanted: break
            }
        }
        for headStart in Self.headStarts {
            let start = max(0, target &- headStart)
            switch try search(media, start, target, before, after, skips: true, isCancelled) {
            case .found(let frame): return frame
            case .nothing: return nil
            // Before the very first frame there is nothing: that one has to do.
            case .beganTooLate(let frame): if start == 0 { return frame }
            case .skippedTheWanted:
                let again = try search(media, start, target, before, after, skips: false, isCancelled)
                if case .found(let frame) = again { return frame }
            }
        }
        return nil
    }

    /// Whether decoding on from the previous picture is less work than decoding from a key frame.
    private func goesOn(
        from place: DecodingPlace, to target: Nanoseconds, _ before: Nanoseconds, _ media: Opened
    ) -> Bool {
        guard let latest = place.latest, target >= place.target else { return false }
        let keyFrames = media.demuxer.keyFrames(around: target, track: media.track.index)
        if let key = keyFrames.last {
            // The key frame is nearer, or is a picture that will do.
            guard key <= latest.time, before == 0 || key < target &- before else { return false }
            if keyFrames.isComplete { return true }
        } else if before > 0, latest.time >= target &- before {
            return false
        }
        return target &- latest.time <= max(Self.presumedGroup, longestWay)
    }

    /// From the key frame at or before a time.
    private func search(
        _ media: Opened, _ start: Nanoseconds, _ target: Nanoseconds, _ before: Nanoseconds, _ after: Nanoseconds,
        skips: Bool, _ isCancelled: () -> Bool
    ) throws(MediaError) -> Search {
        place = nil
        try media.demuxer.seek(to: start, track: media.track.index)
        media.decoder.flush()
        return try search(media, from: DecodingPlace(), target, before, after, skips: skips, isCancelled)
    }

    /// The first frame inside the tolerances; without any, the last one that begins at or before the target.
    private func search(
        _ media: Opened, from start: DecodingPlace, _ target: Nanoseconds, _ before: Nanoseconds, _ after: Nanoseconds,
        skips: Bool, _ isCancelled: () -> Bool
    ) throws(MediaError) -> Search {
        var here = start
        here.target = target
        // Unknown where reading or decoding fails half way.
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
                if latest.time < here.latestSkipped { return .skippedTheWanted }
                return lastFrame(latest, media, target, before).map(Search.found) ?? .nothing
            }
            if here.latest == nil { longestWay = max(longestWay, target &- frame.time) }
            // Inexact targets take the first that will do, which is the key frame itself where tolerance allows.
            if frame.time >= target &- before, frame.time <= target &+ after {
                here.latest = frame
                place = here
                return .found(frame)
            }
            if frame.time > target {
                here.next = frame
                place = here
                if let latest = here.latest, latest.time < here.latestSkipped { return .skippedTheWanted }
                return here.latest.map(Search.found) ?? .beganTooLate(frame)
            }
            here.latest = frame
        }
        return .nothing
    }

    /// nil at the end.
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
                throw MediaError(.cancelled, "Making the picture was cancelled.", url: demuxer.locator.url)
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

    /// At the end the last frame stays on the screen, for as long as the media lasts.
    private func lastFrame(_ latest: Frame?, _ media: Opened, _ target: Nanoseconds, _ before: Nanoseconds) -> Frame? {
        guard let latest else { return nil }
        let end = max(latest.end, Nanoseconds(media.demuxer.info.duration) ?? 0)
        return target <= end || latest.time >= target &- before ? latest : nil
    }

    /// - Parameter end: what is over by then is decoded only where other pictures need it.
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
