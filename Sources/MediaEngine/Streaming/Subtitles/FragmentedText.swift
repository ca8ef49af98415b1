import Foundation
import HLS

/// Subtitles in fragmented MP4 (ISO 14496-30). A WebVTT sample (`wvtt`) contains the cues active for its duration; a TTML sample (`stpp`)
/// is a document with its own times, valid for the duration of the sample.
struct FragmentedText {
    /// The cues, with times of the media's own clock.
    let cues: [SubtitleCues.Cue]

    /// The maximum number of samples per segment; the rest is ignored.
    private static let maximumSamples = 20_000

    /// The format of the samples.
    enum Format: String {
        case webVTT = "wvtt"
        case timedText = "stpp"
    }

    private struct Sample {
        /// The start in units of the track's timescale.
        var start: Int
        var duration: Int
        var bytes: Range<Int>
    }

    /// The values for samples that do not state their own.
    private struct Defaults {
        var duration = 0
        var size = 0
    }

    /// - Parameter bytes: an initialization section followed by fragments.
    init(_ bytes: [UInt8]) throws(MediaError) {
        guard let media = BoxReader.find(["moov", "trak", "mdia"], in: bytes),
            let header = BoxReader.find(["mdhd"], in: bytes, range: media),
            let version = bytes.number(at: header.lowerBound, count: 1, before: header.upperBound),
            let timescale = bytes.number(
                at: header.lowerBound + (version == 1 ? 20 : 12), count: 4, before: header.upperBound), timescale > 0,
            let entries = BoxReader.find(["minf", "stbl", "stsd"], in: bytes, range: media)
        else { throw MediaError(.malformed, "Subtitles in MP4 lack the description of their track.") }
        var entry = BoxReader(bytes, in: min(entries.lowerBound + 8, entries.upperBound)..<entries.upperBound)
        guard let format = (entry.next()?.type).flatMap(Format.init) else {
            throw MediaError(
                .unsupported, "Subtitles in this format are not supported.", detail: "MP4, but neither wvtt nor stpp")
        }
        var defaults = Defaults()
        if let extends = BoxReader.find(["moov", "mvex", "trex"], in: bytes) {
            defaults.duration = bytes.number(at: extends.lowerBound + 12, count: 4, before: extends.upperBound) ?? 0
            defaults.size = bytes.number(at: extends.lowerBound + 16, count: 4, before: extends.upperBound) ?? 0
        }
        var samples: [Sample] = []
        var reader = BoxReader(bytes)
        while let box = reader.next(), samples.count < Self.maximumSamples {
            guard box.type == "moof",
                let fragment = BoxReader.find(["traf"], in: bytes, range: box.content)
            else { continue }
            Self.read(fragment, of: box.start, bytes, defaults, &samples)
        }
        cues =
            switch format {
            case .timedText: try Self.documents(samples, bytes, timescale: timescale)
            case .webVTT: Self.cues(samples, bytes, timescale: timescale)
            }
    }

    /// Reads one sample.
    /// - Parameters:
    ///   - start: the start of the sample on the track's timeline, in nanoseconds.
    ///   - duration: in nanoseconds; 0 if it is unknown.
    init(sample bytes: [UInt8], _ format: Format, start: Nanoseconds, duration: Nanoseconds) throws(MediaError) {
        let sample = Sample(start: Int(start), duration: Int(duration), bytes: 0..<bytes.count)
        cues =
            switch format {
            case .timedText: try Self.documents([sample], bytes, timescale: 1_000_000_000)
            case .webVTT: Self.cues([sample], bytes, timescale: 1_000_000_000)
            }
    }

    // MARK: - Fragments

    private static func read(
        _ fragment: Range<Int>, of start: Int, _ bytes: [UInt8], _ common: Defaults, _ samples: inout [Sample]
    ) {
        var defaults = common
        var time = 0
        var base = start
        var reader = BoxReader(bytes, in: fragment)
        while let box = reader.next() {
            let (from, end) = (box.content.lowerBound, box.content.upperBound)
            guard let word = bytes.number(at: from, count: 4, before: end) else { continue }
            let (version, flags) = (word >> 24, word & 0xff_ffff)
            switch box.type {
            case "tfhd":
                var position = from + 8
                if flags & 1 != 0 {
                    base = bytes.number(at: position, count: 8, before: end) ?? start
                    position += 8
                }
                if flags & 2 != 0 { position += 4 }
                if flags & 8 != 0 {
                    defaults.duration = bytes.number(at: position, count: 4, before: end) ?? 0
                    position += 4
                }
                if flags & 0x10 != 0 { defaults.size = bytes.number(at: position, count: 4, before: end) ?? 0 }
            case "tfdt": time = bytes.number(at: from + 4, count: version == 1 ? 8 : 4, before: end) ?? 0
            case "trun": run(from, end, flags, &time, base, defaults, bytes, &samples)
            default: break
            }
        }
    }

