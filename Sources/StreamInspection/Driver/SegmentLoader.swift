import CoreMedia
import Foundation
import HLS
import MediaEngine
import StreamRules
import Synchronization

/// Loads and measures the segments and parts of one playlist, with their keys and initialization sections. Thread-safe.
final class SegmentLoader: Sendable {
    private let source: StreamInspector.Source
    private let fetcher: StreamFetcher
    private let clock: any HostClock
    private let cache: ResourceCache
    private let meter: SegmentMeter
    /// Used by the one thread that measures this playlist while it decodes.
    private let decoder: Mutex<DecoderBox>
    /// The ETag of each segment, by its number.
    private let tags = Mutex<[UInt64: String]>([:])
    private static let mostTags = 20_000

    /// Confined to the thread that holds the lock around it.
    private struct DecoderBox: ~Copyable {
        var decoder: SegmentDecoder?
    }

    init(_ source: StreamInspector.Source, _ inspector: StreamInspector) {
        self.source = source
        fetcher = inspector.fetcher
        clock = inspector.options.clock
        cache = inspector.cache
        meter = SegmentMeter(source.expectation)
        let decodes = inspector.options.decodes && source.expectation == .media
        decoder = Mutex(DecoderBox(decoder: decodes ? SegmentDecoder() : nil))
    }

    /// Ends decoding; nil where nothing is decoded.
    func finishDecoding() -> SegmentDecoder.Summary? { decoder.withLock { $0.decoder?.finish() } }

    /// Returns the ETag with which a segment was loaded.
    func tag(of segment: MediaSegment) -> String? { tags.withLock { $0[segment.sequenceNumber] } }

    // MARK: - Loading

    /// Requests the bytes of a segment or part.
    func fetch(_ segment: MediaSegment, _ url: URL) throws(MediaError) -> StreamFetcher.Response {
        try fetcher.fetch(
            url, .segment, range: segment.byteRange?.fileRange, maximumBytes: sizeLimit(of: segment),
            seconds: segment.duration.seconds)
    }

    /// Loads and measures a segment or part.
    func load(
        _ segment: MediaSegment, _ url: URL, isPart: Bool = false, excerpt: SegmentProbe.Excerpt = .none
    ) -> SegmentFacts {
        var facts = SegmentFacts()
        let start = clock.now
        let response: StreamFetcher.Response
        do throws(MediaError) {
            response = try fetch(segment, url)
        } catch {
            if error.code == .empty {
                facts.problems = [.empty]
            } else {
                facts.failure = LoadFailure(error)
            }
            facts.loadSeconds = clock.seconds(since: start)
            return facts
        }
        let seconds = clock.seconds(since: start)
        var initialization: [UInt8]?
        let hasRange = segment.byteRange?.fileRange != nil
        if let section = segment.initialization, source.expectation != .images {
            switch load(section) {
            case .success(let bytes): initialization = bytes
            case .failure(let failure):
                facts.problems = [.badInitialization(failure.message)]
                facts.byteCount = response.bytes.count
                facts.response = ResponseFacts(response, requested: url, hasRange: hasRange)
                return facts
            }
        }
        if let problem = keyProblem(segment.keys, url) ?? keyProblem(segment.initialization?.keys ?? [], url) {
            facts.problems = [problem]
            facts.byteCount = response.bytes.count
        } else {
            facts =
                isPart
                ? measure(response.bytes, segment, initialization, url, nil)
                : decoder.withLock { box in
                    // Without a decoder, the lock must not serialize the threads.
                    box.decoder.map { measure(response.bytes, segment, initialization, url, $0, excerpt) }
                } ?? measure(response.bytes, segment, initialization, url, nil, excerpt)
        }
        facts.response = ResponseFacts(response, requested: url, hasRange: hasRange)
        facts.loadSeconds = seconds
        if let first = response.record.firstByte, facts.response?.isHTTP == true {
            facts.firstByteSeconds = Double(first - response.record.start) / 1e9
        }
        if let tag = response.fields["etag"], !isPart {
            tags.withLock { if $0.count < Self.mostTags { $0[segment.sequenceNumber] = tag } }
        }
        return facts
    }

    private func sizeLimit(of segment: MediaSegment) -> Int64 {
        if let range = segment.byteRange { return Int64(clamping: range.length) }
        let declared =
            Double(source.bitsPerSecond) * max(segment.duration.seconds, 1) / 8 * InspectionOptions.sizeFactor
        return min(InspectionOptions.largestLimit, max(InspectionOptions.smallestLimit, Int64(min(declared, 1e12))))
    }

    private func measure(
        _ bytes: [UInt8], _ segment: MediaSegment, _ initialization: [UInt8]?, _ url: URL, _ decoder: SegmentDecoder?,
        _ excerpt: SegmentProbe.Excerpt = .none
    ) -> SegmentFacts {
        meter.measure(
            bytes, segment, initialization: initialization, url: url, decoder: decoder, excerpt: excerpt,
            secret: { key in
                key.uri.flatMap { self.keyURL($0) }.flatMap { try? self.cache.load($0, .key).get() }
            })
    }

    // MARK: - Keys and initialization sections

    private func keyURL(_ uri: String) -> URL? { source.playlist.url(for: uri) }

    private func load(_ section: InitializationSection) -> Result<[UInt8], LoadFailure> {
        guard let url = source.playlist.url(for: section.uri) else {
            return .failure(LoadFailure(.badURL, "“\(section.uri.prefix(200))” is not a valid URL."))
        }
        return cache.load(url, .initialization, range: section.byteRange?.fileRange)
    }

    /// Returns why the key of a segment cannot be used; nil where it can, or where there is none.
    private func keyProblem(_ keys: [EncryptionKey], _ url: URL) -> SegmentFacts.Problem? {
        let key: EncryptionKey?
        do throws(MediaError) {
            key = try SegmentProbe.key(among: keys, url: url)
        } catch {
            return .protected(error.message)
        }
        guard let key else { return nil }
        guard let uri = key.uri, let address = keyURL(uri) else { return .keyMissing("EXT-X-KEY has no valid URI.") }
        switch cache.load(address, .key) {
        case .success(let bytes): return bytes.count == 16 ? nil : .keyLength(bytes.count)
        case .failure(let failure): return .keyMissing(failure.message)
        }
    }
}

extension ByteRange {
    /// nil for an empty range, and for one beyond the largest file.
    var fileRange: Range<Int64>? {
        guard let from = Int64(exactly: offset), let to = Int64(exactly: end), from < to else { return nil }
        return from..<to
    }
}
