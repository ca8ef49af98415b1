import CFFmpeg
import Foundation

/// Reads the samples of one segment in container order, and validates them as they arrive.
///
/// Samples are delivered early until one is doubtful: that sample and all after it are retained until the end, when the
/// whole segment is validated. Used by the thread that demuxes the segment.
final class SegmentSession {
    /// The minimum number of video samples (audio samples if there is no video) in the first early delivery. With frame reordering, the
    /// first displayed frame is among these.
    private static let firstSamples = 6
    /// Timestamps further apart than this are a gap, not the duration of a sample.
    private static let longestSample: Nanoseconds = 10 * .second
    /// Containers without timestamps.
    private static let packedAudio: Set<String> = ["aac", "mp3", "ac3", "eac3"]

    private let reader: any SegmentReading
    private let cipher: SampleCipher?
    private let chunk: MediaChunk
    private let formats: SegmentFormats
    /// The offset added to the container's times, if an ID3 tag before packed audio states one.
    private let shift: Nanoseconds?
    private let tracks: [TrackInfo.Kind: TrackInfo]
    private let texts: Set<Int>
    private let surveysCaptions: Bool
    /// The samples that are not delivered yet.
    private(set) var undelivered: [SegmentSample] = []
    /// The samples that were delivered early.
    private var delivered: [ChunkSummary.Sample] = []
    private var metadata: [SegmentMetadata]
    /// By kind: the usual duration, for samples whose container does not state it.
    private var usualDurations: [TrackInfo.Kind: Nanoseconds] = [:]
    private var corruptPackets = 0
    private var isDoubtful = false
    private var corruption: MediaError?

    /// - Parameters:
    ///   - cipher: decrypts samples that the reader leaves encrypted.
    ///   - shift: nil: the container's own timestamps are used.
    ///   - surveysCaptions: if true and the first frames contain captions, no sample is delivered early.
    init(
        _ reader: any SegmentReading, _ chunk: MediaChunk, _ formats: SegmentFormats, cipher: SampleCipher? = nil,
        shift: Nanoseconds? = nil, metadata: [SegmentMetadata] = [], surveysCaptions: Bool = false
    ) {
        self.surveysCaptions = surveysCaptions
        self.reader = reader
        self.chunk = chunk
        self.formats = formats
        self.cipher = cipher
        self.shift = shift
        self.metadata = metadata
        var tracks: [TrackInfo.Kind: TrackInfo] = [:]
        for track in reader.info.tracks where track.kind == .video || track.kind == .audio {
            if tracks[track.kind] == nil { tracks[track.kind] = track }
        }
        self.tracks = tracks
        texts = Set(reader.info.tracks.filter { $0.kind == .data }.map(\.index))
        reader.discardAll(except: Set(tracks.values.map(\.index)).union(texts))
    }

    deinit { undelivered.forEach { $0.free() } }

    var hasDelivered: Bool { !delivered.isEmpty }

    /// Records an error that ended the segment early.
    func fail(_ error: MediaError) { corruption = corruption ?? error }

    /// Reads to the end. Samples before an error are kept.
    /// - Parameters:
    ///   - ready: called after each packet; returns whether samples are delivered now.
    ///   - give: receives early samples, and returns whether more are needed.
    /// - Returns: false if no more samples are needed.
    func readAll(
        _ structure: () -> SegmentStructure? = { nil }, when ready: () -> Bool = { false },
        deliver: (SegmentSplit) -> Bool = { _ in true }
    ) throws(MediaError) -> Bool {
        do throws(MediaError) {
            while let packet = try reader.read() {
                try take(packet)
                guard ready(), !isDoubtful else { continue }
                isDoubtful = structure()?.isBroken == true
                if !isDoubtful, let early = takeDeliverable(), !deliver(early) { return false }
            }
        } catch {
            if undelivered.isEmpty && delivered.isEmpty { throw error }
            corruption = error
        }
        return true
    }

    private func take(_ packet: Packet) throws(MediaError) {
        if texts.contains(packet.trackIndex) {
            // ID3 tags between the packets of a transport stream (stream type 0x15).
            let content = TimedMetadata.Content.id3(ID3Frame.frames(in: packet.bytes[...]))
            metadata.append(SegmentMetadata(time: packet.time &+ (shift ?? 0), content: content))
            return
        }
        guard let track = tracks.values.first(where: { $0.index == packet.trackIndex }) else { return }
        if let cipher { try cipher.open(packet.raw, packet.format.codec) }
        if packet.raw.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 { corruptPackets += 1 }
        undelivered.append(try formats.sample(packet, track.kind, shift ?? 0, chunk.url))
    }

    // MARK: - Early samples

