import Foundation
import HLS

/// A chunk that is being loaded, with the resources needed to demux it: its initialization section and keys.
struct SegmentLoading {
    enum Resource: Hashable, Sendable {
        case media
        case initSection(URL, ByteRange?)
        case key(URL)

        var name: String {
            switch self {
            case .media: "media"
            case .initSection(let url, let range):
                "\(url.absoluteString)#\(range.map { "\($0.offset)+\($0.length)" } ?? "")"
            case .key(let url): url.absoluteString
            }
        }
    }

    /// The number of this request, unique within the reader.
    let number: Int
    private(set) var chunk: MediaChunk
    let variant: Int
    /// Seconds of the reader's clock.
    let startedAt: Double
    let protection: SegmentProtection
    let initProtection: SegmentProtection
    /// The resources needed before the chunk can be demuxed.
    let needed: Set<Resource>
    private let initSection: Resource?
    private let keyResource: Resource?
    private let initKeyResource: Resource?
    private(set) var here: [Resource: [UInt8]] = [:]

    /// - Throws: `contentIsProtected`, or `badURL` if the URI of an initialization section or key is not valid.
    init(
        _ chunk: MediaChunk, in playlist: MediaPlaylist, number: Int, variant: Int, startedAt: Double
    ) throws(MediaError) {
        self.number = number
        self.chunk = chunk
        self.variant = variant
        self.startedAt = startedAt
        protection = try SegmentProtection(chunk.keys, url: chunk.url)
        initProtection = try SegmentProtection(chunk.initialization?.keys ?? [], url: chunk.url)
        func resolvedURL(_ uri: String, _ what: String) throws(MediaError) -> URL {
            guard let url = playlist.url(for: uri) else {
                throw MediaError(
                    .badURL, "The URL of \(what) is not valid; the playlist is damaged.",
                    detail: String(uri.prefix(200)), url: chunk.url)
            }
            return url
        }
        func resolvedKey(_ protection: SegmentProtection) throws(MediaError) -> Resource? {
            guard let key = protection.key else { return nil }
            return .key(try resolvedURL(key.uri ?? "", "a key"))
        }
        keyResource = try resolvedKey(protection)
        if let section = chunk.initialization {
            initSection = .initSection(try resolvedURL(section.uri, "an init section"), section.byteRange)
            // Sample encryption does not apply to initialization sections.
            if case .wholeResource = initProtection {
                initKeyResource = try resolvedKey(initProtection)
            } else {
                initKeyResource = nil
            }
        } else {
            (initSection, initKeyResource) = (nil, nil)
        }
        needed = Set([.media, initSection, keyResource, initKeyResource].compactMap { $0 })
    }

    var missing: Set<Resource> { needed.subtracting(here.keys) }
    var isWhole: Bool { missing.isEmpty && chunk.openStart == nil }
    var hasMedia: Bool { here[.media] != nil }

    /// The arrival state of the chunk's bytes.
    enum Arrival {
        /// No byte has arrived, or the chunk is demuxed only when it is complete.
        case awaited
        case begun
        /// Demuxed while it arrives, on a separate thread.
        case demuxed(DeliveredPart?)
    }

    var arrival = Arrival.awaited

    /// Whether the chunk can be demuxed now although it is incomplete.
    var canBeDemuxedEarly: Bool {
        guard case .begun = arrival, missing == [.media], chunk.openStart == nil else { return false }
        if case .samples = protection { return false }
        return true
    }

    var isDemuxedEarly: Bool { if case .demuxed = arrival { true } else { false } }
    var delivered: DeliveredPart? { if case .demuxed(let part) = arrival { part } else { nil } }

    mutating func put(_ bytes: [UInt8], for resource: Resource) {
        guard needed.contains(resource) else { return }
        here[resource] = bytes
        // The response to an open range may contain bytes beyond the part.
        if resource == .media, chunk.isHint, let length = chunk.byteRange.flatMap({ Int(exactly: $0.length) }),
            bytes.count > length
        {
            here[resource] = Array(bytes.prefix(length))
        }
    }

    /// The effect of a length on a request with an open range.
    enum RangeOutcome: Equatable {
        /// No limit is needed: the part is the whole resource, or all of its bytes have arrived.
        case whole
        /// The request must end after this many bytes.
        case limited(Int64)
        /// The response ended with too few bytes.
        case short
    }

    /// Sets the range of a part that was requested with an open end, and truncates the bytes received beyond it.
    /// - Parameter range: nil: the whole resource.
    mutating func settle(_ range: ByteRange?) -> RangeOutcome {
        chunk.openStart = nil
        chunk.byteRange = range
        guard let range else { return .whole }
        guard let length = Int(exactly: range.length), let media = here[.media] else {
            return .limited(Int64(clamping: range.length))
        }
        guard media.count >= length else { return .short }
        here[.media] = Array(media.prefix(length))
        return .whole
    }

    private func secret(_ resource: Resource?) -> [UInt8]? { resource.flatMap { here[$0] } }

    private func openedInitSection() throws(MediaError) -> [UInt8] {
        guard let initSection else { return [] }
        return try initProtection.opened(
            here[initSection] ?? [], secret: secret(initKeyResource), sequenceNumber: chunk.sequenceNumber)
    }

    /// Returns the chunk for demuxing while it arrives; nil if its samples are encrypted.
    func arriving(_ body: ArrivingBody) throws(MediaError) -> ArrivingSegment? {
        var cipher: ArrivingSegment.Cipher?
        switch protection {
        case .clear: break
        case .wholeResource(let key):
            cipher = .init(
                key: secret(keyResource) ?? [], vector: key.vector(forSequenceNumber: chunk.sequenceNumber))
        case .samples: return nil
        }
        return ArrivingSegment(body: body, initSection: try openedInitSection(), cipher: cipher, chunk: chunk)
    }

    /// Returns the decrypted initialization section followed by the decrypted chunk, once all resources have arrived.
    /// - Parameter body: the chunk's bytes as received, if they are not among the resources.
    func content(_ body: [UInt8]? = nil) throws(MediaError) -> SegmentContent {
        var bytes = try openedInitSection()
        let initLength = bytes.count
        let media = try protection.opened(
            body ?? here[.media] ?? [], secret: secret(keyResource), sequenceNumber: chunk.sequenceNumber)
        // Without an initialization section the bytes are shared, not copied.
        bytes = bytes.isEmpty ? media : bytes + media
        var sampleKey: SegmentContent.SampleKey?
        if case .samples(let key) = protection, let secret = secret(keyResource) {
            sampleKey = .init(
                secret: secret, vector: key.vector(forSequenceNumber: chunk.sequenceNumber))
        }
        return SegmentContent(bytes: bytes, initLength: initLength, chunk: chunk, sampleKey: sampleKey)
    }
}

/// The samples of a chunk that were queued before the whole chunk arrived.
struct DeliveredPart {
    /// The offset added to the chunk's timestamps.
    var offset: Nanoseconds
    /// The kind of media that the chunk mainly carries.
    var leading: TrackInfo.Kind
}

/// The input of a splitter.
struct SegmentContent {
    struct SampleKey {
        var secret: [UInt8]
        var vector: [UInt8]
    }

    /// The initialization section, if there is one, followed by the chunk.
    var bytes: [UInt8]
    var initLength: Int
    var chunk: MediaChunk
    /// For SAMPLE-AES.
    var sampleKey: SampleKey?
    /// The offset from the media's own timestamps to the presentation timeline, if it is known.
    var offset: Nanoseconds?
}
