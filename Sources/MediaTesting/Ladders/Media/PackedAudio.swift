/// AAC frames with ADTS headers, alone or after an ID3 tag with their timestamp (bis section 3.1.3).
struct PackedAudio {
    var track: MediaTrack
    var protection: TransportStream.Protection?
    /// Further frames of the ID3 tag.
    var frames: [UInt8] = []

    private static let rates = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
    ]

    /// Returns a segment; `offset` is the timestamp of presentation time 0 at 90 kHz, `shift` is in the track's timescale.
    func segment(_ samples: ArraySlice<MediaTrack.Sample>, shift: Int, offset: Int) throws -> [UInt8] {
        guard let first = samples.first else { return [] }
        let time = (first.presentationTime + shift) * TransportStream.clock / track.timescale + offset
        return try samples.reduce(into: try tag(time: time)) { $0 += try frame($1) }
    }

    func frame(_ sample: MediaTrack.Sample) throws -> [UInt8] {
        var payload = Array(track.bytes(of: sample))
        if let protection, payload.count > 16 {
            let end = payload.count - (payload.count - 16) % 16
            try BlockCipher(key: protection.key).encrypt(
                &payload, in: 16..<end, vector: protection.initializationVector)
        }
        let (rate, channels) = try shape()
        let size = payload.count + 7
        return [
            0xff, 0xf1, 1 << 6 | UInt8(rate) << 2 | UInt8(channels >> 2), UInt8(channels & 3) << 6 | UInt8(size >> 11),
            UInt8(size >> 3 & 0xff), UInt8(size & 7) << 5 | 0x1f, 0xfc,
        ] + payload
    }

    /// Returns the audio setup information of SAMPLE-AES: format, priming, version, AudioSpecificConfig.
    func setupInformation() throws -> [UInt8] {
        let configuration = try specificConfiguration()
        return Array("zaac".utf8) + [0, 0, 1, UInt8(configuration.count)] + configuration
    }

    /// Returns an ID3v2.4 tag with PRIV frames.
    func tag(time: Int) throws -> [UInt8] {
        var stamp = BoxWriter()
        stamp.put64(time & 0x1_ffff_ffff)
        var frames = Self.privateFrame("com.apple.streaming.transportStreamTimestamp", stamp.bytes)
        if protection != nil {
            frames += Self.privateFrame("com.apple.streaming.audioDescription", try setupInformation())
        }
        return Self.tag(frames: frames + self.frames)
    }

    static func tag(frames: [UInt8]) -> [UInt8] { Array("ID3".utf8) + [4, 0, 0] + syncSafe(frames.count) + frames }

    static func frame(_ name: String, _ body: [UInt8]) -> [UInt8] {
        Array(name.utf8) + syncSafe(body.count) + [0, 0] + body
    }

    private static func privateFrame(_ owner: String, _ data: [UInt8]) -> [UInt8] {
        frame("PRIV", Array(owner.utf8) + [0] + data)
    }

    private static func syncSafe(_ value: Int) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8(value >> $0 & 0x7f) }
    }

    private func shape() throws -> (rate: Int, channels: Int) {
        let configuration = try specificConfiguration()
        guard configuration.count >= 2 else {
            throw StreamMakerError(message: "the audio track has no AAC configuration")
        }
        return (
            Int(configuration[0] & 7) << 1 | Int(configuration[1] >> 7), Int(configuration[1] >> 3 & 15)
        )
    }

    /// Returns the AudioSpecificConfig inside the entry's descriptors (ISO 14496-1 section 7.2.6).
    func specificConfiguration() throws -> [UInt8] {
        let descriptors = try track.configuration("esds")
        var offset = 4
        while offset < descriptors.count {
            let tag = descriptors[offset]
            offset += 1
            var size = 0
            while offset < descriptors.count {
                size = size << 7 | Int(descriptors[offset] & 0x7f)
                offset += 1
                if descriptors[offset - 1] & 0x80 == 0 { break }
            }
            switch tag {
            case 3: offset += 3
            case 4: offset += 13
            case 5:
                guard size <= descriptors.count - offset else { break }
                return Array(descriptors[offset..<(offset + size)])
            default: offset += size
            }
        }
        throw StreamMakerError(message: "the audio track has no AAC configuration")
    }
}
