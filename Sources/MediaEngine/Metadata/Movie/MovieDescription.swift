/// Reads the metadata and chapters of MP4 and QuickTime files (ISO 14496-12; QuickTime File Format; 3GPP TS 26.244).
struct MovieDescription {
    private let bytes: ContainerBytes
    private let end: Int64
    private var isQuickTime = false
    private var hasFileType = false
    private var result = ContainerDescription()
    private var tracks: [MovieTrack] = []
    private var listedChapters: [ContainerChapter] = []
    private var movieTimescale = 0
    /// The countries and languages of the metadata box that is read.
    private var locales = MovieLocales()

    /// The boxes at the top level of a file, up to its index.
    private static let maximumTopLevelBoxes = 1_024
    /// The maximum size of the items of a metadata box, apart from pictures.
    private static let maximumKeyBytes = 1 << 20

    /// - Returns: nil if the bytes contain no index.
    static func read(_ bytes: ContainerBytes, size: Int64?) -> ContainerDescription? {
        var reader = MovieDescription(bytes, size: size)
        return reader.readFile() ? reader.result : nil
    }

    private init(_ bytes: ContainerBytes, size: Int64?) {
        self.bytes = bytes
        end = size ?? Int64.max / 2
    }

    private mutating func readFile() -> Bool {
        for (number, box) in MovieBoxes(bytes, in: 0..<end).enumerated() {
            switch box.type {
            case "ftyp":
                hasFileType = true
                isQuickTime = bytes.prefix(at: box.content.lowerBound, count: 4).elementsEqual("qt  ".utf8)
            case "moov":
                // Files of the first versions of QuickTime have no `ftyp` box.
                if !hasFileType { isQuickTime = true }
                readMovie(box)
                return true
            default: break
            }
            if number >= Self.maximumTopLevelBoxes { break }
        }
        return false
    }

    /// Calls `body` with each child of a box, and reports a child that does not fit.
    private mutating func forEach(in range: Range<Int64>, _ body: (inout MovieDescription, MovieBox) -> Void) {
        var boxes = MovieBoxes(bytes, in: range)
        while let box = boxes.next() { body(&self, box) }
        if let finding = boxes.finding { result.report(finding) }
    }

    private mutating func readMovie(_ movie: MovieBox) {
        forEach(in: movie.content) { reader, box in
            switch box.type {
            case "mvhd": reader.readMovieHeader(box)
            case "trak":
                if let track = MovieTrack(box, bytes: reader.bytes, isQuickTime: reader.isQuickTime) {
                    reader.tracks.append(track)
                }
            case "meta": reader.readMetadata(box)
            case "udta": reader.readUserData(box)
            default: break
            }
        }
        for track in tracks where !track.references.isEmpty { result.references[track.id] = track.references }
        readChapters()
    }

    private mutating func readMovieHeader(_ box: MovieBox) {
        let head = bytes.prefix(at: box.content.lowerBound, count: 32)
        movieTimescale = head.number(at: head.first == 1 ? 20 : 12, count: 4, before: head.count) ?? 0
    }

    // MARK: Chapters

    private mutating func readChapters() {
        let referenced = Set(tracks.flatMap(\.chapterTracks))
        let chapterTracks = tracks.filter { referenced.contains($0.id) && $0.chapterTracks.isEmpty }
        result.chapterTracks = Set(chapterTracks.filter(\.isText).map(\.id))
        var languages: Set<String> = []
        for track in chapterTracks where track.isText {
            // Of several tracks in a language, the first one is used.
            guard languages.insert(track.language ?? "").inserted else { continue }
            let samples = track.samples(bytes, movieTimescale: movieTimescale)
            if samples.isEmpty { result.report("The chapter track \(track.id) has no samples.") }
            var chapters: [ContainerChapter] = []
            for sample in samples.prefix(ContainerDescription.maximumChapters) {
                chapters.append(
                    ContainerChapter(
                        number: chapters.count, start: sample.start, end: sample.end, title: title(of: sample),
                        language: track.language))
            }
            result.chapters += chapters
        }
        if result.chapters.isEmpty { result.chapters = listedChapters }
        for track in chapterTracks where !track.isText { readPictures(track) }
    }

