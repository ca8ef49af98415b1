/// Generates WebVTT in fragmented MP4, box by box.
struct TextFragments {
    func word(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
        let all = content.flatMap { $0 }
        return word(all.count + 8) + Array(type.utf8) + all
    }

    func cue(_ text: String, _ name: String? = nil, settings: String? = nil) -> [UInt8] {
        box(
            "vttc", name.map { box("iden", Array($0.utf8)) } ?? [],
            settings.map { box("sttg", Array($0.utf8)) } ?? [], box("payl", Array(text.utf8)))
    }

    func header(_ kind: String = "wvtt", timescale: Int = 1_000, duration: Int = 0) -> [UInt8] {
        let media = box(
            "mdia", box("mdhd", word(0), word(0), word(0), word(timescale), word(0)),
            box("minf", box("stbl", box("stsd", word(0), word(1), box(kind, word(0), word(1))))))
        let extends = box("mvex", box("trex", word(0), word(1), word(1), word(duration), word(0), word(0)))
        return box("ftyp", Array("iso6".utf8)) + box("moov", box("trak", media), extends)
    }

    /// Returns one fragment with explicit sample durations and sizes.
    func fragment(at time: Int, _ samples: [(duration: Int, bytes: [UInt8])]) -> [UInt8] {
        func moof(_ offset: Int) -> [UInt8] {
            let entries = samples.flatMap { word($0.duration) + word($0.bytes.count) }
            return box(
                "moof", box("mfhd", word(0), word(1)),
                box(
                    "traf", box("tfhd", word(0x02_0000), word(1)), box("tfdt", word(1 << 24), word(0), word(time)),
                    box("trun", word(0x301), word(samples.count), word(offset), entries)))
        }
        return moof(moof(0).count + 8) + box("mdat", samples.flatMap(\.bytes))
    }
}
