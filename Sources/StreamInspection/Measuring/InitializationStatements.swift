import MediaEngine
import StreamRules

/// Checks the boxes of an initialization section against statements of their specifications.
struct InitializationStatements {
    private let bytes: [UInt8]
    private(set) var violations: [StatementViolation] = []
    /// The size of the lengths of NAL units by track, where the configuration states it.
    private(set) var unitLengths: [Int: Int] = [:]
    /// The bytes of the vector of each sample in encrypted tracks, by track; 0 where the vector is constant.
    private(set) var vectorSizes: [Int: Int] = [:]
    /// Whether the video has the configuration of Dolby Vision.
    private(set) var hasDolbyVision = false
    /// Whether Enhanced AC-3 has joint object coding; nil without such a track.
    private(set) var hasJointObjects: Bool?

    private static let mostTracks = 16
    /// The difference of two aspect ratios that cropping to whole blocks may cause.
    private static let shapeTolerance = 0.08
    /// The boxes with the configuration of decoders, by sample entry; one of each list is needed.
    private static let configurations: [String: [String]] = [
        "avc1": ["avcC"], "avc3": ["avcC"], "hvc1": ["hvcC"], "hev1": ["hvcC"], "dvh1": ["hvcC"], "dvhe": ["hvcC"],
        "av01": ["av1C"], "vp09": ["vpcC"], "mp4a": ["esds", "wave"], "ac-3": ["dac3"], "ec-3": ["dec3"],
        "Opus": ["dOps"], "fLaC": ["dfLa"], "alac": ["alac"], "wvtt": ["vttC"],
    ]

    /// - Parameter isEncrypted: whether the samples of the segments are encrypted.
    init(_ bytes: [UInt8], isEncrypted: Bool) {
        self.bytes = bytes
        var reader = BoxReader(bytes)
        while let box = reader.next() {
            switch box.type {
            case "mdat", "moof":
                add(.initializationSamples, "The initialization section has a box \(box.type).")
            case "moov": readMovie(box.content, isEncrypted)
            default: break
            }
        }
    }

    private mutating func add(_ statement: Statement, _ message: String) {
        violations.append(StatementViolation(statement, message))
    }

    private func word(_ range: Range<Int>, _ offset: Int, _ count: Int = 4) -> Int? {
        bytes.number(at: range.lowerBound + offset, count: count, before: range.upperBound)
    }

    private mutating func readMovie(_ movie: Range<Int>, _ isEncrypted: Bool) {
        var reader = BoxReader(bytes, in: movie)
        var count = 0
        while let box = reader.next(), count < Self.mostTracks {
            guard box.type == "trak" else { continue }
            count += 1
            readTrack(box.content, isEncrypted)
        }
    }

    private mutating func readTrack(_ track: Range<Int>, _ isEncrypted: Bool) {
        guard let tables = BoxReader.find(["mdia", "minf", "stbl"], in: bytes, range: track) else { return }
        for name in ["stts", "stsc", "stsz", "stco", "co64"] {
            guard let table = BoxReader.find([name], in: bytes, range: tables),
                let samples = word(table, name == "stsz" ? 8 : 4), samples > 0
            else { continue }
            add(.initializationSamples, "The table \(name) of the initialization section has \(samples) entries.")
            break
        }
        guard let header = BoxReader.find(["tkhd"], in: bytes, range: track),
            let descriptions = BoxReader.find(["stsd"], in: bytes, range: tables), descriptions.count > 8
        else { return }
        let isLong = word(header, 0, 1) == 1
        let number = word(header, isLong ? 20 : 12) ?? 0
        var entries = BoxReader(bytes, in: (descriptions.lowerBound + 8)..<descriptions.upperBound)
        guard let entry = entries.next() else { return }
        let handler = BoxReader.find(["mdia", "hdlr"], in: bytes, range: track).flatMap { word($0, 8) }
        let isVideo = handler == 0x7669_6465
        let isAudio = handler == 0x736f_756e
        guard isVideo || isAudio || entry.type == "wvtt" else { return }
        let children = entry.content.lowerBound + (isVideo ? 78 : isAudio ? soundHeader(entry.content) : 8)
        guard children <= entry.content.upperBound else { return }
        readEntry(entry, children..<entry.content.upperBound, number, isVideo || isAudio, isEncrypted)
        if isVideo { checkSize(header, isLong, entry.content) }
    }

