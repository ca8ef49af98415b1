import CFFmpeg

/// The samples of one audio track of a composition, as stereo at one sample rate, each at its exact place. Used by the reader thread.
final class AudioLane {
    /// The decoder of a segment, positioned in its media.
    private struct Run {
        var segment: Int
        var demuxer: Demuxer
        var source: CompositionPlan.Source
        var decoder: AudioDecoder
        var converter: AudioConverter
        var isDrained = false
        /// The frame after the last converted one.
        var next: Int?
    }

    let sources = CompositionSources()
    private let track: CompositionPlan.Track
    private let sampleRate: Int
    private var run: Run?
    /// The number of the frame to return next.
    private var position = 0
    private var chunk: [Float]
    /// Frames of the chunk that were not returned yet: the number of the first one, and its index in the chunk.
    private var rest: (frame: Int, from: Int, count: Int)?

    private static let chunkFrames = 1_024
    /// The media decoded before a segment's first sample, for codecs with state across packets.
    private static let preroll: Nanoseconds = 200 * .millisecond

    init(_ track: CompositionPlan.Track, sampleRate: Int) {
        self.track = track
        self.sampleRate = sampleRate
        chunk = [Float](repeating: 0, count: 2 * Self.chunkFrames)
    }

    func seek(toFrame frame: Int) {
        position = frame
        run = nil
        rest = nil
    }

    private var tolerance: Int { Int(AudioConverter.gapTolerance * Double(sampleRate)) }

    private func frame(at time: Nanoseconds) -> Int {
        Int((Double(time) / 1e9 * Double(sampleRate)).rounded())
    }

    /// Writes the next frames, with a distance of `stride` floats from one to the next.
    func read(into buffer: UnsafeMutablePointer<Float>, frames: Int, stride: Int) throws(MediaError) {
        let start = position
        let end = position + frames
        while position < end {
            let time = Nanoseconds((Double(position) + 0.5) / Double(sampleRate) * 1e9)
            guard time < track.end, let number = track.segment(at: time) else { break }
            let segment = track.segments[number]
            let last = min(end, max(frame(at: segment.target.upperBound), position + 1))
            if let source = segment.source, AudioConverter.rates.contains(segment.speed) {
                try fill(
                    buffer + (position - start) * stride, until: last, stride, of: number, segment, source)
            }
            // Samples that the media does not have are silent.
            position = last
        }
        position = end
    }

    /// Copies the samples of a segment up to a frame.
    private func fill(
        _ buffer: UnsafeMutablePointer<Float>, until last: Int, _ stride: Int, of number: Int,
        _ segment: CompositionPlan.Segment, _ source: CompositionPlan.Source
    ) throws(MediaError) {
        if run?.segment != number { try enter(number, segment, source) }
        let first = position
        while position < last {
            guard let ready = try samples(of: segment) else { return }
            // Samples before the position belong to the preroll.
            let skip = min(ready.count, max(0, position - ready.frame))
            if skip < ready.count, ready.frame + skip >= last {
                rest = (ready.frame + skip, ready.from + skip, ready.count - skip)
                return
            }
            let begin = ready.frame + skip
            let count = min(ready.count - skip, last - begin)
            for index in 0..<max(0, count) {
                let to = (begin - first + index) * stride
                let from = 2 * (ready.from + skip + index)
                buffer[to] = chunk[from]
                buffer[to + 1] = chunk[from + 1]
            }
            position = max(position, begin + max(0, count))
            let used = skip + max(0, count)
            rest = used < ready.count ? (ready.frame + used, ready.from + used, ready.count - used) : nil
        }
    }

    private func enter(
        _ number: Int, _ segment: CompositionPlan.Segment, _ source: CompositionPlan.Source
    ) throws(MediaError) {
        rest = nil
        let demuxer = try sources.demuxer(of: source)
        guard let format = demuxer.format(of: source.trackIndex),
            let info = demuxer.info.tracks.first(where: { $0.index == source.trackIndex })
        else { throw MediaError(.malformed, "A track of the composition is not readable.", url: source.locator.url) }
        let timing = SegmentTiming(source: segment.sourceRange, target: segment.target)
        let start = timing.media(at: Nanoseconds(Double(position) / Double(sampleRate) * 1e9))
        try demuxer.seek(to: max(0, start &- Self.preroll), track: source.trackIndex)
        let converter = AudioConverter(output: AudioFormat(sampleRate: sampleRate, channels: 2))
        converter.setRate(segment.speed, keepsPitch: true)
        run = Run(
            segment: number, demuxer: demuxer, source: source,
            decoder: try AudioDecoder(format: format, track: info, url: source.locator.url), converter: converter)
    }

    /// Returns the next samples of the segment's media, numbered as frames of the composition; nil at the end.
    private func samples(of segment: CompositionPlan.Segment) throws(MediaError) -> (frame: Int, from: Int, count: Int)?
    {
        if let rest { return rest }
        while var run {
            let pulled = chunk.withUnsafeMutableBufferPointer {
                run.converter.pull(into: $0, frames: Self.chunkFrames)
            }
            if pulled.frames > 0 {
                let offset = (pulled.mediaTime - segment.sourceRange.lowerBound.seconds) / segment.speed
                let stated = self.frame(at: segment.target.lowerBound) + Int((offset * Double(sampleRate)).rounded())
                // Small differences are rounding errors: samples neither overlap nor leave gaps.
                let frame = run.next.map { abs(stated - $0) <= tolerance ? $0 : stated } ?? stated
                run.next = frame + pulled.frames
                self.run = run
                return (frame, 0, pulled.frames)
            }
            guard !run.isDrained else { return nil }
            let converter = run.converter
            let packet = try run.demuxer.read()
            if let packet, packet.trackIndex != run.source.trackIndex { continue }
            try run.decoder.decode(packet) { (frame, time) throws(MediaError) in
                try converter.push(frame: frame, mediaTime: time.seconds)
            }
            if packet == nil {
                converter.drain()
                run.isDrained = true
                self.run = run
            }
        }
        return nil
    }
}
