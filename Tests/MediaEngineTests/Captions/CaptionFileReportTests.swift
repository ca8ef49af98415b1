import Foundation
import Testing

@testable import MediaEngine

@Suite("Reports of caption files")
struct CaptionFileReportTests {
    private func report(_ name: String, _ text: String, _ encoding: String.Encoding = .utf8) throws -> CaptionFileReport
    {
        let content = try #require(text.data(using: encoding))
        return try CaptionFileReport(URL(fileURLWithPath: "/\(name)"), content: content)
    }

    @Test("a SubRip file: format, encoding, language, cues, first and last time, and faults with their lines")
    func subRip() throws {
        let text = """
            hello
            1
            00:00:01,000 --> 00:00:02,000
            Grüße

            2
            00:00:05,000 --> 00:00:04,000
            b

            3
            00:00:06,000 --> 00:00:07,000

            4
            00:00:06,000 --> 00:xx
            c
            """
        let report = try report("film.de.forced.srt", text, .windowsCP1252)
        #expect(report.kind == "subrip" && report.encoding == "windows-1252" && report.language == "de")
        #expect(report.cues?.map(\.text) == ["Grüße"] && report.firstSeconds == 1 && report.lastSeconds == 2)
        #expect(report.faults.map(\.line) == [1, 7, 11, 14])
        #expect(report.text.hasPrefix("  captions      SubRip\n  encoding      windows-1252\n  language      de\n"))
        #expect(report.text.contains("  cue           0:00:01.000 – 0:00:02.000  Grüße\n"))
        #expect(report.text.contains("  fault         line 7: The caption ends before it begins"))
        #expect(report.unusableReason == nil)
    }

    @Test("a file without captions is reported as unusable, with what it contains instead")
    func empty() throws {
        let report = try report("film.srt", "no captions")
        #expect(report.unusableReason == "The file contains no captions." && report.faults.count == 1)
        #expect(try self.report("film.srt", "").unusableReason != nil)
    }

    @Test("a script: lines that are not displayed are faults")
    func script() throws {
        let text = """
            [Script Info]
            [Events]
            Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
            Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,a
            Dialogue: 0,0:00:03.00,0:00:02.00,Default,,0,0,0,,b
            Dialogue: 0,x,0:00:02.00,Default,,0,0,0,,c
            Dialogue: 0,0:00:01.00
            """
        let report = try report("film.ass", text)
        #expect(report.kind == "ass" && report.cues?.count == 1)
        #expect(report.faults.map(\.line) == [5, 6, 7])
    }

    @Test("a TTML file: unknown regions and styles and unreadable times are faults; captions may have no end")
    func timedText() throws {
        let text = """
            <tt xmlns="http://www.w3.org/ns/ttml" xml:lang="fr"><body><div>
            <p begin="1s" region="r">a</p><p begin="1,5" end="2s" style="s t">b</p></div></body></tt>
            """
        let report = try report("film.ttml", text)
        #expect(report.kind == "ttml" && report.language == "fr" && report.cues?.map(\.end) == [2, nil])
        #expect(
            report.faults.map(\.message) == [
                "The document has no region \u{201C}r\u{201D}.", "\u{201C}1,5\u{201D} of p is not a time.",
                "The document has no style \u{201C}s\u{201D}.", "The document has no style \u{201C}t\u{201D}.",
            ])
    }

    @Test("a file of chapters: titles in their languages with their levels")
    func chapters() throws {
        let text = """
            <Chapters><EditionEntry><ChapterAtom><ChapterTimeStart>00:00:01.000</ChapterTimeStart>
            <ChapterDisplay><ChapterString>One</ChapterString><ChapterLanguage>eng</ChapterLanguage></ChapterDisplay>
            <ChapterDisplay><ChapterString>Eins</ChapterString><ChapLanguageIETF>de</ChapLanguageIETF></ChapterDisplay>
            <ChapterAtom><ChapterTimeStart>00:00:02.000</ChapterTimeStart></ChapterAtom></ChapterAtom></EditionEntry></Chapters>
            """
        let report = try report("film.chapters.xml", text)
        #expect(report.kind == "chapters" && report.chapters?.map(\.title) == ["One", "Eins", nil])
        #expect(report.chapters?.map(\.language) == ["en", "de", nil] && report.chapters?.map(\.level) == [0, 0, 1])
        #expect(report.firstSeconds == 1 && report.lastSeconds == 2 && report.unusableReason == nil)
        #expect(try self.report("film.chapters.xml", "<Chapters/>").unusableReason != nil)
    }

    @Test("a caption that begins before and ends after 100 hours is no fault")
    func subRip_hundredHours() throws {
        let report = try report("film.srt", "1\n99:59:59,000 --> 100:00:01,000\na\n")
        #expect(report.cues?.count == 1 && report.faults.isEmpty)
    }

    @Test("bad input: the number of faults of a file is limited")
    func faults_limited() throws {
        let lines = String(repeating: "text\n", count: CaptionFault.maximumCount + 1)
        #expect(try report("film.srt", lines).faults.count == CaptionFault.maximumCount)
        let events = "[Events]\n" + String(repeating: "Dialogue: 0\n", count: CaptionFault.maximumCount + 1)
        #expect(try report("film.ass", events).faults.count == CaptionFault.maximumCount)
    }
}
