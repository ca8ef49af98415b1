import CoreMedia
import Foundation
import HLS
import MediaEngine
import StreamRules

/// Measures the segments of one playlist. Thread-safe, except that segments with a decoder must come in order from one thread.
final class SegmentMeter: Sendable {
    /// The kind of segments that the playlist is expected to have.
    enum Expectation: Sendable { case media, text, images, iFrames }

    private let probe = SegmentProbe()
    private let expectation: Expectation

    init(_ expectation: Expectation) { self.expectation = expectation }

    /// Measures a segment that has been loaded.
    /// - Parameters:
    ///   - bytes: as received.
    ///   - initialization: as received; nil where the playlist names none.
    ///   - excerpt: what is decoded for the comparison with other variants.
    ///   - secret: returns the bytes of a key.
    func measure(
        _ bytes: [UInt8], _ segment: MediaSegment, initialization: [UInt8]?, url: URL, decoder: SegmentDecoder?,
        excerpt: SegmentProbe.Excerpt = .none, secret: (EncryptionKey) -> [UInt8]?
    ) -> SegmentFacts {
        var facts = SegmentFacts()
        facts.byteCount = bytes.count
        guard !bytes.isEmpty else {
            facts.problems = [.empty]
            return facts
        }
        if expectation == .iFrames, segment.byteRange != nil, segment.keys.contains(where: { $0.method == .aes128 }) {
            facts.problems = [.protected("Key frames inside encrypted segments are not examined.")]
            return facts
        }
        let content: SegmentProbe.Content
        do throws(MediaError) {
            content = try SegmentProbe.content(
                bytes, keys: segment.keys, sequenceNumber: segment.sequenceNumber, initialization: initialization ?? [],
                initializationKeys: segment.initialization?.keys ?? [], url: url, secret: secret)
        } catch {
            facts.problems = [
                error.code == .contentIsProtected ? .protected(error.message) : .wrongKey(error.description)
            ]
            return facts
        }
        if Self.isWebVTT(content.media) || expectation == .text && !FragmentScan.isFragments(content.media) {
            facts.container = .webVTT
            if Self.isHTML(content.media) {
                facts.problems = [.text(Self.beginning(content.media), kind: ForeignBytes.textKind(content.media))]
            } else {
                facts.text = TextMeter.measure(content.media)
                // Segments without cues are equal in all languages.
                if facts.text?.cueCount ?? 0 > 0 { facts.digest = Self.digest(of: bytes) }
            }
            return facts
        }
        if let refusal = SegmentProbe.refusal(of: content.media, url: url) {
            facts.problems = [
                refusal.code == .empty
                    ? .empty : .text(Self.beginning(content.media), kind: ForeignBytes.textKind(content.media))
            ]
            return facts
        }
        if expectation == .images {
            facts.container = .other
            facts.imageSize = ImageHeader.size(of: content.media)
            return facts
        }
        facts.digest = Self.digest(of: bytes)
        let isEncrypted = segment.keys.contains { $0.method == .aes128 }
        var marks: [[Bool]?] = []
        var objectType: Int?
        if TransportScan.isStream(content.media) {
            facts.container = .transportStream
            scanPackets(content.media, isEncrypted, hasMap: segment.initialization != nil, &facts)
            if expectation == .media, facts.problems.isEmpty {
                let statements = TransportStatements(
                    content.media, isEncrypted: content.hasEncryptedSamples, seconds: segment.duration.seconds)
                (facts.violations, facts.streamTable) = (statements.violations, statements.table)
                objectType = statements.audioObjectType
            }
        } else if FragmentScan.isFragments(content.media) {
            facts.container = .fragments
            guard scanBoxes(content, hasMap: segment.initialization != nil, &marks, &facts) else { return facts }
            checkStatements(content, segment, &facts)
            // Subtitles in fragments are not demuxed.
            if expectation == .text { return facts }
        } else if let offset = TransportScan.displacement(of: content.media) {
            facts.container = .transportStream
            facts.problems = [
                .damaged("the first packet of the transport stream begins at byte \(offset) instead of 0")
            ]
            return facts
        } else if Self.isPackedAudio(content.media) {
            facts.container = .packedAudio
            objectType = PackedAudioStatements.objectType(content.media)
            if !content.hasEncryptedSamples { facts.violations = PackedAudioStatements.violations(content.media) }
        } else {
            facts.container = .other
            if !isEncrypted, let kind = ForeignBytes.kind(content.media) {
                facts.problems = [.foreign(kind)]
                return facts
            }
            let pattern = ForeignBytes.pattern(content.media).map { ": the bytes are \($0)" } ?? ""
            let detail = "it is not in a known container\(isEncrypted ? " after decryption" : "")\(pattern)."
            if expectation == .iFrames, segment.byteRange != nil, !isEncrypted {
                facts.problems = [
                    .unreadable(
                        "the byte range begins neither with a box nor with a packet\(pattern): it is at the wrong place."
                    )
                ]
                return facts
            }
            facts.problems = [isEncrypted ? .wrongKey(detail) : .unreadable(detail)]
            return facts
        }
        read(content, url, decoder, excerpt, marks, &facts)
        // The demuxer takes all ADTS frames for AAC-LC, which has the type 2.
        if let objectType, objectType != 2,
            let track = facts.tracks.firstIndex(where: { $0.codecParameter == "mp4a.40.2" })
        {
            facts.tracks[track].codecParameter = "mp4a.40.\(objectType)"
        }
        return facts
    }

