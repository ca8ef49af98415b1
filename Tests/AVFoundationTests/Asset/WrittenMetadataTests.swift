import AVFoundation
import Foundation
import MediaTesting
import Testing

/// Metadata and chapters that other programs have written; each test is skipped where its program is not installed.
@Suite("Metadata written by other programs (issue 17)", .enabled(if: StreamMaker.isAvailable))
struct WrittenMetadataTests {
    private static let python = URL(fileURLWithPath: "/usr/bin/python3")

    private static func hasMutagen() async -> Bool {
        (try? await ExternalCommand.run(python, ["-c", "import mutagen"]))?.status == 0
    }

    private static func run(_ program: String, _ arguments: [String]) async throws {
        let outcome = try await ExternalCommand.run(try #require(ExternalCommand.find(program)), arguments)
        #expect(outcome.status == 0, "\(outcome.standardOutput) \(outcome.standardError)")
    }

    private static func scratch() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("written-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    private static func cover(in folder: URL) async throws -> URL {
        let file = folder.appendingPathComponent("cover.jpg")
        try await run(
            "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "color=c=teal:s=40x30:r=1:d=1", "-frames:v", "1", file.path])
        return file
    }

    /// "identifier[language]=value" of each item, sorted; data by its size.
    private func dump(_ asset: AVAsset) async throws -> [String] {
        try await asset.load(.metadata).map { item in
            let value = item.stringValue ?? item.dataValue.map { "\($0.count) bytes" } ?? "nil"
            let info = (item.extraAttributes?[.info] as? String).map { "{\($0)}" } ?? ""
            return (item.identifier?.rawValue ?? "none") + (item.extendedLanguageTag.map { "[\($0)]" } ?? "") + info
                + "=" + value
        }.sorted()
    }

    private func titles(_ asset: AVAsset, _ language: String) -> [String] {
        asset.chapterMetadataGroups(withTitleLocale: Locale(identifier: language)).map {
            "\($0.timeRange.start.seconds) \($0.items.first?.stringValue ?? "nil")"
        }
    }

    @Test(
        "Matroska by mkvmerge: tags with levels and languages, the cover, and chapters in two languages",
        .enabled(if: ExternalCommand.find("mkvmerge") != nil))
    func matroska() async throws {
        let folder = try Self.scratch()
        defer { try? FileManager.default.removeItem(at: folder) }
        let clip = try await StreamMaker.shared.clip(.markedWithTone(seconds: 4))
        func write(_ name: String, _ text: String) throws -> String {
            let file = folder.appendingPathComponent(name)
            try Data(text.utf8).write(to: file)
            return file.path
        }
        func atom(_ start: String, _ titles: [(String, String)]) -> String {
            let displays = titles.map {
                "<ChapterDisplay><ChapterString>\($0.0)</ChapterString><ChapterLanguage>\($0.1)</ChapterLanguage></ChapterDisplay>"
            }
            return "<ChapterAtom><ChapterTimeStart>\(start)</ChapterTimeStart>\(displays.joined())</ChapterAtom>"
        }
        let chapters = try write(
            "chapters.xml",
            "<?xml version=\"1.0\"?><Chapters><EditionEntry>"
                + atom("00:00:00.000000000", [("Start", "eng"), ("Anfang", "ger")])
                + atom("00:00:02.000000000", [("End", "eng"), ("Ende", "ger")]) + "</EditionEntry></Chapters>")
        func tag(_ level: Int, _ fields: [(String, String, String)]) -> String {
            let simple = fields.map {
                "<Simple><Name>\($0.0)</Name><String>\($0.1)</String><TagLanguage>\($0.2)</TagLanguage></Simple>"
            }
            return "<Tag><Targets><TargetTypeValue>\(level)</TargetTypeValue></Targets>\(simple.joined())</Tag>"
        }
        let tags = try write(
            "tags.xml",
            "<?xml version=\"1.0\"?><Tags>" + tag(70, [("TITLE", "The series", "eng")])
                + tag(50, [("TITLE", "Der Titel", "ger"), ("TITLE", "The title", "eng"), ("ARTIST", "Someone", "und")])
                + "</Tags>")
        let cover = try await Self.cover(in: folder)
        let film = folder.appendingPathComponent("film.mkv")
        try await Self.run(
            "mkvmerge",
            [
                "-q", "-o", film.path, "--title", "Segment title", "--chapters", chapters, "--global-tags", tags,
                "--attachment-mime-type", "image/jpeg", "--attachment-name", "cover.jpg", "--attach-file", cover.path,
                clip.path,
            ])
        let asset = AVURLAsset(url: film)
        let items = try await dump(asset)
        let size = try Data(contentsOf: cover).count
        for expected in [
            "mdta/COLLECTION/TITLE[en]=The series", "mdta/com.apple.quicktime.title[de]=Der Titel",
            "mdta/com.apple.quicktime.title[en]=The title", "mdta/com.apple.quicktime.artist=Someone",
            "mdta/com.apple.quicktime.artwork{cover.jpg}=\(size) bytes",
        ] {
            #expect(items.contains(expected), "\(expected) is not in \(items)")
        }
        #expect(try await asset.load(.availableChapterLocales).map(\.identifier) == ["en", "de"])
        #expect(titles(asset, "de") == ["0.0 Anfang", "2.0 Ende"] && titles(asset, "en") == ["0.0 Start", "2.0 End"])
    }

    @Test(
        "iTunes metadata by AtomicParsley: texts, numbers, rating and artwork",
        .enabled(if: ExternalCommand.find("AtomicParsley") != nil))
    func tunes() async throws {
        let folder = try Self.scratch()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("song.m4a")
        let cover = try await Self.cover(in: folder)
        try await Self.run(
            "AtomicParsley",
            [
                try await StreamMaker.shared.clip(.audioOnly()).path, "--title", "Über", "--artist", "Someone",
                "--tracknum", "4/10",
                "--TVSeasonNum", "3", "--compilation", "true", "--genre", "Rock", "--artwork", "REMOVE_ALL",
                "--artwork", cover.path,
                "--contentRating", "PG-13", "--output", file.path,
            ])
        let asset = AVURLAsset(url: file)
        let items = try await dump(asset)
        let size = try Data(contentsOf: cover).count
        for expected in [
            "itsk/%A9nam=Über", "itsk/%A9ART=Someone", "itsk/trkn=8 bytes", "itsk/tvsn=3", "itsk/cpil=1",
            "itsk/gnre=Rock",
            "itsk/covr=\(size) bytes", "itlk/com.apple.iTunes.iTunEXTC=mpaa|PG-13|300|",
        ] {
            #expect(items.contains(expected), "\(expected) is not in \(items)")
        }
        #expect(try await asset.loadMetadata(for: .iTunesMetadata).count == items.count)
    }

    @Test("ID3 by mutagen: languages, several pictures and chapters; Vorbis comments with a picture")
    func tagger() async throws {
        guard await Self.hasMutagen() else { return }
        let folder = try Self.scratch()
        defer { try? FileManager.default.removeItem(at: folder) }
        let song = folder.appendingPathComponent("song.mp3")
        try FileManager.default.copyItem(
            at: try await StreamMaker.shared.clip(.audioOnly(seconds: 4, container: .mp3)), to: song)
        let opus = folder.appendingPathComponent("song.ogg")
        try FileManager.default.copyItem(
            at: try await StreamMaker.shared.clip(.audioOnly(seconds: 4, container: .ogg)), to: opus)
        let cover = try await Self.cover(in: folder)
        let script = """
            import sys, base64
            from mutagen.id3 import ID3, TIT2, TPE1, COMM, APIC, CTOC, CHAP, CTOCFlags
            from mutagen.flac import Picture
            import mutagen
            data = open(sys.argv[3], 'rb').read()
            tags = ID3()
            tags.add(TIT2(encoding=1, text=['Größe']))
            tags.add(TPE1(encoding=3, text=['One', 'Two']))
            tags.add(COMM(encoding=3, lang='deu', desc='', text=['Kommentar']))
            tags.add(COMM(encoding=3, lang='eng', desc='', text=['Comment']))
            tags.add(APIC(encoding=3, mime='image/jpeg', type=3, desc='front', data=data))
            tags.add(APIC(encoding=3, mime='image/jpeg', type=4, desc='back', data=data))
            tags.add(CTOC(element_id='toc', flags=CTOCFlags.TOP_LEVEL | CTOCFlags.ORDERED, child_element_ids=['a', 'b'], sub_frames=[]))
            tags.add(CHAP(element_id='b', start_time=2000, end_time=4000, sub_frames=[TIT2(encoding=3, text=['Zwei'])]))
            tags.add(CHAP(element_id='a', start_time=0, end_time=2000, sub_frames=[
                TIT2(encoding=3, text=['Eins']), APIC(encoding=3, mime='image/jpeg', type=3, desc='', data=data)]))
            tags.save(sys.argv[1], v2_version=4)
            picture = Picture()
            picture.data, picture.type, picture.mime, picture.desc = data, 3, 'image/jpeg', 'front'
            file = mutagen.File(sys.argv[2])
            file['title'] = ['Ton', 'Tone']
            file['chapter001'] = ['00:00:00.000']
            file['chapter001name'] = ['Intro']
            file['metadata_block_picture'] = [base64.b64encode(picture.write()).decode()]
            file.save()
            """
        let outcome = try await ExternalCommand.run(Self.python, ["-c", script, song.path, opus.path, cover.path])
        #expect(outcome.status == 0, "\(outcome.standardError)")
        let size = try Data(contentsOf: cover).count
        let asset = AVURLAsset(url: song)
        #expect(
            try await dump(asset) == [
                "id3/APIC{back}=\(size) bytes", "id3/APIC{front}=\(size) bytes", "id3/COMM[de]=Kommentar",
                "id3/COMM[en]=Comment",
                "id3/TIT2=Größe", "id3/TPE1=One", "id3/TPE1=Two",
            ])
        #expect(titles(asset, "und") == ["0.0 Eins", "2.0 Zwei"])
        let groups = try await asset.loadChapterMetadataGroups(
            withTitleLocale: Locale(identifier: "und"), containingItemsWithCommonKeys: [.commonKeyArtwork])
        #expect(groups.map { $0.items.compactMap(\.dataValue?.count) } == [[size], []])

        let spoken = AVURLAsset(url: opus)
        let items = try await dump(spoken)
        #expect(
            items.contains("mdta/com.apple.quicktime.title=Ton")
                && items.contains("mdta/com.apple.quicktime.title=Tone"))
        #expect(items.contains("mdta/com.apple.quicktime.artwork{front}=\(size) bytes"), "\(items)")
        #expect(titles(spoken, "und") == ["0.0 Intro"])
    }
}
