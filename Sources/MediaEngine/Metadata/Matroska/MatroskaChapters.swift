/// Reads the chapters of Matroska files: editions, nested chapters, and titles in several languages (RFC 9559 section 5.1.7).
struct MatroskaChapters {
    private(set) var chapters: [ContainerChapter] = []
    private(set) var findings: [String] = []
    /// The edition, if its chapters are ordered; `chapters` is then empty.
    private(set) var ordered: OrderedEdition?
    /// All editions, in the order of the file.
    private(set) var editions: [MediaEdition] = []
    private let bytes: ContainerBytes
    private var count = 0

    /// The maximum depth of chapters in chapters, and the maximum number of editions and of languages of a title.
    private static let maximumDepth = 8
    private static let maximumEditions = 64
    private static let maximumTitles = 64

    init(_ element: MatroskaElement, _ bytes: ContainerBytes) {
        self.bytes = bytes
        var elements = MatroskaElements(bytes, in: element.content)
        var entries: [MatroskaElement] = []
        while let entry = elements.next(), entries.count < Self.maximumEditions {
            guard entry.id == 0x45B9 else { continue }
            entries.append(entry)
            editions.append(edition(entry))
        }
        if let finding = elements.finding { findings.append(finding) }
        // The default edition, else the first one that may be shown.
        let shown = editions.indices.filter { !editions[$0].isHidden }
        guard let index = shown.first(where: { editions[$0].isDefault }) ?? shown.first else { return }
        editions[index].isSelected = true
        if editions[index].isOrdered { readOrdered(entries[index]) } else { readChapters(entries[index], level: 0) }
    }

    private func edition(_ entry: MatroskaElement) -> MediaEdition {
        var edition = MediaEdition()
        for field in MatroskaElements(bytes, in: entry.content) {
            switch field.id {
            case 0x45BD: edition.isHidden = bytes.integer(field) == 1
            case 0x45DB: edition.isDefault = bytes.integer(field) == 1
            case 0x45DD: edition.isOrdered = bytes.integer(field) == 1
            case 0x4520: edition.name = edition.name ?? name(field)
            case 0xB6:
                edition.chapterCount += 1
                let segment = MatroskaElements(bytes, in: field.content).first { $0.id == 0x6E67 }
                guard edition.linkedSegments.count < MediaEdition.maximumLinks,
                    let segment, let link = bytes.bytes(in: segment.content), !edition.linkedSegments.contains(link)
                else { break }
                edition.linkedSegments.append(link)
            default: break
            }
        }
        if !edition.isOrdered { edition.linkedSegments = [] }
        return edition
    }

    private func name(_ display: MatroskaElement) -> String? {
        MatroskaElements(bytes, in: display.content).first { $0.id == 0x4521 }.flatMap { bytes.text($0) }
            .flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Reads the ranges of an ordered edition. Chapters that are not enabled are not played.
    private mutating func readOrdered(_ edition: MatroskaElement) {
        var ordered = OrderedEdition()
        for atom in MatroskaElements(bytes, in: edition.content) where atom.id == 0xB6 {
            guard ordered.chapters.count < ContainerDescription.maximumChapters else { break }
            var (start, end): (UInt64?, UInt64?)
            var segment: [UInt8]?
            var isEnabled = true
            for field in MatroskaElements(bytes, in: atom.content) {
                switch field.id {
                case 0x91: start = bytes.integer(field)
                case 0x92: end = bytes.integer(field)
                case 0x4598: isEnabled = bytes.integer(field) != 0
                case 0x6E67: segment = bytes.bytes(in: field.content)
                default: break
                }
            }
            guard isEnabled else { continue }
            guard let start, let end, start < end, end < UInt64(Nanoseconds.never) else {
                findings.append(
                    "A chapter of the ordered edition, at byte \(atom.content.lowerBound), has no valid start and end time; it is not played."
                )
                continue
            }
            chapters = []
            readChapter(atom, 0)
            ordered.chapters.append(
                .init(range: Nanoseconds(start)..<Nanoseconds(end), segment: segment, entries: chapters))
        }
        chapters = []
        self.ordered = ordered
    }

    private mutating func readChapters(_ parent: MatroskaElement, level: Int) {
        for atom in MatroskaElements(bytes, in: parent.content) where atom.id == 0xB6 { readChapter(atom, level) }
    }

    private mutating func readChapter(_ atom: MatroskaElement, _ level: Int) {
        guard count < ContainerDescription.maximumChapters else { return }
        var (start, end): (UInt64?, UInt64?)
        var isShown = true
        var titles: [(text: String, language: String?)] = []
        for field in MatroskaElements(bytes, in: atom.content) {
            switch field.id {
            case 0x91: start = bytes.integer(field)
            case 0x92: end = bytes.integer(field)
            case 0x98: if bytes.integer(field) == 1 { isShown = false }
            case 0x4598: if bytes.integer(field) == 0 { isShown = false }
            case 0x80: if titles.count < Self.maximumTitles { titles += self.titles(field) }
            default: break
            }
        }
        if isShown {
            if let start, start < UInt64(Nanoseconds.never) {
                let number = count
                count += 1
                // An end that is out of range is ignored.
                let end = end.flatMap { $0 >= start && $0 < UInt64(Nanoseconds.never) ? Nanoseconds($0) : nil }
                for title in titles.isEmpty ? [("", nil)] : titles {
                    chapters.append(
                        ContainerChapter(
                            number: number, start: Nanoseconds(start), end: end,
                            title: title.text.isEmpty ? nil : title.text, language: title.language, level: level))
                }
            } else {
                findings.append("A chapter at byte \(atom.content.lowerBound) has no valid start time; it is ignored.")
            }
        }
        guard level + 1 < Self.maximumDepth else { return }
        for field in MatroskaElements(bytes, in: atom.content) where field.id == 0xB6 { readChapter(field, level + 1) }
    }

    /// Returns a title once for each of its languages.
    private func titles(_ display: MatroskaElement) -> [(text: String, language: String?)] {
        var text = ""
        var languages: [String?] = []
        var tags: [String?] = []
        for field in MatroskaElements(bytes, in: display.content) {
            switch field.id {
            case 0x85: text = bytes.text(field) ?? ""
            case 0x437C: languages.append(bytes.text(field).flatMap(LanguageTag.bcp47))
            case 0x437D: tags.append(bytes.text(field).flatMap(LanguageTag.bcp47))
            default: break
            }
        }
        // The newer element replaces the older one, whose default is English.
        let known = tags.isEmpty ? languages.isEmpty ? ["en"] : languages : tags
        return known.map { (text, $0) }
    }
}