    // MARK: - Containers

    private static func beginning(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.prefix(40).map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self)
    }

    /// Returns a hash that tells segments apart; it is no protection against forgery.
    static func digest(of bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBytes { bytes in
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325
            var position = 0
            while position + 8 <= bytes.count {
                hash ^= bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
                hash = (hash << 23 | hash >> 41) &* 0x9e37_79b9_7f4a_7c15
                position += 8
            }
            for byte in bytes[position...] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            return hash
        }
    }

    private static func isWebVTT(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: "WEBVTT".utf8) || bytes.starts(with: [0xef, 0xbb, 0xbf] + Array("WEBVTT".utf8))
    }

    private static func isHTML(_ bytes: [UInt8]) -> Bool {
        let start = String(decoding: bytes.prefix(200), as: UTF8.self).lowercased()
        return start.contains("<!doctype") || start.contains("<html")
    }

    /// An ID3 tag, or the sync word of AAC, MPEG audio, AC-3 or Enhanced AC-3.
    private static func isPackedAudio(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: "ID3".utf8) || bytes.count > 2 && bytes[0] == 0xff && bytes[1] & 0xe0 == 0xe0
            || bytes.starts(with: [0x0b, 0x77])
    }

    private func scanPackets(
        _ bytes: [UInt8], _ isEncrypted: Bool, hasMap: Bool, _ facts: inout SegmentFacts
    ) {
        let scan = TransportScan(bytes)
        if scan.trailingBytes > 0 {
            facts.problems.append(.truncated("\(scan.trailingBytes) bytes follow the last whole packet"))
        }
        if scan.lostSyncCount > 0 {
            let detail = "\(scan.lostSyncCount) packets do not start with a sync byte"
            facts.problems.append(
                isEncrypted ? .wrongKey("\(detail) after decryption.") : .damaged(detail))
        }
        if scan.transportErrors > 0 {
            facts.problems.append(.damaged("\(scan.transportErrors) packets are marked as faulty"))
        }
        if scan.fieldErrors > 0 {
            let detail =
                "\(scan.fieldErrors) packets have an adaptation field that is longer than the packet (adaptation_field_length)"
            facts.problems.append(isEncrypted ? .wrongKey("\(detail) after decryption.") : .damaged(detail))
        }
        if scan.continuityErrors > 0 { facts.problems.append(.continuity(scan.continuityErrors)) }
        if scan.tableErrors > 0 {
            let detail = "\(scan.tableErrors) tables at the start have wrong checksums"
            facts.problems.append(isEncrypted ? .wrongKey("\(detail) after decryption.") : .damaged(detail))
        }
        if isEncrypted, let pid = scan.foreignPacket {
            facts.problems.append(.wrongKey("the first packet has the unknown identifier \(pid) after decryption."))
        }
        let lacksTables = scan.programCount == 0 || scan.startsWithMedia && !hasMap
        if lacksTables, expectation != .iFrames, facts.problems.isEmpty {
            facts.problems.append(.missingTables)
        }
        if scan.programCount > 1 { facts.problems.append(.severalPrograms(scan.programCount)) }
        if !isEncrypted || facts.problems.isEmpty, expectation != .iFrames, scan.programCount > 0 {
            if scan.hasMedia, !scan.hasClock { facts.problems.append(.noClock) }
            if scan.lateFrameCount > 0 {
                facts.problems.append(.lateFrames(scan.lateFrameCount, Double(scan.latest) / 90_000))
            } else if scan.clockedFrameCount >= Self.fewestClockedFrames, scan.leastLead > Self.longestLead {
                facts.problems.append(.earlyClock(Double(scan.leastLead) / 90_000))
            }
            if !scan.undeclaredPackets.isEmpty {
                facts.problems.append(.undeclaredStreams(scan.undeclaredPackets.sorted()))
            }
        }
        if scan.isScrambled { facts.problems.append(.protected("The packets are scrambled.")) }
    }

    private func checkStatements(
        _ content: SegmentProbe.Content, _ segment: MediaSegment, _ facts: inout SegmentFacts
    ) {
        let isSampleEncrypted = segment.keys.contains { $0.method == .sampleAES && $0.isIdentity }
        let head = InitializationStatements(content.initialization, isEncrypted: isSampleEncrypted)
        facts.violations += head.violations
        if !content.initialization.isEmpty { facts.violations += HeaderStatements.violations(content.initialization) }
        facts.fragments?.hasDolbyVision = head.hasDolbyVision
        facts.fragments?.hasJointObjects = head.hasJointObjects
        guard expectation == .media else { return }
        facts.violations +=
            FragmentStatements(
                content.media, hasMap: !content.initialization.isEmpty, unitLengths: head.unitLengths,
                vectorSizes: content.hasEncryptedSamples ? head.vectorSizes : [:], start: Self.startSeconds(content)
            ).violations
        if let violation = Self.indexViolation(content) { facts.violations.append(violation) }
    }

    /// In seconds.
    private static let indexTolerance = 0.25
    private static let indexStartTolerance = 1.0

    /// Compares the times of the only `sidx` box with those of the fragments after it.
    private static func indexViolation(_ content: SegmentProbe.Content) -> StatementViolation? {
        guard let index = SegmentIndex(content.media), let head = SegmentFile(content.initialization),
            let media = SegmentFile(content.media),
            let track = media.tracks.first(where: { $0.number == index.track }), track.duration > 0,
            let start = track.baseDecodeTime,
            let scale = head.tracks.first(where: { $0.number == index.track })?.timescale, scale > 0
        else { return nil }
        let (stated, measured) = (index.seconds, Double(track.duration) / Double(scale))
        if index.isWhole, abs(stated - measured) > max(indexTolerance, measured / 10) {
            return StatementViolation(
                .segmentIndex,
                "sidx states a duration of \(shown(stated)) s, and the samples of the segment last \(shown(measured)) s."
            )
        }
        let distance = index.start - Double(start) / Double(scale)
        guard abs(distance) > indexStartTolerance else { return nil }
        return StatementViolation(
            .segmentIndex,
            "sidx states the start \(shown(index.start)) s, and the segment starts at "
                + "\(shown(Double(start) / Double(scale))) s.")
    }

    private static func shown(_ seconds: Double) -> String { "\((min(seconds, 1e9) * 100).rounded() / 100)" }

    /// Returns the decode time of the first track fragment in seconds.
    private static func startSeconds(_ content: SegmentProbe.Content) -> Double? {
        // Only event messages need the time.
        guard BoxReader.find(["emsg"], in: content.media) != nil, let head = SegmentFile(content.initialization),
            let media = SegmentFile(content.media)
        else { return nil }
        for track in media.tracks {
            guard let time = track.baseDecodeTime,
                let scale = head.tracks.first(where: { $0.number == track.number })?.timescale, scale > 0
            else { continue }
            return Double(time) / Double(scale)
        }
        return nil
    }

    /// Fewer bytes are padding.
    private static let fewestUnused = 64
    private static let fewestClockedFrames = 8
    /// In units of 90 kHz. Multiplexers send frames up to some seconds before their decode time.
    private static let longestLead = 4 * 90_000

    /// - Parameter marks: is set to the sync samples as the boxes state them, by the position of the track in the movie.
    /// - Returns: whether the segment can be demuxed.
    private func scanBoxes(
        _ content: SegmentProbe.Content, hasMap: Bool, _ marks: inout [[Bool]?], _ facts: inout SegmentFacts
    ) -> Bool {
        let movie = content.initialization.isEmpty ? content.media : content.initialization
        let scan = FragmentScan(content.media, initialization: movie)
        let declared = FragmentScan.tracks(in: movie)
        if expectation != .iFrames {
            let known = scan.syncMarks
            marks = declared.map { known[$0] }
        }
        facts.fragmentNumber = scan.sequenceNumber
        facts.fragments = Self.fragments(content.media, movie)
        // A key frame's range ends in the middle of its box.
        if expectation != .iFrames {
            if let cut = scan.cut { facts.problems.append(.truncated(cut)) }
            if let damage = scan.damage { facts.problems.append(.damaged(damage)) }
            facts.fragments?.untimedCount = scan.untimedCount
            // The vectors of encrypted samples may be beside the samples.
            if scan.unusedCount >= Self.fewestUnused, facts.fragments?.scheme == nil {
                facts.violations.append(
                    StatementViolation(
                        .unusedBytes, "\(scan.unusedCount) bytes of the mdat boxes belong to no sample of trun."))
            }
        }
        guard !content.initialization.isEmpty || scan.hasMovie else {
            facts.problems.append(hasMap ? .badInitialization("it is empty.") : .noInitialization)
            return false
        }
        if !content.initialization.isEmpty {
            if declared.isEmpty {
                facts.problems.append(.badInitialization("it has no tracks."))
                return false
            }
            for track in scan.tracks where !declared.contains(track) { facts.problems.append(.unknownTrack(track)) }
        }
        if !scan.hasFragment, !scan.hasMovie, facts.problems.isEmpty { facts.problems.append(.noSamples) }
        return true
    }

    /// Returns the constant initialization vector of the first `tenc` box.
    private static func constantVector(_ movie: [UInt8]) -> [UInt8]? {
        guard let name = movie.firstRange(of: Array("tenc".utf8)), name.upperBound + 25 <= movie.count else {
            return nil
        }
        let (isProtected, size) = (movie[name.upperBound + 6] == 1, movie[name.upperBound + 7])
        let count = Int(movie[name.upperBound + 24])
        let start = name.upperBound + 25
        guard isProtected, size == 0, count == 8 || count == 16, start + count <= movie.count else { return nil }
        return Array(movie[start..<start + count])
    }

    /// Returns the boxes of a segment and its initialization section that rules look at.
    private static func fragments(_ bytes: [UInt8], _ movie: [UInt8]) -> FragmentFacts {
        var facts = FragmentFacts()
        if let head = SegmentFile(movie) {
            facts.handlers = head.tracks.compactMap(\.handler)
            let video = head.tracks.first { $0.handler == "video" }
            facts.entry = video?.entries.first
            facts.timescale = video?.timescale
        }
        if let scheme = movie.firstRange(of: Array("schm".utf8)), scheme.upperBound + 8 <= movie.count {
            facts.scheme = String(decoding: movie[(scheme.upperBound + 4)..<(scheme.upperBound + 8)], as: UTF8.self)
        }
        facts.vector = Self.constantVector(movie)
        if let media = SegmentFile(bytes), media.kind == .media {
            facts.hasDecodeTimes = media.tracks.allSatisfy { $0.samples == 0 || $0.baseDecodeTime != nil }
        }
        return facts
    }

    // MARK: - Samples

    /// Adds color properties that only the bitstream states, and compares the others.
    private func complete(_ properties: FrameColorProperties, _ facts: inout SegmentFacts) {
        guard let index = facts.tracks.firstIndex(where: { $0.kind == .video }) else { return }
        if facts.container == .fragments, let violation = ColorStatements.violation(facts.tracks[index], properties) {
            facts.violations.append(violation)
        }
        facts.tracks[index].transfer = facts.tracks[index].transfer ?? properties.transfer
        facts.tracks[index].primaries = facts.tracks[index].primaries ?? properties.primaries
        facts.tracks[index].matrix = facts.tracks[index].matrix ?? properties.matrix
    }

    private func read(
        _ content: SegmentProbe.Content, _ url: URL, _ decoder: SegmentDecoder?,
        _ excerpt: SegmentProbe.Excerpt, _ marks: [[Bool]?], _ facts: inout SegmentFacts
    ) {
        var collector = SpanCollector(isSingleFrame: expectation == .iFrames)
        let searchesCaptions = expectation == .media && (decoder != nil || excerpt != .none)
        do throws(MediaError) {
            let result = try probe.read(
                content, url: url, decoder: decoder, findsCaptions: searchesCaptions, excerpt: excerpt
            ) { sample, kind in
                collector.add(sample, kind)
            }
            facts.tracks = result.tracks.map(TrackFacts.init)
            if let properties = result.colorProperties { complete(properties, &facts) }
            if expectation != .iFrames {
                (facts.picture, facts.pictureTime) = (result.picture, result.pictureTime)
                facts.colors = result.pictureColors
            }
            facts.sequence = result.sequence.map { PictureCells(time: $0.time, cells: $0.cells) }
            facts.sound = result.sound.map {
                SoundFacts(firstWindow: $0.firstWindow, levels: $0.levels, crossings: $0.crossings)
            }
            if let sound = result.sound, content.hasEncryptedSamples, sound.errorCount * 4 > sound.packetCount {
                facts.problems.append(
                    .wrongKey(
                        "\(sound.errorCount) of \(sound.packetCount) audio frames have errors after decryption."))
            }
            if result.isPictureDamaged, expectation != .iFrames {
                facts.problems.append(
                    content.hasEncryptedSamples
                        ? .wrongKey("the first key frame has errors after decryption.")
                        : .damaged("the first key frame has errors"))
            }
            if facts.container == .packedAudio, result.shift == nil { facts.hasTimestamp = false }
            if searchesCaptions { facts.captions = result.captions }
        } catch {
            let isKnown = facts.problems.contains { problem in
                switch problem {
                case .truncated, .damaged, .continuity, .wrongKey: true
                default: false
                }
            }
            switch error.code {
            case .contentIsProtected: facts.problems.append(.protected(error.message))
            case .wrongKey: facts.problems.append(.wrongKey(error.description))
            default:
                let hint = expectation == .iFrames ? " The byte range may be at the wrong place." : ""
                if !isKnown { facts.problems.append(.unreadable(error.description + hint)) }
            }
        }
        facts.spans = collector.spans(marks)
        facts.violations += collector.blankSamples(facts.tracks)
        if content.hasEncryptedSamples, facts.spans.contains(where: { $0.damagedCount * 2 > $0.sampleCount }) {
            facts.problems.append(.wrongKey("the decrypted samples are not valid."))
        }
        if facts.spans.isEmpty, facts.problems.isEmpty { facts.problems.append(.noSamples) }
        if let decoder {
            let report = decoder.takeReport()
            var decoding = DecodingFacts()
            (decoding.errorCount, decoding.firstError) = (report.errorCount, report.firstError)
            (decoding.frameCount, decoding.blackFrameCount) = (report.frameCount, report.blackFrameCount)
            facts.decoding = decoding
        }
    }
}

