import Testing

@testable import HLS

@Suite("Lines of a playlist")
struct LineReaderTests {
    private func lines(_ text: String) -> [String] {
        var reader = LineReader(Array(text.utf8))
        var result: [String] = []
        while let line = reader.next() { result.append(reader.bytes.text(line)) }
        return result
    }

    @Test("LF and CRLF end a line, and the last line needs no line ending")
    func endings() {
        #expect(lines("a\nb\r\nc") == ["a", "b", "c"])
        #expect(lines("a\r\n\r\nb\n") == ["a", "", "b"])
        #expect(lines("") == [])
        #expect(lines("\n") == [""])
    }

    @Test("a line of a megabyte is read as one line")
    func longLine() {
        let address = "data:application/vnd.apple.mpegurl;base64," + String(repeating: "A", count: 1 << 20)
        #expect(lines("#EXTM3U\n\(address)\n#EXT-X-ENDLIST") == ["#EXTM3U", address, "#EXT-X-ENDLIST"])
    }

    @Test("a carriage return inside a line does not end it")
    func strayReturn() { #expect(lines("a\rb\n") == ["a\rb"]) }
}