    private static func run(
        _ from: Int, _ end: Int, _ flags: Int, _ time: inout Int, _ base: Int, _ defaults: Defaults, _ bytes: [UInt8],
        _ samples: inout [Sample]
    ) {
        guard let count = bytes.number(at: from + 4, count: 4, before: end) else { return }
        var position = from + 8
        var offset = base
        if flags & 1 != 0 {
            guard let relative = bytes.number(at: position, count: 4, before: end) else { return }
            offset = base &+ Int(Int32(truncatingIfNeeded: relative))
            position += 4
        }
        if flags & 4 != 0 { position += 4 }
        for _ in 0..<min(count, maximumSamples - samples.count) {
            var (duration, size) = (defaults.duration, defaults.size)
            func field(_ flag: Int) -> Int? {
                guard flags & flag != 0 else { return nil }
                defer { position += 4 }
                return bytes.number(at: position, count: 4, before: end)
            }
            duration = field(0x100) ?? duration
            size = field(0x200) ?? size
            _ = field(0x400)
            _ = field(0x800)
            // An invalid offset or size; the samples after it cannot be located.
            guard position <= end, offset >= 0, offset <= bytes.count, size <= bytes.count - offset,
                time <= Int.max / 4
            else { return }
            samples.append(Sample(start: time, duration: duration, bytes: offset..<offset + size))
            time += duration
            offset += size
        }
    }

    // MARK: - Samples

    /// Parses TTML documents. A document that cannot be parsed is skipped; if none can be parsed, the error is thrown.
    private static func documents(
        _ samples: [Sample], _ bytes: [UInt8], timescale: Int
    ) throws(MediaError) -> [SubtitleCues.Cue] {
        var cues: [SubtitleCues.Cue] = []
        var failure: MediaError?
        var isAnyRead = false
        for sample in samples where !sample.bytes.isEmpty {
            let start = nanoseconds(sample.start, timescale)
            let end = sample.duration > 0 ? nanoseconds(sample.start + sample.duration, timescale) : .never
            do throws(MediaError) {
                let document = try TimedTextDocument(bytes[sample.bytes])
                isAnyRead = true
                func overlaps(_ cue: TimedTextDocument.Cue, _ shift: Nanoseconds) -> Bool {
                    cue.start &+ shift < end && (cue.end.map { $0 &+ shift } ?? end) > start
                }
                // Times are relative to the track; some packagers make them relative to each sample.
                let isOwn = document.cues.contains { overlaps($0, 0) }
                let shift = isOwn || !document.cues.contains { overlaps($0, start) } ? 0 : start
                for cue in document.cues where overlaps(cue, shift) {
                    let flat = cue.block.flattened()
                    cues.append(
                        SubtitleCues.Cue(
                            start: cue.start &+ shift, end: cue.end.map { $0 &+ shift } ?? end, text: flat.text,
                            identity: .init(payload: flat.text), placement: cue.block.placement, styles: flat.styles,
                            annotations: flat.annotations))
                }
            } catch {
                failure = error
            }
        }
        if let failure, !isAnyRead { throw failure }
        return cues
    }

    /// Merges a cue that continues over several samples, as a new sample starts whenever another cue starts or ends.
    private static func cues(_ samples: [Sample], _ bytes: [UInt8], timescale: Int) -> [SubtitleCues.Cue] {
        var cues: [SubtitleCues.Cue] = []
        var open: [SubtitleCues.Identity: Int] = [:]
        for sample in samples {
            let (start, end) = (
                nanoseconds(sample.start, timescale), nanoseconds(sample.start + sample.duration, timescale)
            )
            var stillOpen: [SubtitleCues.Identity: Int] = [:]
            var reader = BoxReader(bytes, in: sample.bytes)
            while let box = reader.next() {
                guard box.type == "vttc", let identity = identity(box.content, bytes) else { continue }
                if let at = open[identity], cues[at].end == start {
                    cues[at].end = end
                    stillOpen[identity] = at
                } else {
                    stillOpen[identity] = cues.count
                    cues.append(SubtitleCues.Cue(start: start, end: end, identity: identity))
                }
            }
            open = stillOpen
        }
        return cues
    }

    private static func identity(_ range: Range<Int>, _ bytes: [UInt8]) -> SubtitleCues.Identity? {
        func text(_ type: String) -> String? {
            BoxReader.find([type], in: bytes, range: range).map { String(decoding: bytes[$0], as: UTF8.self) }
        }
        guard let payload = text("payl"), payload.utf8.count <= WebVTTLimits.standard.payloadByteCount else {
            return nil
        }
        let settings = WebVTTCueSettings.parse(text("sttg") ?? "").settings
        return SubtitleCues.Identity(name: text("iden") ?? "", settings: settings, payload: payload)
    }

    private static func nanoseconds(_ units: Int, _ timescale: Int) -> Nanoseconds {
        let (seconds, rest) = units.quotientAndRemainder(dividingBy: timescale)
        let (whole, overflowed) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflowed else { return .never }
        let fraction = Double(rest) / Double(timescale) * 1e9
        return Nanoseconds(whole) &+ Nanoseconds(fraction)
    }
}