/// Collects the samples of one segment by track.
private struct SpanCollector {
    private struct Track {
        var span: TrackSpan
        var kind: TrackInfo.Kind
        var lastDecode: Int64
        var lastDuration: Int64
        var latest: Int64
        /// The distances between decode times, and the earlier of the two, where samples state no duration.
        var steps: [(step: Int64, time: Int64)] = []
        /// Samples with zero bytes only.
        var blankCount = 0
        /// Of video samples.
        var times: [Int64] = []
        var accesses: [Bool?] = []
    }

    /// Whether only the first video sample counts.
    let isSingleFrame: Bool
    /// The audio frames of three minutes.
    private static let mostDigests = 8_192
    private var tracks: [Int: Track] = [:]

    init(isSingleFrame: Bool) { self.isSingleFrame = isSingleFrame }

    mutating func add(_ sample: SegmentProbe.Sample, _ kind: TrackInfo.Kind) {
        guard var track = tracks[sample.track] else {
            var span = TrackSpan(track: sample.track)
            (span.start, span.end, span.firstDecodeTime) = (
                sample.time, sample.time + sample.duration, sample.decodeTime
            )
            span.startsWithKey = sample.isKey
            span.startsWithRandomAccess = sample.isRandomAccess
            var first = Track(
                span: span, kind: kind, lastDecode: sample.decodeTime, lastDuration: sample.duration,
                latest: sample.time)
            count(sample, &first)
            tracks[sample.track] = first
            return
        }
        if isSingleFrame {
            track.span.followingCount += 1
            track.span.followingByteCount += sample.byteCount
            tracks[sample.track] = track
            return
        }
        let expected = track.lastDecode + track.lastDuration
        if track.lastDuration > 0, sample.decodeTime - expected > track.span.largestGap {
            track.span.largestGap = sample.decodeTime - expected
            track.span.largestGapTime = expected
        }
        if track.lastDuration == 0 { track.steps.append((sample.decodeTime - track.lastDecode, track.lastDecode)) }
        // Frames with both times of the frame before were given the times of another one.
        let isRepeated =
            kind == .video && sample.decodeTime == track.lastDecode && sample.time == track.times.last
            && track.lastDuration > 0
        if sample.decodeTime < track.lastDecode || isRepeated { track.span.backwardCount += 1 }
        track.span.start = min(track.span.start, sample.time)
        track.span.end = max(track.span.end, sample.time + sample.duration)
        track.latest = max(track.latest, sample.time)
        track.lastDecode = sample.decodeTime
        track.lastDuration = sample.duration
        count(sample, &track)
        tracks[sample.track] = track
    }

