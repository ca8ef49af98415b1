public import AVFAudio
public import CoreMedia
public import Foundation
import MediaEngine

public typealias AVAudioPacketCount = UInt32

/// Provides the input of a conversion: a buffer of the input format and its status. The buffer must not change until the next call.
public typealias AVAudioConverterInputBlock = (
    AVAudioPacketCount, UnsafeMutablePointer<AVAudioConverterInputStatus>
) -> AVAudioBuffer?

public enum AVAudioConverterInputStatus: Int, Sendable {
    case haveData = 0
    case noDataNow = 1
    case endOfStream = 2
}

public enum AVAudioConverterOutputStatus: Int, Sendable {
    /// The buffer is full, or contains the last frames.
    case haveData = 0
    /// The input has no data now; the buffer contains what could be converted.
    case inputRanDry = 1
    /// There are no more frames.
    case endOfStream = 2
    case error = 3
}

/// Converts uncompressed audio to another sample format, rate or number of channels. One thread at a time.
///
/// Apple: the class belongs to AVFAudio, which AVFoundation exports, and encodes and decodes. Here: it belongs to AVFoundation, and compressed
/// formats have no converter.
open class AVAudioConverter: NSObject {
    public let inputFormat: AVAudioFormat
    public let outputFormat: AVAudioFormat
    private var conversion: PCMConversion
    private var hasEnded = false

    /// Whether other numbers of channels are mixed. Initially false: each output channel is the input channel with its number, or silent, and
    /// one channel is copied to two. A change resets the converter.
    open var downmix = false {
        didSet { reset() }
    }

    /// - Returns: nil where one format is compressed, or not one of the common formats.
    public init?(from fromFormat: AVAudioFormat, to toFormat: AVAudioFormat) {
        guard let conversion = Self.conversion(fromFormat, toFormat, mixes: false) else { return nil }
        (inputFormat, outputFormat) = (fromFormat, toFormat)
        self.conversion = conversion
        super.init()
    }

    private static func conversion(_ from: AVAudioFormat, _ to: AVAudioFormat, mixes: Bool) -> PCMConversion? {
        guard let input = PCMConversion.Side(from), let output = PCMConversion.Side(to) else { return nil }
        return try? PCMConversion(from: input, to: output, mixes: mixes)
    }

    /// Discards the frames that the converter retains, so that another stream can begin.
    open func reset() {
        hasEnded = false
        if let made = Self.conversion(inputFormat, outputFormat, mixes: downmix) { conversion = made }
    }

    /// Converts all frames of a buffer to another one.
    /// - Throws: `fmt?` where the sample rates differ, or the buffers have other formats; -50 where the output has no room for the input.
    open func convert(to outputBuffer: AVAudioPCMBuffer, from inputBuffer: AVAudioPCMBuffer) throws {
        guard inputFormat.sampleRate == outputFormat.sampleRate else {
            throw AudioFileError.unsupportedDataFormat.error(
                "The sample rates differ. Use convert(to:error:withInputFrom:).")
        }
        guard inputBuffer.format == inputFormat, outputBuffer.format == outputFormat else {
            throw AudioFileError.unsupportedDataFormat.error("A buffer has another format than the converter.")
        }
        guard outputBuffer.frameCapacity >= inputBuffer.frameLength else {
            throw AudioFileError.parameter.error("The output buffer has no room for the frames of the input.")
        }
        let count = conversion.convert(
            inputBuffer.planes, frames: Int(inputBuffer.frameLength), into: outputBuffer.planes, after: 0,
            room: Int(outputBuffer.frameCapacity))
        outputBuffer.frameLength = AVAudioFrameCount(count)
    }

    /// Fills a buffer, with input that a closure provides until the buffer is full or the input ends.
    /// - Parameters:
    ///   - outputBuffer: an `AVAudioPCMBuffer` of the output format.
    ///   - outError: receives `fmt?` for buffers of other formats.
    open func convert(
        to outputBuffer: AVAudioBuffer, error outError: NSErrorPointer,
        withInputFrom inputBlock: AVAudioConverterInputBlock
    ) -> AVAudioConverterOutputStatus {
        guard let output = outputBuffer as? AVAudioPCMBuffer, output.format == outputFormat else {
            outError?.pointee = AudioFileError.unsupportedDataFormat.error("The output buffer has another format.")
            return .error
        }
        let capacity = Int(output.frameCapacity)
        var written = 0
        defer { output.frameLength = AVAudioFrameCount(written) }
        // Frames that the call before had no room for.
        if !hasEnded { written = take(inputFormat, [], 0, output, written) }
        while written < capacity, !hasEnded {
            var status = AVAudioConverterInputStatus.noDataNow
            let wanted = Double(capacity - written) * inputFormat.sampleRate / outputFormat.sampleRate
            let buffer = inputBlock(AVAudioPacketCount(wanted.rounded(.up)), &status)
            switch status {
            case .noDataNow: return .inputRanDry
            case .endOfStream: hasEnded = true
            case .haveData:
                guard let input = buffer as? AVAudioPCMBuffer, input.format == inputFormat else {
                    outError?.pointee = AudioFileError.unsupportedDataFormat.error(
                        "An input buffer has another format.")
                    return .error
                }
                guard input.frameLength > 0 else { return .inputRanDry }
                written = take(input.format, input.planes, Int(input.frameLength), output, written)
            }
        }
        if hasEnded, written < capacity {
            written += conversion.convert(
                nil, frames: 0, into: output.planes, after: written, room: capacity - written)
        }
        return written > 0 ? .haveData : .endOfStream
    }

    /// - Returns: the frames in the output.
    private func take(
        _ format: AVAudioFormat, _ planes: [UnsafeMutableRawPointer], _ frames: Int, _ output: AVAudioPCMBuffer,
        _ written: Int
    ) -> Int {
        let room = Int(output.frameCapacity) - written
        // Without input, the planes are not read.
        let source = planes.isEmpty ? Array(repeating: output.planes[0], count: Int(format.channelCount)) : planes
        return written + conversion.convert(source, frames: frames, into: output.planes, after: written, room: room)
    }
}

extension PCMConversion.Side {
    /// - Returns: nil for compressed audio, and for samples of an uncommon format.
    fileprivate init?(_ format: AVAudioFormat) {
        guard let layout = SampleLayout(format.commonFormat, isInterleaved: format.isInterleaved),
            let rate = Int(exactly: format.sampleRate.rounded())
        else { return nil }
        self.init(layout: layout, sampleRate: rate, channels: Int(format.channelCount))
    }
}
