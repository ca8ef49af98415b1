import Foundation

/// Demuxes one segment, with its initialization section, into packets with times in nanoseconds of the stream's own clock. Thread-safe.
final class SegmentSplitter: SegmentSplitting {
    /// The first `moof` box must end within this many bytes for a segment to be demuxed while it arrives.
    private static let maximumHeadBytes = 256 << 10
    private let formats = SegmentFormats()

    // MARK: - Whole segments

    func split(_ content: SegmentContent) throws(MediaError) -> SegmentSplit {
        let (bytes, chunk) = (content.bytes, content.chunk)
        try SegmentIntegrity.checkProtection(of: content)
        // The timestamps of packed audio start at 0; an ID3 tag before it contains the offset.
        let tag = PackedAudioTimestamp(bytes)
        let shift = tag.timestamp.map { Nanoseconds((Double($0) / 90_000 * 1_000_000_000).rounded()) }
        let media = tag.headerLength > 0 ? Array(bytes[tag.headerLength...]) : bytes
        let tables = formats.missingTables(of: media, chunk)
        let (demuxer, cipher) = try Self.demuxer(
            tables.isEmpty ? media : tables + media, url: chunk.url, sampleKey: content.sampleKey)
        var metadata: [SegmentMetadata] = []
        if let shift {
            let frames = ID3Frame.frames(in: bytes.prefix(tag.headerLength))
            metadata.append(SegmentMetadata(time: shift, content: .id3(frames)))
        }
        let session = SegmentSession(demuxer, chunk, formats, cipher: cipher, shift: shift, metadata: metadata)
        _ = try session.readAll()
        try formats.check(content.sampleKey, session.undelivered)
        return try session.finish(corruption: SegmentIntegrity.corruption(of: content), messages: bytes)
    }

    /// Returns the demuxer of the container, and the cipher for samples that the demuxer does not decrypt.
    /// - Parameter bytes: the decrypted initialization section, if there is one, and the decrypted segment.
    static func demuxer(
        _ bytes: [UInt8], url: URL, sampleKey: SegmentContent.SampleKey?
    ) throws(MediaError) -> (any SegmentReading, SampleCipher?) {
        let locator = MediaLocator(url: url)
        let cipher = try sampleKey.map { (key) throws(MediaError) in try SampleCipher(key) }
        if let plain = try cipher?.packed(bytes) {
            return (try Demuxer(locator, source: MemorySource(plain), keepsTimeStamps: true), nil)
        }
        let isFragmented = BoxReader.isFragmented(bytes)
        if isFragmented {
            // libavformat 59 uses the encryption boxes of the wrong fragment if the source is seekable.
            let source = MemorySource(bytes, isSeekable: sampleKey == nil)
            let container = DescribedDemuxer.Container.fragments(sampleKey: sampleKey?.secret)
            if let described = DescribedDemuxer(source, container, url: locator.url) { return (described, nil) }
        } else if cipher == nil, TransportTables.isStream(bytes) {
            if let described = DescribedDemuxer(MemorySource(bytes), .transportStream, url: locator.url) {
                return (described, nil)
            }
        }
        guard let key = sampleKey, isFragmented else {
            return (try Demuxer(locator, source: MemorySource(bytes), keepsTimeStamps: true), cipher)
        }
        let source = MemorySource(bytes, isSeekable: false)
        return (try Demuxer(locator, source: source, keepsTimeStamps: true, sampleKey: key.secret), nil)
    }

    // MARK: - Segments that are still arriving

    func split(
        _ arriving: ArrivingSegment, deliver: ((SegmentSplit) -> Bool)?
    ) throws(MediaError) -> ArrivingSplit {
        let media = ArrivingMedia(
            arriving.body,
            decryption: try arriving.cipher.map { (cipher) throws(MediaError) in
                try SegmentDecryption(key: cipher.key, iv: cipher.vector)
            }, url: arriving.chunk.url)
        guard let demuxer = try demuxer(of: media, arriving) else { return .unsuitable }
        arriving.body.freeRead()
        let session = SegmentSession(demuxer, arriving.chunk, formats, surveysCaptions: arriving.surveysCaptions)
        let isWanted =
            if let deliver {
                try session.readAll({ media.structure }, when: { !media.hasUnread }, deliver: deliver)
            } else {
                try session.readAll()
            }
        guard isWanted else { return .unwanted }
        if let failure = media.failure {
            guard session.hasDelivered else { throw failure }
            session.fail(failure)
        }
        return .split(
            try session.finish(
                corruption: SegmentIntegrity.corruption(of: media.structure, url: arriving.chunk.url),
                messages: media.structure.messages))
    }

    /// Returns the demuxer of fragments or of a transport stream; nil if the segment must be demuxed as a whole.
    private func demuxer(
        of media: ArrivingMedia, _ arriving: ArrivingSegment
    ) throws(MediaError) -> (any SegmentReading)? {
        let head = Array(try media.head(8))
        if BoxReader.isFragmented(head) {
            var count = head.count
            while media.structure.firstDescription == nil, !media.structure.isBroken {
                count = media.structure.count + 1
                guard count <= Self.maximumHeadBytes, try media.head(count).count == count else { return nil }
            }
            guard let description = media.structure.firstDescription else { return nil }
            if !arriving.initSection.isEmpty {
                try SegmentIntegrity.checkProtection(of: description, url: arriving.chunk.url)
            }
            media.insert(arriving.initSection)
            return DescribedDemuxer(media, .fragments(), url: arriving.chunk.url)
        }
        guard arriving.initSection.isEmpty, head.first == TransportTables.sync else { return nil }
        let packets = Array(try media.head(Int(TransportTables.headBytes)))
        guard TransportTables.isStream(packets) else { return nil }
        let tables = formats.missingTables(of: packets, arriving.chunk)
        guard TransportTables(in: packets) != nil || !tables.isEmpty else { return nil }
        media.insert(tables)
        return DescribedDemuxer(media, .transportStream, url: arriving.chunk.url)
    }
}
