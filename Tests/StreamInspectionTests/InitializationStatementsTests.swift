import StreamRules
import Testing

@testable import StreamInspection

/// Tests the statements about the size and the colors of initialization sections, with boxes that are made to order.
struct InitializationStatementsTests {
    private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        word(8 + content.count) + Array(type.utf8) + content
    }

    private func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

    private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    /// Returns the violations of an initialization section with one video track.
    /// - Parameters:
    ///   - shown: the size in tkhd.
    ///   - ratio: the shape of the pixels; nil: there is no pasp.
    private func messages(
        _ shown: (Int, Int), _ own: (Int, Int), ratio: (Int, Int)? = (1, 1), isLong: Bool = false
    ) -> [String] {
        let header =
            [isLong ? 1 : 0] + zeros(isLong ? 87 : 75) + word(shown.0 << 16) + word(shown.1 << 16)
        var entry = zeros(24) + word(own.0 << 16 | own.1) + zeros(50)
        entry += box("vpcC", zeros(12))
        if let ratio { entry += box("pasp", word(ratio.0) + word(ratio.1)) }
        let tables = box("stbl", box("stsd", zeros(4) + word(1) + box("vp09", entry)))
        let media = box("mdia", box("hdlr", zeros(8) + Array("vide".utf8) + zeros(13)) + box("minf", tables))
        let movie = box("moov", box("trak", box("tkhd", header) + media))
        return InitializationStatements(box("ftyp", Array("iso5".utf8) + zeros(4)) + movie, isEncrypted: false)
            .violations.filter { $0.statement == .trackSize }.map(\.message)
    }

    @Test(
        "the size of the sample entry, and the same shape in another size, are no violation", arguments: [false, true])
    func sameShape(isLong: Bool) {
        #expect(messages((640, 360), (640, 360), isLong: isLong).isEmpty)
        #expect(messages((1280, 720), (640, 360), isLong: isLong).isEmpty)
        // 1088 rows of which 1080 are displayed.
        #expect(messages((1920, 1080), (1920, 1088), isLong: isLong).isEmpty)
        #expect(messages((360, 640), (640, 360), isLong: isLong).isEmpty)
    }

    @Test(
        "square pixels with another shape are a violation, also where the width is the same", arguments: [false, true])
    func otherShape(isLong: Bool) {
        #expect(messages((640, 480), (640, 360), isLong: isLong).first?.contains("with square pixels") == true)
        #expect(messages((853, 360), (640, 360), isLong: isLong).count == 1)
    }

    @Test("pixels that are not square keep the width or the height; without pasp the shape is not compared")
    func anamorphic() {
        #expect(messages((1024, 576), (720, 576), ratio: (64, 45)).isEmpty)
        #expect(messages((720, 405), (720, 576), ratio: (64, 45)).isEmpty)
        #expect(messages((640, 480), (640, 360), ratio: nil).isEmpty)
        #expect(messages((1000, 90), (640, 360), ratio: nil) == ["tkhd states 1000x90, and the sample entry 640x360."])
        #expect(messages((1000, 90), (640, 360), ratio: (64, 45)).count == 1)
    }

    // MARK: - Handlers

    private func handlerMessages(_ handler: String, _ entry: String) -> [String] {
        let tables = box("stbl", box("stsd", zeros(4) + word(1) + box(entry, zeros(78))))
        let media = box("mdia", box("hdlr", zeros(8) + Array(handler.utf8) + zeros(13)) + box("minf", tables))
        let movie = box("moov", box("trak", box("tkhd", zeros(84)) + media))
        return HeaderStatements.violations(box("ftyp", Array("iso6".utf8) + zeros(4)) + movie)
            .filter { $0.statement == .trackHandler }.map(\.message)
    }

    @Test(
        "the handler of the sample entry, those of pictures, auxiliary video and text, and unknown entries are no violation",
        arguments: [
            ("vide", "avc1"), ("vide", "encv"), ("soun", "mp4a"), ("soun", "enca"), ("pict", "hvc1"), ("auxv", "hvc1"),
            ("text", "wvtt"), ("subt", "stpp"), ("vide", "xxxx"), ("soun", "xxxx"), ("meta", "mp4a"),
        ])
    func handlers(handler: String, entry: String) { #expect(handlerMessages(handler, entry).isEmpty) }

    @Test(
        "the handler of audio for video, and of video for audio, is a violation",
        arguments: [("soun", "avc1"), ("soun", "encv"), ("vide", "mp4a"), ("vide", "Opus"), ("vide", "enca")])
    func otherHandlers(handler: String, entry: String) {
        let kind = handler == "soun" ? "vide" : "soun"
        #expect(
            handlerMessages(handler, entry)
                == ["hdlr states \(handler), and the sample entry \(entry) is that of \(kind)."])
    }

    // MARK: - Colors

    @Test("a colr box with another transfer function, primaries or matrix than the video is a violation")
    func colors() throws {
        func violation(_ box: (String?, String?, String?), _ video: (String?, String?, String?)) -> StatementViolation?
        {
            var track = TrackFacts(kind: .video, codec: "hevc")
            (track.transfer, track.primaries, track.matrix) = box
            return ColorStatements.violation(track, transfer: video.0, primaries: video.1, matrix: video.2)
        }
        let standard: (String?, String?, String?) = ("bt709", "bt709", "bt709")
        let wide: (String?, String?, String?) = ("smpte2084", "bt2020", "bt2020nc")
        #expect(violation(standard, standard) == nil)
        #expect(
            violation(standard, wide)?.message
                == "The colr box states bt709 as the transfer function, and the video has smpte2084.")
        #expect(violation(standard, wide)?.statement == .colorDescription)
        #expect(violation(standard, ("bt709", "bt2020", "bt709"))?.message.contains("bt2020") == true)
        #expect(violation(standard, ("bt709", "smpte170m", "bt709"))?.message.contains("primaries") == true)
        #expect(violation(standard, ("bt709", "bt709", "bt2020nc"))?.message.contains("the color matrix") == true)
        // A box or a bitstream without the property contradicts nothing.
        #expect(violation((nil, nil, nil), wide) == nil && violation(standard, (nil, nil, nil)) == nil)
    }

    @Test("transfer functions of one curve, matrices of BT.601, and HLG behind BT.2020 are no violation")
    func equalColors() {
        func isReported(_ box: String, _ video: String, isMatrix: Bool = false) -> Bool {
            var track = TrackFacts(kind: .video, codec: "hevc")
            if isMatrix { track.matrix = box } else { track.transfer = box }
            return ColorStatements.violation(
                track, transfer: isMatrix ? nil : video, primaries: nil, matrix: isMatrix ? video : nil) != nil
        }
        #expect(!isReported("bt709", "bt2020-10") && !isReported("smpte170m", "bt709"))
        #expect(!isReported("bt2020-10", "arib-std-b67") && isReported("arib-std-b67", "bt709"))
        #expect(!isReported("smpte170m", "bt470bg", isMatrix: true) && isReported("smpte170m", "bt709", isMatrix: true))
    }
}
