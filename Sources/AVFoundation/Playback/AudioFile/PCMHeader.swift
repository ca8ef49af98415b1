import Foundation

/// The headers of WAV, AIFF, AIFF-C and CAF files with linear PCM. The samples follow.
struct PCMHeader {
    let container: PCMContainer
    let samples: PCMSamples
    let sampleRate: Double
    let channels: Int

    /// In Hz.
    static let sampleRates: ClosedRange<Double> = 1...768_000

    var bytesPerFrame: Int { samples.bits / 8 * channels }

    /// The largest number of frames whose size the header can state; its fields have 32 bits, but 64 in CAF files.
    var maximumFrames: Int64 {
        container == .caf ? .max / Int64(bytesPerFrame) : (Int64(UInt32.max) - 1024) / Int64(bytesPerFrame)
    }

    /// The header of a file with a number of frames. All headers of one format have the same size.
    func bytes(frames: Int64) -> [UInt8] {
        switch container {
        case .wave: wave(frames)
        case .aiff: aiff(frames)
        case .caf: caf(frames)
        }
    }

    /// A byte that follows samples of an odd size.
    func padding(frames: Int64) -> [UInt8] {
        container != .caf && (frames * Int64(bytesPerFrame)) % 2 == 1 ? [0] : []
    }

    private func wave(_ frames: Int64) -> [UInt8] {
        let size = frames * Int64(bytesPerFrame)
        let kind = samples.isFloat ? 3 : 1
        // More than two channels need the extensible form, which names their places; 0: no places.
        let isExtensible = channels > 2
        var format = little(isExtensible ? 0xfffe : kind, 2) + little(channels, 2) + little(Int(sampleRate), 4)
        format += little(Int(sampleRate) * bytesPerFrame, 4) + little(bytesPerFrame, 2) + little(samples.bits, 2)
        if isExtensible {
            format += little(22, 2) + little(samples.bits, 2) + little(0, 4) + little(kind, 2) + Self.waveIdentifier
        }
        let chunk = Array("fmt ".utf8) + little(format.count, 4) + format
        let total = 4 + chunk.count + 8 + Int(size) + padding(frames: frames).count
        return Array("RIFF".utf8) + little(total, 4) + Array("WAVE".utf8) + chunk + Array("data".utf8)
            + little(Int(size), 4)
    }

    /// The end of the identifiers of formats in WAV files.
    private static let waveIdentifier: [UInt8] = [
        0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xaa, 0x00, 0x38, 0x9b, 0x71,
    ]

    private func aiff(_ frames: Int64) -> [UInt8] {
        let size = frames * Int64(bytesPerFrame)
        var common = big(channels, 2) + big(Int(frames), 4) + big(samples.bits, 2) + Self.extended(sampleRate)
        // The name of the compression is a text of length 0 with a byte of padding.
        if samples.isFloat { common += Array((samples.bits == 64 ? "fl64" : "fl32").utf8) + [0, 0] }
        var body = Array((samples.isFloat ? "AIFC" : "AIFF").utf8)
        if samples.isFloat { body += Array("FVER".utf8) + big(4, 4) + big(0xa280_5140, 4) }
        body += Array("COMM".utf8) + big(common.count, 4) + common
        let total = body.count + 16 + Int(size) + padding(frames: frames).count
        body += Array("SSND".utf8) + big(Int(size) + 8, 4) + big(0, 8)
        return Array("FORM".utf8) + big(total, 4) + body
    }

    /// A positive number with 80 bits.
    private static func extended(_ value: Double) -> [UInt8] {
        let exponent = UInt64(Int(value.exponent) + 16_383)
        let significand = UInt64(1) << 63 | value.significandBitPattern << 11
        return (0..<2).map { UInt8(truncatingIfNeeded: exponent >> (8 - 8 * $0)) }
            + (0..<8).map { UInt8(truncatingIfNeeded: significand >> (56 - 8 * $0)) }
    }

    private func caf(_ frames: Int64) -> [UInt8] {
        let flags = (samples.isFloat ? 1 : 0) | (samples.isBigEndian ? 0 : 2)
        var bytes = Array("caff".utf8) + big(1, 2) + big(0, 2) + Array("desc".utf8) + big(32, 8)
        bytes += (0..<8).map { UInt8(truncatingIfNeeded: sampleRate.bitPattern >> (56 - 8 * $0)) }
        bytes += Array("lpcm".utf8) + big(flags, 4) + big(bytesPerFrame, 4) + big(1, 4) + big(channels, 4)
        bytes += big(samples.bits, 4)
        // The samples follow the number of edits, which is 0.
        return bytes + Array("data".utf8) + big(4 + Int(frames) * bytesPerFrame, 8) + big(0, 4)
    }

    private func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private func big(_ value: Int, _ count: Int) -> [UInt8] { little(value, count).reversed() }
}
