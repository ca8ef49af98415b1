/// A track that stores the titles or pictures of chapters, one sample each.
struct ChapterTrack {
    enum Kind {
        /// - Parameter language: a BCP 47 tag, or `und`.
        case titles(language: String)
        case pictures(ImageSignature)
    }

    struct Sample {
        /// The time from the start of the movie, in `timescale`.
        var start: Int
        var bytes: [UInt8]
    }

    /// Units per second in the track.
    static let timescale = 1_000

    let kind: Kind
    /// By start time; no two start at the same time.
    let samples: [Sample]

    /// - Parameter titles: by start time; of several at the same time, the last one is written.
    init?(_ language: AuthoredChapters.Language) {
        kind = .titles(language: language.tag)
        samples = Self.samples(
            language.titles.map { title in
                var text = Array(title.text.utf8.prefix(ContainerDescription.maximumTitleBytes))
                // A character is not cut.
                while !text.isEmpty, String(validating: text, as: UTF8.self) == nil { text.removeLast() }
                let encoding = BoxBytes.box("encd", BoxBytes.number(0x100, 4))
                return (title.start, BoxBytes.number(text.count, 2) + text + encoding)
            })
        if samples.isEmpty { return nil }
    }

    /// Nil without pictures.
    init?(_ pictures: [AuthoredChapters.Picture]) throws(MediaError) {
        guard let first = pictures.first else { return nil }
        guard let signature = ImageSignature(Array(first.data.prefix(64 << 10))), signature.size != nil,
            signature.format == .jpeg || signature.format == .png
        else {
            throw MediaError(.unsupported, "The picture of a chapter is neither JPEG nor PNG; convert it first.")
        }
        guard pictures.allSatisfy({ ImageSignature(Array($0.data.prefix(64)))?.format == signature.format }) else {
            throw MediaError(
                .unsupported,
                "The pictures of the chapters have different formats; convert all of them to JPEG or to PNG.")
        }
        kind = .pictures(signature)
        samples = Self.samples(pictures.map { ($0.start, Array($0.data)) })
    }

    private static func samples(_ entries: [(start: Double, bytes: [UInt8])]) -> [Sample] {
        var samples: [Sample] = []
        for entry in entries where entry.start.isFinite && entry.start >= 0 && entry.start < 1e6 {
            let sample = Sample(start: Int((entry.start * Double(timescale)).rounded()), bytes: entry.bytes)
            if samples.last?.start == sample.start { samples.removeLast() }
            samples.append(sample)
        }
        return samples
    }

    var byteCount: Int { samples.reduce(0) { $0 + $1.bytes.count } }

    // MARK: Boxes

    /// Returns the track's box.
    /// - Parameters:
    ///   - duration: the duration of the movie, in `timescale`; the last chapter ends there.
    ///   - movieTimescale: the units of the movie header per second.
    ///   - offset: the position of the first sample in the file; the others follow.
    ///   - alternateGroup: the group of which a player plays one track.
    func box(id: Int, duration: Int, movieTimescale: Int, offset: Int, alternateGroup: Int) -> [UInt8] {
        let first = samples[0].start
        let end = max(duration, samples[samples.count - 1].start + 1)
        func movieUnits(_ units: Int) -> Int {
            Int((Double(units) / Double(Self.timescale) * Double(movieTimescale)).rounded())
        }
        var (width, height) = (0, 0)
        if case .pictures(let signature) = kind, let size = signature.size { (width, height) = size }
        // The track is in the movie, and is not presented.
        let header = BoxBytes.fullBox(
            "tkhd", flags: 2, BoxBytes.number(0, 8), BoxBytes.number(id, 4), BoxBytes.number(0, 4),
            BoxBytes.number(movieUnits(end), 4), BoxBytes.number(0, 8), BoxBytes.number(0, 2),
            BoxBytes.number(alternateGroup, 2), BoxBytes.number(0, 4), Self.matrix, BoxBytes.number(width << 16, 4),
            BoxBytes.number(height << 16, 4))
        // Before the first chapter, there is an empty edit.
        let delay =
            first == 0
            ? [] : BoxBytes.number(movieUnits(first), 4) + BoxBytes.number(-1, 4) + BoxBytes.number(0x10000, 4)
        let edits = BoxBytes.box(
            "edts",
            BoxBytes.fullBox(
                "elst", BoxBytes.number(delay.isEmpty ? 1 : 2, 4), delay, BoxBytes.number(movieUnits(end - first), 4),
                BoxBytes.number(0, 4), BoxBytes.number(0x10000, 4)))
        return BoxBytes.box("trak", header, edits, media(length: end - first, end: end, offset: offset))
    }