    /// Returns the samples before the first one that is doubtful or whose duration is unknown; nil if there are none.
    private func takeDeliverable() -> SegmentSplit? {
        let kind: TrackInfo.Kind = tracks[.video] == nil ? .audio : .video
        guard corruptPackets == 0 else {
            isDoubtful = true
            return nil
        }
        if delivered.isEmpty {
            guard undelivered.count(where: { $0.kind == kind }) >= Self.firstSamples else { return nil }
            if surveysCaptions, undelivered.contains(where: \.hasCaptions) {
                isDoubtful = true
                return nil
            }
        }
        updateUsualDurations()
        var count = undelivered.firstIndex { $0.duration == 0 } ?? undelivered.count
        let outliers = SegmentIntegrity.outliers(delivered + undelivered.map(\.summary), of: chunk).map {
            $0 - delivered.count
        }
        let doubtful = undelivered.indices.first { outliers.contains($0) || !FrameIntegrity.isSound(undelivered[$0]) }
        if let doubtful {
            isDoubtful = true
            count = min(count, doubtful)
        }
        guard count > 0, !delivered.isEmpty || undelivered[..<count].contains(where: { $0.kind == kind }) else {
            return nil
        }
        let early = Array(undelivered[..<count])
        undelivered.removeFirst(count)
        delivered += early.map(\.summary)
        return split(early)
    }

    private func split(_ samples: [SegmentSample]) -> SegmentSplit {
        SegmentSplit(
            samples: samples, tracks: tracks, container: reader.info.container,
            hasClock: shift != nil || !Self.packedAudio.contains(reader.info.container))
    }

    // MARK: - The complete segment

    /// Validates the whole segment.
    /// - Parameters:
    ///   - damage: the error in the segment's container structure.
    ///   - messages: the boxes of event messages (`emsg`), concatenated.
    /// - Returns: the samples that were not delivered early.
    func finish(corruption found: MediaError?, messages: [UInt8]) throws(MediaError) -> SegmentSplit {
        corruption = corruption ?? found
        let all = delivered + undelivered.map(\.summary)
        let outliers = SegmentIntegrity.outliers(all, of: chunk)
        if !outliers.isEmpty {
            corruption = corruption ?? SegmentIntegrity.outlierError(outliers.count, of: chunk)
            let isOutlier = undelivered.indices.map { outliers.contains($0 + delivered.count) }
            for (sample, isOutlier) in zip(undelivered, isOutlier) where isOutlier { sample.free() }
            undelivered = zip(undelivered, isOutlier).filter { !$1 }.map(\.0)
        }
        let unsound = undelivered.filter { !FrameIntegrity.isSound($0) }
        if let first = unsound.first {
            corruption = corruption ?? FrameIntegrity.unsound(unsound.count, first: first, of: chunk)
        }
        let sound = all.indices.lazy.filter { !outliers.contains($0) }.map { all[$0] }
        metadata += Self.messages(in: messages, first: sound.map(\.time).min())
        if undelivered.isEmpty, delivered.isEmpty, let corruption { throw corruption }
        updateUsualDurations()
        for kind in [TrackInfo.Kind.video, .audio] {
            guard let last = undelivered.lastIndex(where: { $0.kind == kind }), undelivered[last].duration == 0 else {
                continue
            }
            undelivered[last].duration = usualDurations[kind] ?? 0
        }
        var result = split(undelivered)
        result.corruption = corruption
        result.doubt =
            SegmentIntegrity.shortfall(of: delivered + undelivered.map(\.summary), chunk)
            ?? (corruptPackets > 0 ? SegmentIntegrity.corruptPacketsError(corruptPackets, of: chunk) : nil)
        result.metadata = metadata.filter { !$0.content.isEmpty }
        undelivered = []
        return result
    }

    /// Returns the event messages of fragments.
    /// - Parameter first: the time of the earliest sample, to which some messages are relative.
    private static func messages(in bytes: [UInt8], first: Nanoseconds?) -> [SegmentMetadata] {
        EventMessage.messages(in: bytes).compactMap { message in
            let time: Nanoseconds? =
                switch message.time {
                case .stamp(let stamp): stamp
                case .sinceSegment(let delta): first.map { $0 &+ delta }
                }
            return time.map {
                SegmentMetadata(time: $0, duration: message.duration, content: message.content)
            }
        }
    }

    /// Derives unknown durations from the next sample's time, because seams are cut by duration.
    private func updateUsualDurations() {
        for kind in [TrackInfo.Kind.video, .audio] {
            let own = undelivered.indices.filter { undelivered[$0].kind == kind }
            for (one, next) in zip(own, own.dropFirst()) where undelivered[one].duration == 0 {
                let step = undelivered[next].decodeTime &- undelivered[one].decodeTime
                guard step > 0, step < Self.longestSample else { continue }
                undelivered[one].duration = step
                usualDurations[kind] = step
            }
        }
    }
}

extension SegmentSample {
    fileprivate var hasCaptions: Bool {
        kind == .video && !CaptionUserData.triplets(in: raw, format.parameters).isEmpty
    }

    var summary: ChunkSummary.Sample {
        ChunkSummary.Sample(kind: kind, time: time, decodeTime: decodeTime, duration: duration, isKey: isKey)
    }
}
