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

    @Test(
        "SubRip captions as other programs write them: tabs, times without hours, no blank line between, tags in braces"
    )
    func subRip_variants() throws {
        let text = """
            1
            00:00:01,000\t-->\t00:00:02,000
            {b}bold{/b} <s>struck</s><br>next
            2
            00:03,000 --> 00:04,500
            42
            """
        let cues = try captions("film.srt", text).cues
        #expect(cues.map(\.text) == ["bold struck\nnext", "42"])
        #expect(cues.map(\.range.start.seconds) == [1, 3] && cues.map(\.range.end.seconds) == [2, 4.5])
        #expect(cues.first?.styles.first?.range == 0..<4 && cues.first?.styles.first?.style.isBold == true)
    }

    @Test(
        "TTML files beside the media are read, in the encoding and the language that they state",
        arguments: ["film.de.ttml", "film.dfxp"])
    func timedText_isParsed(name: String) throws {
        let text = """
            <?xml version="1.0" encoding="\(name == "film.dfxp" ? "ISO-8859-1" : "UTF-8")"?>
            <tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xml:lang="de"><body><div>
              <p begin="1s" end="00:00:02.500">Grüße,<br/><span tts:color="red">rot</span></p>
              <p begin="3s">ohne Ende</p>
            </div></body></tt>
            """
        let file = try captions(name, text, name == "film.dfxp" ? .isoLatin1 : .utf8)
        #expect(file.cues.map(\.text) == ["Grüße,\nrot", "ohne Ende"])
        #expect(file.cues.map(\.range.start.seconds) == [1, 3] && file.cues[0].range.end.seconds == 2.5)
        #expect(file.cues[1].range.duration.seconds > 100_000)
        #expect(file.cues[0].styles.first?.style.color == 0xff0000)
        #expect(file.track.language == "de" && file.track.codec == "ttml")
    }

    @Test(
        "XML that is no TTML, and a damaged document, are errors",
        arguments: ["<a/>", "<tt xmlns='http://www.w3.org/ns/ttml'><body>"])
    func timedText_damaged(text: String) {
        #expect(throws: (any Error).self) { try captions("film.ttml", text) }
    }

    @Test("cues of WebVTT whose style changes at timestamps are captions in succession with one order")
    func styleChanges_areCaptions() throws {
        let text =
            "WEBVTT\n\nSTYLE\n::cue(:past) { color: red }\n\n00:01.000 --> 00:04.000\n<c>a</c><00:02.000>b<00:03.000>"
        let cues = try captions("film.vtt", text).cues
        #expect(cues.map(\.range.start.seconds) == [1, 2, 3] && cues.map(\.range.end.seconds) == [2, 3, 4])
        #expect(cues.map(\.text) == ["ab", "ab", "ab"])
        #expect(cues.map { $0.styles.first?.style.color } == [nil, 0xff0000, 0xff0000])
        #expect(cues.allSatisfy { $0.orderTime?.seconds == 1 })
    }

    @Test("tags of SubRip give styles, colors and positions")
    func subRip_hasStyles() throws {
        let text = """
            1
            00:00:01,000 --> 00:00:02,000
            {\\an3}<font color="#FF8000" size=3>a</font><font color=red>b</font> <FONT face=x>c</FONT>

            2
            00:00:03,000 --> 00:00:04,000
            {\\an4}{\\i1\\b1}x{\\b0}{\\i0}y <q>z 1<2

            """
        let cues = try captions("film.srt", text).cues
        #expect(cues.map(\.text) == ["ab c", "xy <q>z 1<2"])
        #expect(
            cues[0].styles.map(\.style.color) == [0xff8000, 0xff0000] && cues[0].styles.map(\.range) == [0..<1, 1..<2])
        #expect(cues[0].placement?.alignment == .end && cues[0].placement?.line == nil)
        #expect(cues[1].styles.map(\.style) == [TextStyle(isBold: true, isItalic: true)])
        #expect(cues[1].placement?.line == 0.5 && cues[1].placement?.alignment == .start)
    }

    @Test("a SubRip caption continues after a blank line and after a line that has only a tag")
    func subRip_blankLines() throws {
        let text = """
            1
            00:00:01,000 --> 00:00:02,000
            {\\an8}
            a

            b

            2
            00:00:03,000 --> 00:00:04,000
            1 --> 2
            """
        let cues = try captions("film.srt", text).cues
        #expect(cues.map(\.text) == ["a\nb", "1 --> 2"])
        #expect(cues.first?.placement?.line.map { $0 < 0.2 } == true)
        let doubled = text.replacingOccurrences(of: "\n", with: "\r\r\n")
        #expect(try captions("film.srt", doubled).cues.map(\.text) == ["a\nb", "1 --> 2"])
    }

    @Test(
        "unknown SubRip tags are hidden if they are closed, and struck text, hard spaces and forced line breaks are read"
    )
    func subRip_tags() throws {
        let text = """
            1
            00:00:01,000 --> 00:00:02,000
            <x y=1>a</x> <z>b {Y:i}c\\Nd\\he {n}
            <s>f</s> 1<2>3
            """
        let cue = try #require(try captions("film.srt", text).cues.first)
        #expect(cue.text == "a <z>b c\nd\u{a0}e {n}\nf 1<2>3")
        let struck = cue.styles.filter(\.style.isStruck)
        #expect(struck.map(\.range) == [17..<18])
    }

    @Test("SubRip files in UTF-32 with a byte order mark are read")
    func subRip_utf32() throws {
        let text = "1\n00:00:01,000 --> 00:00:02,000\nÄ 𝄞\n"
        for isLittle in [true, false] {
            let units = [UInt32(0xfeff)] + text.unicodeScalars.map(\.value)
            let bytes = units.flatMap { unit in
                withUnsafeBytes(of: isLittle ? unit.littleEndian : unit.bigEndian) { Array($0) }
            }
            let file = try CaptionFile(URL(fileURLWithPath: "/film.srt"), content: Data(bytes))
            #expect(file.cues.map(\.text) == ["Ä 𝄞"] && file.encoding == "UTF-32")
        }
    }

    @Test("a WebVTT file's style sheet determines the styles of its captions")
    func webVTT_hasStyles() throws {
        let text = """
            WEBVTT

            STYLE
            ::cue { background: rgba(0,0,255,0.5); font-size: 150% }
            ::cue(v[voice="Mary"]) { color: lime; opacity: 0.5 }

            1
            00:01.000 --> 00:02.000
            <v Mary>a</v>b
            """
        let cue = try #require(try captions("film.vtt", text).cues.first)
        var blue = TextStyle()
        (blue.background, blue.backgroundOpacity, blue.scale) = (0x0000ff, 0.5, 1.5)
        var lime = blue
        (lime.color, lime.opacity, lime.backgroundOpacity) = (0x00ff00, 0.5, 0.25)
        #expect(cue.styles == [StyledRange(range: 0..<1, style: lime), StyledRange(range: 1..<2, style: blue)])
    }

    @Test("line breaks of Windows and a byte order mark are read")
    func lineBreaks_areRead() throws {
        let text = "1\r\n00:00:01,000 --> 00:00:02,000\r\nGrüße\r\n"
        let file = try captions("film.srt", "\u{FEFF}" + text)
        #expect(file.cues.map(\.text) == ["Grüße"] && file.encoding == nil)
    }

    @Test(
        "the encoding of a file is detected from its bytes and its language, and reported",
        arguments: [
            ("film.srt", "Grüße", "utf8", nil), ("film.srt", "Grüße", "utf16", "UTF-16LE"),
            ("film.srt", "Grüße", "utf16LE", "UTF-16LE"), ("film.srt", "Grüße", "utf16BE", "UTF-16BE"),
            ("film.srt", "Grüße – „ja“", "cp1252", "windows-1252"),
            ("film.fr.srt", "Ça été à Noël", "latin1", "windows-1252"),
            ("film.srt", "こんにちは世界", "shiftJIS", "SHIFT_JIS"), ("film.ja.srt", "世界", "shiftJIS", "SHIFT_JIS"),
            ("film.ru.srt", "Привет", "cp1251", "CP1251"), ("film.pl.srt", "Zażółć", "cp1250", "CP1250"),
        ] as [(String, String, String, String?)])
    func encodings_areDetected(name: String, line: String, encoding: String, reported: String?) throws {
        let encodings: [String: String.Encoding] = [
            "utf8": .utf8, "utf16": .utf16, "utf16LE": .utf16LittleEndian, "utf16BE": .utf16BigEndian,
            "cp1252": .windowsCP1252, "latin1": .isoLatin1, "shiftJIS": .shiftJIS, "cp1251": .windowsCP1251,
            "cp1250": .windowsCP1250,
        ]
        let text = "1\n00:00:01,000 --> 00:00:02,000\n\(line)\n"
        let file = try captions(name, text, try #require(encodings[encoding]))
        #expect(file.cues.map(\.text) == [line])
        #expect(file.encoding == reported)
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
            ("a film.2019.srt", nil, false, false), ("film.forced.en.vtt", "en", true, false),
            ("film.2019.cc.pt-BR.srt", "pt-BR", false, true), ("film.en.fr.srt", "fr", false, false),
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