    /// The sample is the length of a text and the text; boxes may follow.
    private func title(of sample: MovieSample) -> String? {
        let bytes = bytes.prefix(
            at: sample.offset, count: min(sample.byteCount, 2 + ContainerDescription.maximumTitleBytes))
        guard let length = bytes.number(at: 0, count: 2, before: bytes.count) else { return nil }
        let text = StoredText.decode(bytes.dropFirst(2).prefix(length), isMacintosh: isQuickTime)
        return text.isEmpty ? nil : text
    }

    private mutating func readPictures(_ track: MovieTrack) {
        let samples = track.samples(bytes, movieTimescale: movieTimescale)
        guard let first = samples.first else { return result.report("The chapter track \(track.id) has no samples.") }
        guard ImageSignature(bytes.prefix(at: first.offset, count: min(first.byteCount, 64))) != nil else {
            return result.report("The chapter track \(track.id) does not contain pictures in a known image format.")
        }
        result.chapterTracks.insert(track.id)
        result.pictures += samples.prefix(ContainerDescription.maximumChapters).map { sample in
            ContainerPicture(
                start: sample.start, end: sample.end,
                content: .file(offset: sample.offset, byteCount: sample.byteCount))
        }
    }

    /// Nero's chapter list (`chpl`): times in units of 100 ns.
    private mutating func readChapterList(_ box: MovieBox) {
        guard let list = bytes.bytes(at: box.content.lowerBound, count: min(box.byteCount, Self.maximumKeyBytes)),
            let version = list.first
        else { return }
        var at = version == 1 ? 8 : 4
        guard let count = list.number(at: at, count: 1, before: list.count) else { return }
        at += 1
        for number in 0..<count {
            guard let time = list.number(at: at, count: 8, before: list.count),
                let length = list.number(at: at + 8, count: 1, before: list.count), at + 9 + length <= list.count,
                time < Int(Int64.max / 200)
            else {
                return result.report(
                    "The chapter list \u{201C}chpl\u{201D} ends early, after \(number) of \(count) chapters.")
            }
            let title = StoredText.decode(list[at + 9..<at + 9 + length])
            listedChapters.append(
                ContainerChapter(number: number, start: Nanoseconds(time) * 100, title: title.isEmpty ? nil : title))
            at += 9 + length
        }
    }

    // MARK: Metadata

    /// Reads QuickTime metadata (with keys) or iTunes metadata (without).
    private mutating func readMetadata(_ meta: MovieBox) {
        // In ISO files the box has version and flags, in QuickTime files it has not.
        let head = bytes.prefix(at: meta.content.lowerBound, count: 8)
        guard meta.byteCount >= 8, head.count == 8 else { return }
        let start = head[4..<8].elementsEqual("hdlr".utf8) ? 0 : 4
        var keys: [String] = []
        var list: MovieBox?
        locales = MovieLocales()
        forEach(in: meta.content.lowerBound + Int64(start)..<meta.content.upperBound) { reader, box in
            switch box.type {
            case "keys": keys = reader.keys(box)
            case "ilst": list = box
            case "ctry": reader.locales.readCountries(reader.list(box))
            case "lang": reader.locales.readLanguages(reader.list(box))
            default: break
            }
        }
        guard let list else { return }
        let isTunes = keys.isEmpty
        forEach(in: list.content) { reader, item in
            if isTunes {
                reader.readTunesItem(item)
            } else if keys.indices.contains(Int(item.code) - 1) {
                reader.readValues(item, .quickTimeMetadata, keys[Int(item.code) - 1])
            } else {
                reader.result.report("A metadata item refers to key \(item.code); there are \(keys.count) keys.")
            }
        }
    }

