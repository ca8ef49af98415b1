import MediaTesting
import StreamRules
import Testing

@testable import StreamInspection

/// Tests that PES packets, sample tables and tracks without faults, which are near to a fault, have no findings.
struct ElementTests {
    private static let video = 256
    private static let audio = 257

    private func packet(_ pid: Int, starts: Bool, _ payload: [UInt8]) -> [UInt8] {
        let room = 184 - payload.count
        let head: [UInt8] = [
            0x47, UInt8(pid >> 8) | (starts ? 0x40 : 0), UInt8(pid & 0xff), room > 0 ? 0x30 : 0x10,
        ]
        guard room > 0 else { return head + payload.prefix(184) }
        let field = room == 1 ? [0] : [UInt8(room - 1), 0] + [UInt8](repeating: 0xff, count: room - 2)
        return head + field + payload
    }

    /// Returns the violations of PES packets of audio.
    private func messages(_ packets: [[UInt8]], type: UInt8 = 0x0f, pid: Int = audio) -> [Statement] {
        var statements = ElementaryStatements()
        statements.add(type, pid)
        for bytes in packets {
            bytes.withUnsafeBufferPointer {
                let start = 4 + (bytes[3] & 0x20 != 0 ? 1 + Int(bytes[4]) : 0)
                statements.read($0, start, 188, pid, isStart: bytes[1] & 0x40 != 0)
            }
        }
        return statements.violations(isEncrypted: false).map(\.statement)
    }

    private func frame(_ size: Int) -> [UInt8] {
        let head: [UInt8] = [
            0xff, 0xf1, 0x4c, 0x80 | UInt8(size >> 11), UInt8(size >> 3 & 0xff), UInt8(size & 7) << 5 | 0x1f, 0xfc,
        ]
        return head + [UInt8](repeating: 0x21, count: size - 7)
    }

    private func start(_ identifier: UInt8, _ length: Int, times: [UInt8] = [0x21, 0, 1, 0, 1]) -> [UInt8] {
        [
            0, 0, 1, identifier, UInt8(length >> 8), UInt8(length & 0xff), 0x80, times.count > 5 ? 0xc0 : 0x80,
            UInt8(times.count),
        ] + times
    }

    @Test("audio frames that continue in the next packet and the next PES packet are no violation")
    func framesAcrossPackets() {
        let sound = frame(300) + frame(150) + frame(200)
        let first = start(0xc0, 8 + 400) + sound[..<400]
        let second = start(0xc0, 8 + 250) + sound[400...]
        let whole = [
            packet(Self.audio, starts: true, Array(first[..<184])),
            packet(Self.audio, starts: false, Array(first[184..<368])),
            packet(Self.audio, starts: false, Array(first[368...])),
            packet(Self.audio, starts: true, Array(second[..<184])),
            packet(Self.audio, starts: false, Array(second[184...])),
        ]
        #expect(messages(whole).isEmpty)
        // One byte less of the first frame.
        let short = start(0xc0, 8 + 400) + sound[..<200] + sound[201..<401]
        let broken = [
            packet(Self.audio, starts: true, Array(short[..<184])),
            packet(Self.audio, starts: false, Array(short[184..<368])),
            packet(Self.audio, starts: false, Array(short[368...])),
        ]
        #expect(messages(broken) == [.audioFrames])
    }

    @Test("a PES packet of video without a length, and one whose length is right, are no violation")
    func lengths() {
        let bytes = start(0xe0, 0) + [0, 0, 0, 1, 9, 0xf0]
        let plain = packet(Self.video, starts: true, bytes)
        #expect(messages([plain, plain], type: 0x1b, pid: Self.video).isEmpty)
        let stated = packet(Self.video, starts: true, start(0xe0, bytes.count - 6) + [0, 0, 0, 1, 9, 0xf0])
        #expect(messages([stated, stated], type: 0x1b, pid: Self.video).isEmpty)
        let wrong = packet(Self.video, starts: true, start(0xe0, bytes.count - 7) + [0, 0, 0, 1, 9, 0xf0])
        #expect(messages([wrong, wrong], type: 0x1b, pid: Self.video) == [.packetLength])
    }