    private func count(_ sample: SegmentProbe.Sample, _ track: inout Track) {
        track.span.sampleCount += 1
        track.span.byteCount += sample.byteCount
        if sample.isDamaged { track.span.damagedCount += 1 }
        if sample.isBlank { track.blankCount += 1 }
        if let digest = sample.digest, track.span.digests.count < Self.mostDigests {
            track.span.digests.append(digest)
        }
        guard track.kind == .video else { return }
        track.times.append(sample.time)
        if sample.isBidirectional { track.span.bidirectionalCount += 1 }
        if sample.time != sample.decodeTime { track.span.delayedCount += 1 }
        track.accesses.append(sample.isRandomAccess)
        guard sample.isKey else { return }
        track.span.keyTimes.append(sample.time)
        if sample.isRandomAccess == false { track.span.falseKeyCount += 1 }
    }

    /// Returns a violation for the first track with samples of zero bytes only.
    func blankSamples(_ facts: [TrackFacts]) -> [StatementViolation] {
        for (index, track) in tracks.sorted(by: { $0.key < $1.key }) where track.blankCount > 0 {
            let kind = facts.indices.contains(index) ? facts[index].kind.rawValue : "media"
            return [
                StatementViolation(
                    .blankSamples,
                    "\(track.blankCount) of \(track.span.sampleCount) samples of the \(kind) have only zero bytes.")
            ]
        }
        return []
    }