    private static let matrix: [UInt8] = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000].flatMap {
        BoxBytes.number($0, 4)
    }

    private func media(length: Int, end: Int, offset: Int) -> [UInt8] {
        var language = AuthoredChapters.undetermined
        if case .titles(let tag) = kind { language = tag }
        let packed = LanguageTag.threeLetters(language).utf8.reduce(0) { $0 << 5 | Int($1 - 0x60) }
        let header = BoxBytes.fullBox(
            "mdhd", BoxBytes.number(0, 8), BoxBytes.number(Self.timescale, 4), BoxBytes.number(length, 4),
            BoxBytes.number(packed, 2), BoxBytes.number(0, 2))
        let extended =
            language == AuthoredChapters.undetermined ? [] : BoxBytes.fullBox("elng", Array(language.utf8), [0])
        let (handler, mediaHeader): (String, [UInt8]) =
            switch kind {
            case .titles: ("text", Self.textHeader)
            case .pictures: ("vide", BoxBytes.fullBox("vmhd", flags: 1, BoxBytes.number(0, 8)))
            }
        let name = Array("Chapters\0".utf8)
        let handlerBox = BoxBytes.fullBox(
            "hdlr", BoxBytes.number(0, 4), Array(handler.utf8), BoxBytes.number(0, 12), name)
        let data = BoxBytes.box(
            "dinf", BoxBytes.fullBox("dref", BoxBytes.number(1, 4), BoxBytes.fullBox("url ", flags: 1)))
        return BoxBytes.box(
            "mdia", header, extended, handlerBox,
            BoxBytes.box("minf", mediaHeader, data, table(end: end, offset: offset)))
    }

    /// The header of text media (QuickTime File Format, "Text media information atoms").
    private static let textHeader = BoxBytes.box(
        "gmhd",
        BoxBytes.fullBox(
            "gmin", BoxBytes.number(0x40, 2), BoxBytes.number(0x8000, 2), BoxBytes.number(0x8000, 2),
            BoxBytes.number(0x8000, 2), BoxBytes.number(0, 4)), BoxBytes.box("text", matrix))

    private func table(end: Int, offset: Int) -> [UInt8] {
        var times: [UInt8] = []
        for (index, sample) in samples.enumerated() {
            let next = index + 1 < samples.count ? samples[index + 1].start : end
            times += BoxBytes.number(1, 4) + BoxBytes.number(next - sample.start, 4)
        }
        let count = BoxBytes.number(samples.count, 4)
        return BoxBytes.box(
            "stbl", BoxBytes.fullBox("stsd", BoxBytes.number(1, 4), description),
            BoxBytes.fullBox("stts", count, times),
            BoxBytes.fullBox("stsc", BoxBytes.number(1, 4), BoxBytes.number(1, 4), count, BoxBytes.number(1, 4)),
            BoxBytes.fullBox(
                "stsz", BoxBytes.number(0, 4), count, samples.flatMap { BoxBytes.number($0.bytes.count, 4) }),
            BoxBytes.fullBox("co64", BoxBytes.number(1, 4), BoxBytes.number(offset, 8)))
    }

    /// The sample description (QuickTime File Format, "Text sample description", "Video sample description").
    private var description: [UInt8] {
        let reference = BoxBytes.number(0, 6) + BoxBytes.number(1, 2)
        switch kind {
        case .titles:
            // Flags, justification, background, text box, font and foreground: unused; an empty font name.
            return BoxBytes.box("text", reference, BoxBytes.number(1, 4), BoxBytes.number(0, 40))
        case .pictures(let signature):
            let (width, height) = signature.size ?? (0, 0)
            return BoxBytes.box(
                signature.format == .png ? "png " : "jpeg", reference, BoxBytes.number(0, 16),
                BoxBytes.number(width, 2),
                BoxBytes.number(height, 2), BoxBytes.number(0x48_0000, 4), BoxBytes.number(0x48_0000, 4),
                BoxBytes.number(0, 4), BoxBytes.number(1, 2), BoxBytes.number(0, 32), BoxBytes.number(24, 2),
                BoxBytes.number(0xffff, 2))
        }
    }
}