    @Test("a DTS that equals the PTS is no violation, also where the clock wraps around")
    func equalTimes() {
        let equal = start(0xe0, 0, times: [0x31, 0, 1, 0, 1, 0x11, 0, 1, 0, 1])
        #expect(messages([packet(Self.video, starts: true, equal)], type: 0x1b, pid: Self.video).isEmpty)
        // PTS 0, DTS one tick before the end of the 33 bits.
        let wrapped = start(0xe0, 0, times: [0x31, 0, 1, 0, 1, 0x1f, 0xff, 0xff, 0xff, 0xff])
        #expect(messages([packet(Self.video, starts: true, wrapped)], type: 0x1b, pid: Self.video).isEmpty)
        let late = start(0xe0, 0, times: [0x31, 0, 1, 0, 1, 0x11, 0, 1, 0, 3])
        #expect(
            messages([packet(Self.video, starts: true, late)], type: 0x1b, pid: Self.video) == [
                .decodeAfterPresentation
            ])
    }

    @Test("AC-3 in private data and video with the extended stream_id are no violation")
    func identifiers() {
        #expect(
            messages([packet(Self.audio, starts: true, start(0xbd, 0) + [0x0b, 0x77, 0, 0])], type: 0x81).isEmpty)
        let extended = packet(Self.video, starts: true, start(0xfd, 0) + [0, 0, 0, 1, 9, 0xf0])
        #expect(messages([extended], type: 0x24, pid: Self.video).isEmpty)
    }

    @Test("MPEG audio under its own stream type is no violation; ADTS under it is one")
    func streamTypes() {
        let layered = packet(Self.audio, starts: true, start(0xc0, 0) + [0xff, 0xfd, 0x84, 0])
        #expect(messages([layered], type: 0x03).isEmpty)
        #expect(messages([layered], type: 0x0f) == [.streamType])
        let framed = packet(Self.audio, starts: true, start(0xc0, 0) + frame(100))
        #expect(messages([framed], type: 0x03) == [.streamType])
    }

    @Test("a segment that begins with the rest of an audio frame is no violation; one of video is one")
    func leadingPackets() {
        let rest = [
            packet(Self.audio, starts: false, [1, 2, 3]), packet(Self.audio, starts: true, start(0xc0, 0) + frame(100)),
        ]
        #expect(messages(rest).isEmpty)
        let video = [
            packet(Self.video, starts: false, [1, 2, 3]),
            packet(Self.video, starts: true, start(0xe0, 0) + [0, 0, 0, 1, 9, 0xf0]),
        ]
        #expect(messages(video, type: 0x1b, pid: Self.video) == [.packetStart])
    }

    private func cues(_ text: String) -> TextFacts { TextMeter.measure(Array(("WEBVTT\n\n" + text).utf8)) }

    @Test("a cue with the text of the one that is shown is counted; the same text afterwards is not")
    func repeatedCues() {
        let first = "00:01.000 --> 00:04.000\nHello\n\n"
        #expect(cues(first + "00:01.100 --> 00:03.000\nHello\n").repeatedCount == 1)
        #expect(cues(first + "00:04.000 --> 00:06.000\nHello\n").repeatedCount == 0)
        #expect(cues(first + "00:01.100 --> 00:03.000\nGoodbye\n").repeatedCount == 0)
    }

    private func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        word(8 + content.count) + Array(type.utf8) + content
    }

    /// Returns a fragment of samples with 10 bytes each.
    private func fragment(_ durations: [Int], offset: Int = 0) -> FragmentScan {
        func moof(_ place: Int) -> [UInt8] {
            let run =
                word(0x301) + word(durations.count) + word(place) + durations.flatMap { word($0) + word(10) }
            return box("moof", box("traf", box("tfhd", word(0x2_0000) + word(1)) + box("trun", run)))
        }
        let place = moof(0).count + 8 + offset
        return FragmentScan(moof(place) + box("mdat", [UInt8](repeating: 1, count: durations.count * 10)))
    }

    @Test("a sample with the duration 0 is counted where others follow; as the last one it is not")
    func sampleDurations() {
        #expect(fragment([100, 0, 100]).untimedCount == 1)
        #expect(fragment([100, 100, 0]).untimedCount == 0)
    }

    @Test("a data offset before or behind the samples is damage; the right one is not")
    func dataOffset() {
        #expect(fragment([100, 100]).damage == nil)
        #expect(fragment([100, 100], offset: 8).damage?.contains("beyond the mdat box") == true)
        #expect(fragment([100, 100], offset: -8).damage?.contains("before the samples") == true)
    }

    // MARK: - Initialization sections

    /// Returns a track with a handler and a timescale.
    private func track(_ handler: String, _ timescale: Int = 90_000, flags: Int = 3) -> [UInt8] {
        let header = box("mdhd", word(0) + word(0) + word(0) + word(timescale) + word(0) + word(0))
        let media = box("mdia", header + box("hdlr", word(0) + word(0) + Array(handler.utf8) + word(0)))
        return box("trak", box("tkhd", word(flags) + [UInt8](repeating: 0, count: 80)) + media)
    }

    private func statements(_ tracks: [UInt8]) -> [Statement] {
        HeaderStatements.violations(box("ftyp", Array("iso6".utf8) + word(0)) + box("moov", tracks)).map(\.statement)
            .filter { [.repeatedTrack, .timescale, .disabledTrack].contains($0) }
    }

    @Test("a second track of video or of audio is a violation; one of each, and one of text beside them, are not")
    func tracks() {
        #expect(statements(track("vide") + track("vide")) == [.repeatedTrack])
        #expect(statements(track("soun") + track("soun")) == [.repeatedTrack])
        #expect(statements(track("vide") + track("soun") + track("text")).isEmpty)
        #expect(statements(track("vide") + track("auxv")).isEmpty)
    }

    @Test("a timescale of 0 is a violation; one of 1 is not")
    func timescales() {
        #expect(statements(track("vide", 0)) == [.timescale])
        #expect(statements(track("vide", 1)).isEmpty)
    }

    @Test("a movie whose tracks are all disabled is a violation; one of two disabled tracks is not")
    func disabledTracks() {
        #expect(statements(track("vide", flags: 2)) == [.disabledTrack])
        #expect(statements(track("vide", flags: 0) + track("soun", flags: 6)) == [.disabledTrack])
        #expect(statements(track("vide") + track("soun", flags: 2)).isEmpty)
    }

    /// Returns the bytes that are left over behind the samples of a fragment.
    private func unused(_ rest: Int, fragments: Int = 1) -> Int {
        func moof(_ place: Int) -> [UInt8] {
            let run = word(0x201) + word(2) + word(place) + word(10) + word(10)
            return box("moof", box("traf", box("tfhd", word(0x2_0000) + word(1)) + box("trun", run)))
        }
        let head = (0..<fragments).flatMap { _ in moof(moof(0).count + 8) }
        return FragmentScan(head + box("mdat", [UInt8](repeating: 1, count: 20 + rest))).unusedCount
    }

    @Test("bytes behind the samples of an mdat box are counted; those of a second fragment for one mdat box are not")
    func unusedBytes() {
        #expect(unused(100) == 100)
        #expect(unused(0) == 0 && unused(100, fragments: 2) == 0)
    }

    @Test("an adaptation field that is longer than its packet is an error; one that fills the packet is not")
    func adaptationFields() {
        func errors(_ length: UInt8) -> Int {
            let head: [UInt8] = [0x47, 0x01, 0x00, 0x20, length, 0]
            return TransportScan(head + [UInt8](repeating: 0xff, count: 182)).fieldErrors
        }
        #expect(errors(184) == 1 && errors(255) == 1)
        #expect(errors(183) == 0 && errors(0) == 0)
    }

    // MARK: - Ladders

    private func levels(_ base: PlantedFault.Base, _ edits: [StreamEdit]) async throws -> [String] {
        let ladder = try await Ladder.make(base.recipe)
        return try Inspection.findings(EditedStream(ladder, edits)).filter { $0.level > .info }.map {
            "\($0.rule): \($0.message)"
        }
    }

    @Test(
        "an edit list that skips a few frames, and a segment index of the right duration, have no finding of their rules"
    )
    func nearMisses() async throws {
        let short = try await levels(.fragments, [PlantedFault.editList("/a0/init-0.mp4", 0, 1_024)])
        #expect(short.allSatisfy { !$0.hasPrefix("init.edit-list") }, "\(short)")
        let index = try await levels(
            .fragments,
            [
                .bytes("/v1/1.m4s") { $0 = PlantedFault.index($0, scale: 1_000, start: 14_000, duration: 4_000) + $0 }
            ])
        #expect(index.allSatisfy { !$0.hasPrefix("segment.index") }, "\(index)")
    }

    @Test("a clock reference less than 4 s before the frames has no finding; one that is 5 s earlier has one")
    func earlyClock() async throws {
        // The ladder's own clock reference is up to 1 s before the frames.
        for seconds in [1, 2] {
            let near = try await levels(.transport, [PlantedFault.clock(seconds)])
            #expect(near.allSatisfy { !$0.hasPrefix("segment.pcr") }, "\(seconds): \(near)")
        }
        let early = try await levels(.transport, [PlantedFault.clock(5)])
        #expect(early.contains { $0.hasPrefix("segment.pcr:") && $0.contains("before the decode times") }, "\(early)")
    }

    @Test(
        "streams without faults have no warning about packets, sample tables and tracks",
        arguments: [PlantedFault.Base.transport, .fragments, .sampleAES, .sampleAESTransport, .packed, .transportHEVC])
    func clean(base: PlantedFault.Base) async throws {
        let found = try await levels(base, [])
        let elements = [
            "segment.pes", "segment.stream", "segment.dts", "segment.adts", "segment.null", "segment.sample",
            "segment.damaged", "segment.index", "segment.pcr", "init.", "encryption.samples", "time.",
        ]
        #expect(found.allSatisfy { message in !elements.contains { message.hasPrefix($0) } }, "\(found)")
    }
}
