import HLS
import Testing

@testable import MediaEngine

@Suite("WebVTT in fragments of MP4 (hls.md section 5; ISO 14496-30 section 7)")
struct FragmentedTextTests {
    private let maker = TextFragments()

    private func seconds(_ cue: SubtitleCues.Cue) -> [Double] { [cue.start.seconds, cue.end.seconds] }

    @Test("samples with several cues, none, and cues over several samples are merged into cues")
    func cues() throws {
        let bytes =
            maker.header()
            + maker.fragment(
                at: 10_000,
                [
                    (1_000, maker.box("vtte")), (2_000, maker.cue("<i>One</i> &amp; only", "1", settings: "line:10%")),
                    (500, maker.cue("<i>One</i> &amp; only", "1", settings: "line:10%") + maker.cue("Two")),
                    (1_500, maker.cue("Two")),
                ]) + maker.fragment(at: 20_000, [(1_000, maker.cue("Two"))])
        let cues = try FragmentedText(bytes).cues
        #expect(cues.map(\.text) == ["One & only", "Two", "Two"])
        #expect(cues.map(seconds) == [[11, 13.5], [13, 15], [20, 21]])
        #expect(cues[0].identity.name == "1")
        #expect(cues[0].identity.settings.line == .percentage(10))
        #expect(cues[0].styles == [StyledRange(range: 0..<3, style: TextStyle(isItalic: true))])
    }

    @Test("subtitles that are neither WebVTT nor TTML, or lack their header, are a descriptive error")
    func others() {
        let other = #expect(throws: MediaError.self) { try FragmentedText(maker.header("tx3g")) }
        #expect(other?.code == .unsupported)
        let bare = #expect(throws: MediaError.self) { try FragmentedText(maker.fragment(at: 0, [(1, maker.cue("x"))])) }
        #expect(bare?.code == .malformed)
    }

    @Test("every prefix, and every changed byte, yields cues or an error")
    func damaged() throws {
        let bytes = maker.header() + maker.fragment(at: 10_000, [(1_000, maker.cue("One")), (2_000, maker.cue("Two"))])
        for count in 0..<bytes.count { _ = try? FragmentedText(Array(bytes.prefix(count))) }
        for index in bytes.indices {
            for value: UInt8 in [0, 1, 0x7f, 0x80, 0xff] {
                var changed = bytes
                changed[index] = value
                let cues = (try? FragmentedText(changed).cues) ?? []
                #expect(cues.count <= 2)
            }
        }
    }
}