    private func list(_ box: MovieBox) -> [UInt8] {
        bytes.prefix(at: box.content.lowerBound, count: min(box.byteCount, Self.maximumKeyBytes))
    }

    private mutating func keys(_ box: MovieBox) -> [String] {
        guard let list = bytes.bytes(at: box.content.lowerBound, count: min(box.byteCount, Self.maximumKeyBytes)),
            let count = list.number(at: 4, count: 4, before: list.count)
        else { return [] }
        var keys: [String] = []
        var at = 8
        while keys.count < min(count, ContainerDescription.maximumTags) {
            guard let size = list.number(at: at, count: 4, before: list.count), size >= 8, at + size <= list.count
            else {
                result.report("The list of metadata keys ends early, after \(keys.count) of \(count) keys.")
                break
            }
            keys.append(StoredText.decode(list[at + 8..<at + size]))
            at += size
        }
        return keys
    }

    private mutating func readTunesItem(_ item: MovieBox) {
        guard item.type == "----" else { return readValues(item, .iTunes, item.type) }
        var (domain, name) = ("", "")
        forEach(in: item.content) { reader, box in
            let text = reader.bytes.prefix(at: box.content.lowerBound + 4, count: min(max(0, box.byteCount - 4), 1_024))
            if box.type == "mean" { domain = StoredText.decode(text[...]) }
            if box.type == "name" { name = StoredText.decode(text[...]) }
        }
        guard !name.isEmpty else { return result.report("A freeform metadata item has no name; it is ignored.") }
        readValues(item, .iTunesFreeform, domain.isEmpty ? name : domain + "." + name)
    }

    /// Adds an item for each `data` box: values in several languages, or several pictures.
    private mutating func readValues(_ item: MovieBox, _ keySpace: ContainerTag.KeySpace, _ key: String) {
        forEach(in: item.content) { reader, box in
            guard box.type == "data" else { return }
            guard let head = reader.bytes.bytes(at: box.content.lowerBound, count: 8) else {
                return reader.result.report("The value of the metadata item \(key) is too short; it is ignored.")
            }
            let count = box.byteCount - 8
            guard count <= ContainerDescription.maximumValueBytes,
                let value = reader.bytes.bytes(at: box.content.lowerBound + 8, count: max(0, count))
            else {
                return reader.result.report(
                    "The value of the metadata item \(key) has \(count) bytes; it cannot be read.")
            }
            let type = head[1...3].reduce(0) { $0 << 8 | Int($1) }
            let tags = reader.locales.tags(
                country: Int(head[4]) << 8 | Int(head[5]), language: Int(head[6]) << 8 | Int(head[7]))
            for language in tags {
                reader.add(TypedValue(value, type: type, keySpace: keySpace, key: key), keySpace, key, language)
            }
        }
    }

    private mutating func add(
        _ typed: TypedValue, _ keySpace: ContainerTag.KeySpace, _ key: String, _ language: String?
    ) {
        if case .data(let data) = typed.value, typed.isPicture || keySpace == .iTunes && key == "covr" {
            return result.addPicture(keySpace, key, Array(data), language: language)
        }
        result.add(ContainerTag(keySpace, key, typed.value, dataType: typed.dataType, language: language))
    }

    private mutating func readUserData(_ userData: MovieBox) {
        let isQuickTime = isQuickTime
        forEach(in: userData.content) { reader, box in
            switch box.type {
            case "meta": reader.readMetadata(box)
            case "chpl": reader.readChapterList(box)
            default:
                guard box.byteCount <= UserDataItem.maximumBytes, let content = reader.bytes.bytes(in: box.content)
                else {
                    return
                }
                for tag in UserDataItem.tags(box.type, content, isQuickTime: isQuickTime) { reader.result.add(tag) }
            }
        }
    }
}
