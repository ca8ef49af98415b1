extension MediaTrack {
    /// Returns the same video with captions in an SEI message before each frame (ATSC A/53 part 4, section 6.2.3).
    func captioned(_ script: ClosedCaptionScript, framesPerSecond: Int) throws -> MediaTrack {
        let constructs = script.constructs(frames: samples.count)
        var file: [UInt8] = []
        file.reserveCapacity(self.file.count)
        var moved = samples
        for index in samples.indices {
            let picture = samples[index].presentationTime * framesPerSecond / timescale
            let start = file.count
            if constructs.indices.contains(picture), !constructs[picture].isEmpty {
                let unit = captionUnit(constructs[picture])
                file += [0, 0, UInt8(unit.count >> 8), UInt8(unit.count & 0xff)] + unit
            }
            file += bytes(of: samples[index])
            moved[index].range = start..<file.count
        }
        return MediaTrack(self, file: file, samples: moved)
    }

    /// Returns an SEI NAL unit with one message.
    private func captionUnit(_ constructs: [UInt8]) -> [UInt8] {
        let count = min(31, constructs.count / 3)
        var message: [UInt8] = [0xb5, 0x00, 0x31] + Array("GA94".utf8) + [0x03, 0x40 | UInt8(count), 0xff]
        message += constructs.prefix(3 * count) + [0xff]
        let header: [UInt8] = isHEVC ? [0x4e, 0x01] : [0x06]
        return header + EmulationPrevention.added(to: [0x04, UInt8(message.count)] + message + [0x80])
    }
}