    /// Sound descriptions of QuickTime have longer headers.
    private func soundHeader(_ entry: Range<Int>) -> Int {
        switch word(entry, 8, 2) {
        case 1: 28 + 16
        case 2: 28 + 36
        default: 28
        }
    }

    private mutating func readEntry(
        _ entry: BoxReader.Box, _ children: Range<Int>, _ number: Int, _ isMedia: Bool, _ isEncrypted: Bool
    ) {
        let isProtected = ["encv", "enca"].contains(entry.type)
        var name = entry.type
        if isProtected, let format = BoxReader.find(["sinf", "frma"], in: bytes, range: children), format.count >= 4 {
            name = String(decoding: bytes[format.prefix(4)], as: UTF8.self)
        }
        if let needed = Self.configurations[name],
            !needed.contains(where: { BoxReader.find([$0], in: bytes, range: children) != nil })
        {
            add(.initializationConfiguration, "The sample entry \(name) has no box \(needed[0]).")
        }
        if isMedia, isEncrypted, !isProtected {
            add(.clearEntry, "METHOD is SAMPLE-AES, and the sample entry is \(entry.type).")
        }
        if isProtected { checkProtection(entry.type, children, number) }
        if name == "mp4a", let descriptor = BoxReader.find(["esds"], in: bytes, range: children) {
            checkSound(entry.content, descriptor)
        }
        if let configuration = BoxReader.find(["avcC"], in: bytes, range: children) {
            readAVC(configuration, name, number, entry.content)
        } else if let configuration = BoxReader.find(["hvcC"], in: bytes, range: children),
            let size = word(configuration, 21, 1)
        {
            setLength(size & 3, number)
        }
        if ["dvcC", "dvvC", "dvwC"].contains(where: { BoxReader.find([$0], in: bytes, range: children) != nil }) {
            hasDolbyVision = true
        }
        if let configuration = BoxReader.find(["dec3"], in: bytes, range: children) {
            hasJointObjects = Self.hasExtension(Array(bytes[configuration]))
        }
    }

    /// Compares the fields of a sound description with the AudioSpecificConfig.
    private mutating func checkSound(_ entry: Range<Int>, _ descriptor: Range<Int>) {
        guard word(entry, 8, 2) == 0, let channels = word(entry, 16, 2), let rate = word(entry, 24, 2),
            let configuration = SoundConfiguration(descriptor: bytes[descriptor])
        else { return }
        // Two channels are the value for all layouts in the first edition of the format, and parametric stereo makes two of one.
        if channels != 2, channels != configuration.channels, configuration.channels > 0, channels > 0 {
            add(
                .soundConfiguration,
                "The sample entry mp4a states \(channels) channels, and the AudioSpecificConfig \(configuration.channels)."
            )
        } else if rate > 0, configuration.rate > 0, ![1, 2].contains(where: { rate == configuration.rate * $0 }),
            rate != configuration.extensionRate
        {
            add(
                .soundConfiguration,
                "The sample entry mp4a states \(rate) Hz, and the AudioSpecificConfig \(configuration.rate) Hz.")
        }
    }

    private mutating func setLength(_ lessOne: Int, _ number: Int) {
        if lessOne == 2 {
            add(.unitLength, "lengthSizeMinusOne is 2; 0, 1 and 3 are allowed.")
        } else {
            unitLengths[number] = lessOne + 1
        }
    }

    private mutating func readAVC(
        _ configuration: Range<Int>, _ name: String, _ number: Int, _ entry: Range<Int>
    ) {
        guard let size = word(configuration, 4, 1), let sets = word(configuration, 5, 1) else { return }
        setLength(size & 3, number)
        if sets & 0x1f == 1, let count = word(configuration, 6, 2) { checkFrameSize(configuration, count, entry) }
        guard name == "avc1" else { return }
        var place = 6
        for _ in 0..<(sets & 0x1f) { place += 2 + (word(configuration, place, 2) ?? 0) }
        let pictures = word(configuration, place, 1) ?? 0
        if sets & 0x1f == 0 || pictures == 0 {
            add(.parameterSets, "avcC has no \(sets & 0x1f == 0 ? "SPS" : "PPS"), and the sample entry is avc1.")
        }
    }

    private static let longestSet = 1_024
    /// Samples by which an encoder may round a size up to whole blocks.
    private static let block = 16

