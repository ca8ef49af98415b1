import ArgumentParser
import Foundation
import MediaEngine

/// `avplayer chapters FILE`: writes chapters into a copy of an MP4 or QuickTime file.
struct ChaptersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chapters",
        abstract:
            "Writes chapters with titles in several languages and pictures into a copy of an MP4 or QuickTime file.",
        discussion: """
            Audio and video are copied, not encoded. Chapters that the file has are replaced; 'avplayer inspect' lists them.

            --set names a WebVTT file, whose cues are the titles in one language, or a JSON file in the form of com.apple.hls.chapters: \
            [{"start-time": 0, "titles": [{"language": "en", "title": "Opening"}], "images": [{"image-category": "thumbnail", \
            "pixel-width": 320, "pixel-height": 180, "url": "opening.jpg"}]}]. Each WebVTT file has the language of the --locale at the same \
            place in the order of the options. Chapters end where the next one starts.

              avplayer chapters film.mp4 --set en.vtt --locale en --set de.vtt --locale de --output film-with-chapters.mp4
            """)

    @Argument(help: "An MP4 or QuickTime file.", completion: .file())
    var file: String

    @Option(
        name: .customLong("set"), parsing: .singleValue, help: "A WebVTT or JSON file with chapters.",
        completion: .file())
    var sources: [String] = []

    @Option(
        name: .customLong("locale"), parsing: .singleValue,
        help: ArgumentHelp(
            "The language of a WebVTT file, such as de or pt-BR (default: not stated).", valueName: "tag"))
    var locales: [String] = []

    @Option(name: .shortAndLong, help: "The file to write.", completion: .file())
    var output: String

    func validate() throws {
        if sources.isEmpty { throw ValidationError("Name at least one file of chapters with --set.") }
        let captions = sources.filter { !Self.isJSON($0) }
        if locales.count > captions.count {
            throw ValidationError("There are \(locales.count) languages for \(captions.count) WebVTT files.")
        }
    }

    private static func isJSON(_ path: String) -> Bool { path.lowercased().hasSuffix(".json") }

    func run() throws {
        do throws(MediaError) {
            var chapters = AuthoredChapters()
            var rest = locales[...]
            for source in sources {
                let locale = Self.isJSON(source) ? nil : rest.popFirst()
                try chapters.add(contentsOf: URL(fileURLWithPath: source), locale: locale)
            }
            let (written, omissions) = try ChapterFileWriter.write(
                chapters, from: URL(fileURLWithPath: file), to: URL(fileURLWithPath: output))
            for omission in omissions { Report.printError("\(output): \(omission)") }
            let languages = written.languages.map { "titles in \($0.tag): \($0.titles.count)" }
            let pictures = written.pictures.isEmpty ? [] : ["pictures: \(written.pictures.count)"]
            Report.line("\(output): \((languages + pictures).joined(separator: ", "))", isError: false)
        } catch {
            Report.printError(error.message)
            throw ExitCode((error.code == .fileNotFound ? PlayerExit.nothingRead : .playbackFailed).rawValue)
        }
    }
}
