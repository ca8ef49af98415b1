import CFFmpeg
import HLS

/// Owns the demuxer of one rendition. Thread-safe. Chunks are demuxed sequentially, except that an abandoned chunk may still be in
/// progress.
///
/// The packets of demuxed chunks are in `PacketQueue`, the decision logic is in `RenditionMachine`.
final class RenditionPipeline: Sendable {
    let role: RenditionRole
    private let splitter: any SegmentSplitting

    init(role: RenditionRole, splitter: any SegmentSplitting = SegmentSplitter()) {
        self.role = role
        self.splitter = splitter
    }

    /// Demuxes a chunk with its key and initialization section. Blocks until the chunk has arrived.
    /// - Parameters:
    ///   - body: the chunk's bytes as they arrive; nil: `loading` contains all of them.
    ///   - surveysCaptions: whether the whole chunk is scanned for captions.
    ///   - give: receives samples before the end, and returns whether more are needed; nil: all samples are in the result.
    /// - Returns: nil if no more samples are needed.
    func demux(
        _ loading: SegmentLoading, _ body: ArrivingBody?, surveysCaptions: Bool = false,
        deliver: ((DemuxedChunk) -> Bool)? = nil
    ) -> DemuxedChunk? {
        do throws(MediaError) {
            guard let body else { return DemuxedChunk(.success(try splitter.split(try loading.content()))) }
            if var arriving = try loading.arriving(body) {
                arriving.surveysCaptions = surveysCaptions
                let deliver = deliver.map { deliver in { deliver(DemuxedChunk(.success($0))) } }
                switch try splitter.split(arriving, deliver: deliver) {
                case .split(let split): return DemuxedChunk(.success(split))
                case .unwanted: return nil
                case .unsuitable: break
                }
            }
            return DemuxedChunk(.success(try splitter.split(try loading.content(try body.whole()))))
        } catch {
            return DemuxedChunk(.failure(error))
        }
    }
}

/// The samples of a chunk, until they are converted to packets or freed.
final class DemuxedChunk {
    private let result: Result<SegmentSplit, MediaError>
    private var samples: [SegmentSample]

    init(_ result: Result<SegmentSplit, MediaError>) {
        self.result = result
        samples = (try? result.get())?.samples ?? []
    }

    deinit { samples.forEach { $0.free() } }

    /// Returns the summary that the machine decides by.
    /// - Parameter surveysCaptions: whether the video is scanned for captions.
    func summary(surveysCaptions: Bool) -> Result<ChunkSummary, MediaError> {
        result.map { split in
            ChunkSummary(
                samples: samples.map {
                    ChunkSummary.Sample(
                        kind: $0.kind, time: $0.time, decodeTime: $0.decodeTime, duration: $0.duration, isKey: $0.isKey)
                },
                tracks: split.tracks, hasClock: split.hasClock, corruption: split.corruption, doubt: split.doubt,
                missingDecoder: Self.missingDecoder(split.tracks[.video]),
                captions: surveysCaptions ? CaptionSurvey(samples).channels : [], metadata: split.metadata)
        }
    }

    private static func missingDecoder(_ video: TrackInfo?) -> MediaError? {
        guard let video, !video.isDecodable else { return nil }
        return MediaError(
            .decoderNotFound, "No decoder for the video of this variant (\(video.codecDisplayName)) is installed.",
            detail: "codec \(video.codec)")
    }

    /// Converts the samples to packets for the uses that the machine chose, and frees the dropped ones.
    func packets(offset: Nanoseconds, uses: [SampleUse], variant: Int) -> [Packet] {
        defer { samples = [] }
        return zip(samples, uses).compactMap { sample, use in
            switch use {
            case .dropped:
                sample.free()
                return nil
            case .leadIn:
                return sample.packet(track: StreamTracks.video, offset: offset, isLeadIn: true, variant: variant)
            case .track(let track):
                return sample.packet(
                    track: track, offset: offset, variant: track == StreamTracks.video ? variant : nil)
            }
        }
    }
}

/// The packets of one rendition that wait for the reader thread, in decode order.
struct PacketQueue {
    private var packets: [Packet] = []
    /// The index of the first undelivered packet.
    private var first = 0

    var count: Int { packets.count - first }
    var next: Packet? { first < packets.count ? packets[first] : nil }

    mutating func append(_ added: [Packet]) { packets += added }

    mutating func takeNext() -> Packet? {
        guard let packet = next else { return nil }
        first += 1
        if first == packets.count {
            packets.removeAll(keepingCapacity: true)
            first = 0
        }
        return packet
    }

    mutating func drop(tracks: Set<Int>) {
        packets = packets[first...].filter { !tracks.contains($0.trackIndex) }
        first = 0
    }
}