    /// Compares the size of a sample entry with that of its only sequence parameter set.
    private mutating func checkFrameSize(_ configuration: Range<Int>, _ count: Int, _ entry: Range<Int>) {
        let start = configuration.lowerBound + 9
        let end = min(configuration.lowerBound + 8 + min(count, Self.longestSet), configuration.upperBound)
        guard start < end, let width = word(entry, 24, 2), let height = word(entry, 26, 2), width > 0, height > 0,
            let size = H264Sequence(EmulationPrevention.removed(from: bytes[start..<end]))?.size,
            abs(size.width - width) >= Self.block || abs(size.height - height) >= Self.block
        else { return }
        add(
            .frameSize,
            "The sample entry states \(width)x\(height), and the SPS in avcC \(size.width)x\(size.height).")
    }

    /// Whether the bytes of a `dec3` box end with the extension for joint object coding.
    private static func hasExtension(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 5 else { return false }
        var place = 2
        for _ in 0...(bytes[1] & 7) {
            guard place + 3 <= bytes.count else { return false }
            place += bytes[place + 2] >> 1 & 0x0f > 0 ? 4 : 3
        }
        return place < bytes.count && bytes[place] & 1 == 1
    }

    private mutating func checkProtection(_ entry: String, _ children: Range<Int>, _ number: Int) {
        guard let scheme = BoxReader.find(["sinf", "schm"], in: bytes, range: children), scheme.count >= 8 else {
            return add(.protectionBoxes, "The sample entry \(entry) has no sinf with schm.")
        }
        guard let track = BoxReader.find(["sinf", "schi", "tenc"], in: bytes, range: children),
            let version = word(track, 0, 1), let isProtected = word(track, 6, 1), let pattern = word(track, 5, 1)
        else { return add(.protectionBoxes, "The sample entry \(entry) has no tenc.") }
        if isProtected == 0 {
            return add(.protectionBoxes, "default_isProtected of tenc is 0, and the sample entry is \(entry).")
        }
        if entry == "encv", let size = word(track, 7, 1), [0, 8, 16].contains(size) { vectorSizes[number] = size }
        let name = String(decoding: bytes[(scheme.lowerBound + 4)..<(scheme.lowerBound + 8)], as: UTF8.self)
        guard name == "cbcs", version > 0, entry == "encv", pattern != 0x19 else { return }
        add(
            .protectionBoxes,
            "The pattern of tenc is \(pattern >> 4) encrypted and \(pattern & 15) clear blocks; cbcs video has 1 and 9."
        )
    }

    private mutating func checkSize(_ header: Range<Int>, _ isLong: Bool, _ entry: Range<Int>) {
        guard let width = word(header, isLong ? 88 : 76), let height = word(header, isLong ? 92 : 80),
            let own = word(entry, 24, 2), let ownHeight = word(entry, 26, 2), width > 0, height > 0, own > 0
        else { return }
        let (shown, shownHeight) = (width >> 16, height >> 16)
        if let ratio = BoxReader.find(["pasp"], in: bytes, range: (entry.lowerBound + 78)..<entry.upperBound),
            let across = word(ratio, 0), let down = word(ratio, 4), across > 0, across == down
        {
            return checkSquare((shown, shownHeight), (own, ownHeight))
        }
        // Video with other than square pixels keeps one of the two; turned video exchanges them.
        let sizes = [own, ownHeight]
        guard !sizes.contains(where: { abs($0 - shown) <= 2 }), !sizes.contains(where: { abs($0 - shownHeight) <= 2 })
        else { return }
        add(.trackSize, "tkhd states \(shown)x\(shownHeight), and the sample entry \(own)x\(ownHeight).")
    }

    /// Compares the shapes of video with square pixels, which may be scaled, cropped a little, or turned.
    private mutating func checkSquare(_ shown: (width: Int, height: Int), _ own: (width: Int, height: Int)) {
        func isNear(_ width: Int, _ height: Int) -> Bool {
            abs(Double(shown.width * height) / Double(shown.height * width) - 1) < Self.shapeTolerance
        }
        guard shown.width > 0, shown.height > 0, own.height > 0, !isNear(own.width, own.height),
            !isNear(own.height, own.width)
        else { return }
        add(
            .trackSize,
            "tkhd states \(shown.width)x\(shown.height), and the sample entry \(own.width)x\(own.height) with square pixels."
        )
    }
}
