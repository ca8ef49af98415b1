import CoreMedia
import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

@Suite("Files in SubStation Alpha, and fonts in containers")
struct SubStationFileTests {
    @Test("a file's lines have the form that containers store, in the order of the file")
    func lines_haveStoredForm() {
        let file = SubStationFile(
            ScriptSamples.file([
                "2,0:00:01.00,0:00:02.50,Default,Ann,1,2,3,,One, two",
                "0,1:00:00.00,1:00:01.00,Default,,0,0,0,,{\\i1}x",
                "0,0:00:03.00,0:00:03.00,Default,,0,0,0,,empty", "0,0:00:xx.00,0:00:03.00,Default,,0,0,0,,no time",
                "0,1",
            ]) + "Comment: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,comment\n[Fonts]\nfontname: a.ttf\n"
        )
        #expect(file.lines.map(\.text) == ["0,2,Default,Ann,1,2,3,,One, two", "1,0,Default,,0,0,0,,{\\i1}x"])
        #expect(file.lines.map(\.start) == [.second, 3_600 * .second])
        #expect(file.lines.map(\.end) == [2_500 * .millisecond, 3_601 * .second])
        #expect(file.header.contains("[V4+ Styles]") && file.header.contains("fontname: a.ttf"))
        #expect(!file.header.lowercased().contains("[events]") && !file.header.contains("Dialogue"))
    }

    @Test("a file of the older format has marks in place of layers, and fields in any order")
    func olderFormat() {
        let file = SubStationFile(
            """
            [Script Info]\r
            ScriptType: v4.00\r
            [Events]\r
            Format: Marked, End, Start, Style, Text\r
            Dialogue: Marked=0,0:00:02.00,0:00:01.00,Default,Hello, world\r
            """)
        #expect(file.lines.map(\.text) == ["0,0,Default,,,,,,Hello, world"])
        #expect(file.lines.first?.start == .second)
    }

    @Test("a caption file in SubStation Alpha has the text of its lines, and is drawn where libass is installed")
    func captionFile() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ass-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("film.de.ass")
        let text = ScriptSamples.file([
            "0,0:00:05.00,0:00:06.00,Default,,0,0,0,,Später", "0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\b1}Grüße",
        ])
        try Data(text.utf8).write(to: url)
        let film = folder.appendingPathComponent("film.mp4")
        #expect(CaptionFile.files(beside: film).map(\.lastPathComponent) == ["film.de.ass"])
        let file = try CaptionFile(url)
        #expect(file.track.codec == "ass" && file.track.language == "de")
        #expect(file.cues.map(\.text) == ["Grüße", "Später"])
        #expect(file.cues.first?.styles.first?.style.isBold == true)
        #expect(file.cues.allSatisfy { ($0.graphics?.line != nil) == ScriptRenderer.isAvailable })
        #expect(Set(file.cues.compactMap { $0.graphics?.line?.document }).count <= 1)
    }

    private static let font = URL(fileURLWithPath: "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf")

    @Test(
        "the fonts of a Matroska file belong to its script, and other attachments do not",
        .enabled(if: StreamMaker.isAvailable))
    func attachedFonts() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("Own-\(UUID().uuidString).ttf")
        try Data([0, 1, 0, 0, 9, 9]).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let script = Data(ScriptSamples.file(["0,0:00:01.00,0:00:02.00,Default,,0,0,0,,x"]).utf8)
        let film = try await CaptionClip.make(script, named: "a.ass", codec: "ass", seconds: 2, fonts: [file])
        defer { CaptionClip.remove(film) }
        let demuxer = try Demuxer.open(MediaLocator(url: film))
        #expect(demuxer.fonts.map(\.name) == [file.lastPathComponent])
        #expect(demuxer.fonts.first?.withBytes(Array.init) == [0, 1, 0, 0, 9, 9])
        // Without a script, nobody needs the fonts.
        let plain = try await CaptionClip.make(
            Data("1\n00:00:01,000 --> 00:00:02,000\nx\n".utf8), named: "a.srt", codec: "srt", seconds: 2, fonts: [file])
        defer { CaptionClip.remove(plain) }
        let other = try Demuxer.open(MediaLocator(url: plain))
        #expect(other.fonts.isEmpty)
    }

    @Test(
        "attachments are fonts by their type or their name",
        arguments: [
            ("a.TTF", nil, true), ("a.otf", "application/octet-stream", true), ("a", "font/ttf", true),
            ("a", "application/x-truetype-font", true), ("a", "application/vnd.ms-opentype", true),
            ("cover.jpg", "image/jpeg", false), ("", nil, false), ("ttf", nil, false),
        ])
    func isFont(name: String, type: String?, isFont: Bool) {
        #expect(AttachedFonts.isFont(name: name, type: type) == isFont)
    }
}
