import Testing

@testable import MediaEngine

@Suite struct PackedAudioTimestampTests {
    private func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) } }
    private func syncSafe(_ value: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(value >> $0 & 0x7F) } }

    private func frame(_ name: String, _ body: [UInt8], version: UInt8 = 4) -> [UInt8] {
        Array(name.utf8) + (version == 4 ? syncSafe(body.count) : big(body.count)) + [0, 0] + body
    }

    private func stamp(_ bytes: [UInt8]) -> [UInt8] { PackedAudioTimestamp.owner + [0] + bytes }

    private func tag(_ frames: [UInt8], version: UInt8 = 4, flags: UInt8 = 0) -> [UInt8] {
        Array("ID3".utf8) + [version, 0, flags] + syncSafe(frames.count) + frames
    }

    let time: [UInt8] = [0, 0, 0, 1, 2, 3, 4, 5]
    let audio: [UInt8] = [0xFF, 0xF1, 0x50, 0x80]

    @Test(
        "hls 5: the 33-bit timestamp of the PRIV frame is found after other frames and tags, in versions 3 and 4 [hls.md 5: packed audio]",
        arguments: [3, 4])
    func found(version: UInt8) {
        let other = frame("TIT2", Array(repeating: 65, count: 300), version: version)
        let foreign = frame("PRIV", Array("com.example".utf8) + [0, 1], version: version)
        let wanted = frame("PRIV", stamp(time), version: version)
        let bytes = tag(other, version: version) + tag(other + foreign + wanted + [0, 0, 0], version: version)
        let read = PackedAudioTimestamp(bytes + audio)
        #expect(read.timestamp == 0x1_0203_0405)
        #expect(read.headerLength == bytes.count)
    }

    @Test("hls 5: bits above the 33rd are ignored; footers, extended headers and unsynchronisation are supported")
    func variants() {
        let high = tag(frame("PRIV", stamp([0xFE, 9, 9, 3, 0, 0, 0, 1])))
        #expect(PackedAudioTimestamp(high).timestamp == 0x1_0000_0001)
        let plain = frame("PRIV", stamp(time))
        let footed = tag(plain, flags: 0x10) + Array("3DI".utf8) + [4, 0, 0x10] + syncSafe(plain.count)
        #expect(PackedAudioTimestamp(footed + audio).headerLength == footed.count)
        let extended4 = tag([0, 0, 0, 6, 1, 0] + plain, flags: 0x40)
        #expect(PackedAudioTimestamp(extended4).timestamp == 0x1_0203_0405)
        let old = frame("PRIV", stamp(time), version: 3)
        let extended3 = tag([0, 0, 0, 6, 0, 0, 0, 0, 0, 0] + old, version: 3, flags: 0x40)
        #expect(PackedAudioTimestamp(extended3).timestamp == 0x1_0203_0405)
        let stuffed: [UInt8] = [0, 0, 0, 0, 0xFF, 0, 0, 7, 7]
        #expect(PackedAudioTimestamp(tag(frame("PRIV", stamp(stuffed)), flags: 0x80)).timestamp == 0xFF00_0707)
    }

    @Test("bad input: audio without a tag, and tags of other kinds, have no timestamp")
    func none() {
        #expect(PackedAudioTimestamp(audio) == PackedAudioTimestamp([]))
        #expect(PackedAudioTimestamp(audio).headerLength == 0)
        let short = tag(frame("PRIV", stamp([1, 2, 3])))
        #expect(PackedAudioTimestamp(short).timestamp == nil)
        // The eight bytes must be inside the frame.
        let borrowed = tag(frame("PRIV", stamp([])) + time)
        #expect(PackedAudioTimestamp(borrowed).timestamp == nil)
        #expect(PackedAudioTimestamp(tag(Array(repeating: 0, count: 100))).headerLength == 110)
        let many = Array(repeating: tag([]), count: 100).flatMap { $0 }
        #expect(PackedAudioTimestamp(many).headerLength == 10 * PackedAudioTimestamp.maximumTags)
    }

    @Test(
        "bad input: truncation at every byte and corruption of every byte never trap, and no header exceeds the segment"
    )
    func damaged() {
        let whole = tag([0, 0, 0, 6, 1, 0] + frame("TXXX", [1, 2]) + frame("PRIV", stamp(time)), flags: 0xC0) + audio
        for count in 0...whole.count {
            let cut = PackedAudioTimestamp(Array(whole.prefix(count)))
            #expect(cut.headerLength <= count)
            #expect(cut.timestamp == nil || count >= whole.count - audio.count)
        }
        for index in whole.indices {
            for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
                var bytes = whole
                bytes[index] = value
                #expect(PackedAudioTimestamp(bytes).headerLength <= bytes.count)
            }
        }
    }
}
