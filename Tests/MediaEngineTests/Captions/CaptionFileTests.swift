import CoreMedia
import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

struct CaptionFileTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("captions-\(UUID().uuidString)")

    private func file(_ name: String, _ bytes: Data) throws -> URL {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appendingPathComponent(name)
        try bytes.write(to: url)
        return url
    }

    private func captions(_ name: String, _ text: String, _ encoding: String.Encoding = .utf8) throws -> CaptionFile {
        defer { try? FileManager.default.removeItem(at: folder) }
        return try CaptionFile(try file(name, try #require(text.data(using: encoding))))
    }

    private static let film = """
        1
        00:00:01,000 --> 00:00:02,500
        <i>Two</i> <font color="#ff0000">lines</font>
        with A < B & C

        2
        00:00:03,5 --> 01:00:04,000 X1:10 X2:20
        {\\an8}Above

        """

    @Test("SubRip captions have their times, styles and positions, and no tags that only SubRip knows")
    func subRip_isParsed() throws {
        let cues = try captions("film.srt", Self.film).cues
        #expect(cues.map(\.text) == ["Two lines\nwith A < B & C", "Above"])
        #expect(cues.map(\.range.start.seconds) == [1, 3.5] && cues.map(\.range.end.seconds) == [2.5, 3604])
        #expect(cues.first?.styles.first?.range == 0..<3 && cues.first?.styles.first?.style.isItalic == true)
        #expect(cues.first?.placement == nil && cues.last?.placement?.line.map { $0 < 0.2 } == true)
    }

    @Test("line breaks of Windows, a byte order mark, UTF-16 and Windows-1252 are read")
    func encodings_areDetected() throws {
        let text = "1\r\n00:00:01,000 --> 00:00:02,000\r\nGrüße\r\n"
        for encoding in [String.Encoding.utf8, .utf16, .windowsCP1252] {
            #expect(try captions("film.srt", text, encoding).cues.map(\.text) == ["Grüße"], "\(encoding)")
        }
        #expect(try captions("film.srt", "\u{FEFF}" + text).cues.map(\.text) == ["Grüße"])
    }

    @Test("a WebVTT file is parsed with its settings")
    func webVTT_isParsed() throws {
        let cues = try captions("film.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000 line:10%\n<b>Bold</b>\n").cues
        #expect(cues.map(\.text) == ["Bold"] && cues.first?.placement?.line == 0.1)
    }

    @Test(
        "language and flags come from the file's name",
        arguments: [
            ("film.srt", nil, false, false), ("film.de.srt", "de", false, false),
            ("film.ger.forced.srt", "de", true, false), ("film.en-GB.sdh.vtt", "en-GB", false, true),
            ("a film.2019.srt", nil, false, false),
        ] as [(String, String?, Bool, Bool)])
    func name_determinesTrack(name: String, language: String?, isForced: Bool, isHearingImpaired: Bool) throws {
        let text = "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nx\n"
        let track = try captions(name, text).track
        #expect(track.language == language && track.isForced == isForced)
        #expect(track.isHearingImpaired == isHearingImpaired && track.kind == .subtitle)
    }

    @Test("files without captions, files that are missing and binary files are errors that name the file")
    func badFiles_areErrors() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for data in [Data(), Data("no captions".utf8), Data((0...255).map(UInt8.init))] {
            let url = try file("film.srt", data)
            let error = #expect(throws: MediaError.self) { try CaptionFile(url) }
            #expect(error?.message.contains("film.srt") == true)
        }
        let missing = #expect(throws: MediaError.self) { try CaptionFile(folder.appendingPathComponent("no.srt")) }
        #expect(missing?.code == .fileNotFound)
    }

    @Test("the files beside a video are those with its name, with a language or flags, in the order of their names")
    func neighbors_haveTheVideosName() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let names = [
            "film.srt", "film.de.srt", "film.en.forced.VTT", "film2.srt", "film.txt", "film.a.b.c.d.srt", "x.srt",
        ]
        for name in names { _ = try file(name, Data()) }
        let found = CaptionFile.files(beside: folder.appendingPathComponent("film.mp4")).map(\.lastPathComponent)
        #expect(found == ["film.de.srt", "film.en.forced.VTT", "film.srt"])
        #expect(CaptionFile.files(beside: try #require(URL(string: "https://example.org/film.mp4"))).isEmpty)
    }
}
