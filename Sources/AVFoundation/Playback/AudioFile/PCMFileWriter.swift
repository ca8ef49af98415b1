import AVFAudio
import CoreMedia
import Foundation

/// Writes buffers to a file with linear PCM, whose header is complete after each buffer. Used by one thread at a time.
final class PCMFileWriter {
    private let file: FileHandle
    private let header: PCMHeader
    private(set) var frames: Int64 = 0
    private let headerSize: Int

    init(_ url: URL, header: PCMHeader) throws {
        self.header = header
        let bytes = header.bytes(frames: 0)
        headerSize = bytes.count
        try Data(bytes).write(to: url)
        file = try FileHandle(forWritingTo: url)
    }

    deinit { try? file.close() }

    func write(_ buffer: AVAudioPCMBuffer) throws {
        let count = Int64(buffer.frameLength)
        guard count > 0 else { return }
        guard count <= header.maximumFrames - frames else {
            throw CocoaError(.fileWriteOutOfSpace)
        }
        try file.seek(toOffset: UInt64(headerSize) + UInt64(frames) * UInt64(header.bytesPerFrame))
        try file.write(contentsOf: Data(samples(of: buffer) + header.padding(frames: frames + count)))
        try file.seek(toOffset: 0)
        try file.write(contentsOf: Data(header.bytes(frames: frames + count)))
        frames += count
    }

    private func samples(of buffer: AVAudioPCMBuffer) -> [UInt8] {
        let value = Self.value(buffer.format.commonFormat)
        let (planes, channels, stride) = (buffer.planes, header.channels, buffer.stride)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(buffer.frameLength) * header.bytesPerFrame)
        for frame in 0..<Int(buffer.frameLength) {
            for channel in 0..<channels {
                let sample =
                    buffer.format.isInterleaved
                    ? value(planes[0], frame * stride + channel) : value(planes[channel], frame)
                header.samples.append(sample, to: &bytes)
            }
        }
        return bytes
    }

    /// The reader of a sample, by its number in a buffer; 1 is full scale.
    private static func value(_ format: AVAudioCommonFormat) -> (UnsafeMutableRawPointer, Int) -> Double {
        switch format {
        case .pcmFormatFloat32: { Double($0.load(fromByteOffset: 4 * $1, as: Float.self)) }
        case .pcmFormatFloat64: { $0.load(fromByteOffset: 8 * $1, as: Double.self) }
        case .pcmFormatInt16: { Double($0.load(fromByteOffset: 2 * $1, as: Int16.self)) / 32_768 }
        case .pcmFormatInt32: { Double($0.load(fromByteOffset: 4 * $1, as: Int32.self)) / 2_147_483_648 }
        case .otherFormat: { _, _ in 0 }
        }
    }
}
