import Foundation
import HLS

/// The chapters in files beside a local media file: `film.chapters.vtt` and `film.chapters.de.vtt` (WebVTT), or `film.chapters.xml` (the
/// XML of mkvmerge), for `film.mp4`. The name may also contain the extension: `film.mp4.chapters.vtt`. They replace the chapters of the
/// media file.
struct SidecarChapters {
    /// The maximum size of a file, and the maximum number of files.
    static let maximumBytes = 4 << 20
    private static let maximumFiles = 64

    private(set) var description = ContainerDescription()

    /// Nil if there are no such files.
    init?(beside media: URL) {
        let folder = media.deletingLastPathComponent()
        guard media.isFileURL, let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
            return nil
        }
        let bases = [media.deletingPathExtension().lastPathComponent, media.lastPathComponent]
        var languages: Set<String?> = []
        var isFound = false
        for name in names.sorted() {
            guard let language = Self.language(of: name, bases: bases), languages.count < Self.maximumFiles else {
                continue
            }
            isFound = true
            let file = folder.appendingPathComponent(name)
            guard let data = try? Data(contentsOf: file), data.count <= Self.maximumBytes else {
                description.report(
                    "The chapter file \u{201C}\(name)\u{201D} cannot be read, or has more than \(Self.maximumBytes) bytes."
                )
                continue
            }
            let before = description.chapters.count
            if name.lowercased().hasSuffix(".xml") {
                readMarkup(data, name)
            } else if languages.insert(language.tag).inserted {
                readCues(data, language.tag)
            }
            if description.chapters.count == before {
                description.report("The chapter file \u{201C}\(name)\u{201D} contains no chapters.")
            }
        }
        guard isFound else { return nil }
    }

    /// Reads the XML of mkvmerge.
    init(markup data: Data, named name: String) { readMarkup(data, name) }

    private struct Language { var tag: String? }

    /// Returns the language in the name of a chapter file; nil for other files.
    private static func language(of name: String, bases: [String]) -> Language? {
        for base in bases where name.hasPrefix(base + ".chapters.") {
            let parts = name.dropFirst(base.count + ".chapters.".count).split(separator: ".")
            guard let last = parts.last?.lowercased(), last == "vtt" || last == "xml", parts.count <= 2 else {
                continue
            }
            return Language(tag: parts.count == 2 ? LanguageTag.bcp47(String(parts[0])) : nil)
        }
        return nil
    }

    private mutating func readCues(_ data: Data, _ language: String?) {
        let cues = WebVTTFile.parse(Array(data)).cues.sorted { $0.start < $1.start }
        for (number, cue) in cues.prefix(ContainerDescription.maximumChapters).enumerated() {
            guard let start = Nanoseconds(cue.start) else { continue }
            let end = Nanoseconds(cue.end).flatMap { $0 > start ? $0 : nil }
            description.chapters.append(
                ContainerChapter(number: number, start: start, end: end, title: cue.plainText, language: language))
        }
    }

    // MARK: The XML of mkvmerge

    private mutating func readMarkup(_ data: Data, _ name: String) {
        do throws(MediaError) {
            let root = try MarkupReader.read(Array(data)[...])
            let editions = root.elements("EditionEntry").filter { $0.text(of: "EditionFlagHidden") != "1" }
            let edition = editions.first { $0.text(of: "EditionFlagDefault") == "1" } ?? editions.first
            for atom in edition?.elements("ChapterAtom") ?? [] { add(atom, level: 0) }
        } catch {
            description.report(
                "The chapter file \u{201C}\(name)\u{201D} is not well-formed XML: \(error.detail ?? error.message)")
        }
    }

    private mutating func add(_ atom: MarkupElement, level: Int) {
        if atom.text(of: "ChapterFlagHidden") != "1", atom.text(of: "ChapterFlagEnabled") != "0",
            description.chapters.count < ContainerDescription.maximumChapters,
            let start = atom.text(of: "ChapterTimeStart").flatMap(ClockTime.parse)
        {
            let number = (description.chapters.last?.number ?? -1) + 1
            let end = atom.text(of: "ChapterTimeEnd").flatMap(ClockTime.parse).flatMap { $0 > start ? $0 : nil }
            let displays = atom.elements("ChapterDisplay")
            for display in displays.prefix(64) {
                // The newer element precedes the older one, whose default is English.
                let code = display.text(of: "ChapLanguageIETF") ?? display.text(of: "ChapterLanguage") ?? "eng"
                description.chapters.append(
                    ContainerChapter(
                        number: number, start: start, end: end, title: display.text(of: "ChapterString"),
                        language: LanguageTag.bcp47(code), level: level))
            }
            if displays.isEmpty {
                description.chapters.append(ContainerChapter(number: number, start: start, end: end, level: level))
            }
        }
        for nested in atom.elements("ChapterAtom") { add(nested, level: level + 1) }
    }
}

extension MarkupElement {
    fileprivate func elements(_ name: String) -> [MarkupElement] {
        children.compactMap { child in
            guard case .element(let element) = child, element.name == name else { return nil }
            return element
        }
    }

    /// Returns the text in the first element of this name.
    fileprivate func text(of name: String) -> String? {
        elements(name).first?.children.reduce(into: "") { text, child in
            if case .text(let part) = child { text += part }
        }.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