    /// - Parameter marks: the sync samples as the boxes state them, by track; the demuxer goes by the bytes of the samples instead.
    func spans(_ marks: [[Bool]?]) -> [TrackSpan] {
        tracks.sorted { $0.key < $1.key }.map { index, track in
            var span = track.span
            if marks.indices.contains(index), let marks = marks[index], track.kind == .video,
                marks.count == track.times.count, !marks.isEmpty
            {
                let keys = marks.indices.filter { marks[$0] }
                span.startsWithKey = marks[0]
                span.keyTimes = keys.map { track.times[$0] }
                span.falseKeyCount = keys.count { track.accesses[$0] == false }
            }
            if span.sampleCount > 1 {
                span.sampleDuration = max(0, track.lastDecode - span.firstDecodeTime) / Int64(span.sampleCount - 1)
            } else {
                span.sampleDuration = track.lastDuration
            }
            // Transport streams state no durations: a gap is a step longer than the usual one.
            let steps = track.steps.sorted { $0.step < $1.step }
            if steps.count >= 4, let longest = steps.last {
                let gap = longest.step - steps[steps.count / 2].step
                if gap > span.largestGap { (span.largestGap, span.largestGapTime) = (gap, longest.time) }
            }
            if track.lastDuration == 0 { span.end = max(span.end, track.latest + span.sampleDuration) }
            span.decodeEnd = track.lastDecode + (track.lastDuration > 0 ? track.lastDuration : span.sampleDuration)
            return span
        }
    }
}

extension TrackFacts {
    init(_ info: TrackInfo) {
        let kind: Kind =
            switch info.kind {
            case .video: .video
            case .audio: .audio
            case .subtitle: .text
            case .data: .data
            }
        self.init(kind: kind, codec: info.codec)
        codecParameter = info.codecParameter
        profile = info.profile
        level = info.level
        language = info.language
        if let video = info.video {
            (width, height) = (video.width, video.height)
            (displayWidth, displayHeight) = (video.displayWidth, video.displayHeight)
            framesPerSecond = video.frameRate > 0 ? video.frameRate : nil
            isInterlaced = video.fieldOrder == .topFirst || video.fieldOrder == .bottomFirst
            bitsPerComponent = video.bitsPerComponent
            pixelFormat = video.pixelFormat
            transfer = video.transfer
            primaries = video.primaries
            matrix = video.matrix
            isFullRange = video.isFullRange
        }
        if let audio = info.audio {
            sampleRate = audio.sampleRate
            channels = audio.channels
            channelLayout = audio.channelLayout
        }
    }
}
