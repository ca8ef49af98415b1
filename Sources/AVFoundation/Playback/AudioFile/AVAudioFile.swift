public import AVFAudio
import CoreMedia
public import Foundation
import MediaEngine

/// The audio samples of a file, to be read or written in the order of time. One thread at a time; the methods block.
///
/// Frame 0 is the first one that is played: encoder delay and padding are removed. Files with video give the samples of their first audio
/// track.
///
/// Apple: the class belongs to AVFAudio, which AVFoundation exports. Here: it belongs to AVFoundation. A position before the present one, and
/// the first use of `length`, decode the file from its start. Files to be written are WAV, AIFF and CAF with linear PCM, MP4 with AAC and Apple
/// Lossless, AAC and FLAC.
open class AVAudioFile: NSObject {
    public let url: URL
    /// The format in the file, before decoding.
    public let fileFormat: AVAudioFormat
    /// The format of the buffers.
    public let processingFormat: AVAudioFormat
    private var source: Source

    private enum Source {
        case reader(AudioFileReader)
        case writer(PCMFileWriter)
        case encoder(AudioFileEncoder)
        case closed(length: Int64)
    }

    /// Opens a file for reading as 32-bit floating point, each channel for itself.
    /// - Throws: an error of the domain `com.apple.coreaudio.avfaudio`: `wht?` (2003334207) where the file cannot be read, `typ?`
    ///   (1954115647) where it has no audio that can be decoded. The underlying error says why.
    public convenience init(forReading fileURL: URL) throws {
        try self.init(forReading: fileURL, commonFormat: .pcmFormatFloat32, interleaved: false)
    }

    /// Opens a file for reading as samples of a format.
    /// - Throws: as `init(forReading:)`; `fmt?` (1718449215) for `otherFormat`.
    public init(forReading fileURL: URL, commonFormat format: AVAudioCommonFormat, interleaved: Bool) throws {
        guard let layout = SampleLayout(format, isInterleaved: interleaved) else {
            throw AudioFileError.unsupportedDataFormat.error("Linear PCM of another format cannot be read.")
        }
        guard !fileURL.isFileURL || FileManager.default.isReadableFile(atPath: fileURL.path) else {
            throw AudioFileError.unspecified.error("\(fileURL.lastPathComponent) cannot be read.")
        }
        let reader: AudioFileReader
        do { reader = try AudioFileReader(MediaLocator(url: fileURL), layout: layout) } catch {
            throw AudioFileError.unsupportedFileType.error(
                "\(fileURL.lastPathComponent) has no audio that can be decoded.", error)
        }
        url = fileURL
        source = .reader(reader)
        fileFormat = AVAudioFormat(cmAudioFormatDescription: reader.track.formatDescription)
        processingFormat = try Self.processingFormat(
            format, Double(reader.sampleRate), AVAudioChannelCount(reader.channels), interleaved,
            ChannelTag.decoded(reader.channelLayout))
        super.init()
    }

    /// Creates a file, or replaces one, for writing from 32-bit floating point, each channel for itself.
    /// - Parameters:
    ///   - fileURL: its extension gives the type: `wav`, `aif`, `aiff`, `aifc` or `caf` for linear PCM, `m4a` or `mp4` for AAC and Apple
    ///     Lossless, `aac`, `flac`.
    ///   - settings: as for `AVAudioFormat(settings:)`; for AAC also `AVEncoderBitRateKey`, `AVEncoderBitRatePerChannelKey` and
    ///     `AVEncoderAudioQualityKey`, for lossless codecs `AVEncoderBitDepthHintKey`. The order of bytes of linear PCM is that of the file's type,
    ///     but that of the settings in CAF files; its samples are interleaved.
    /// - Throws: an error of the domain `com.apple.coreaudio.avfaudio`: `typ?` for another type of file, `fmt?` for settings of another format,
    ///   `wht?` where the file cannot be created.
    public convenience init(forWriting fileURL: URL, settings: [String: Any]) throws {
        try self.init(forWriting: fileURL, settings: settings, commonFormat: .pcmFormatFloat32, interleaved: false)
    }

    /// Creates a file, or replaces one, for writing from samples of a format. See `init(forWriting:settings:)`.
    public init(
        forWriting fileURL: URL, settings: [String: Any], commonFormat format: AVAudioCommonFormat, interleaved: Bool
    ) throws {
        guard let type = WrittenFileType(pathExtension: fileURL.pathExtension) else {
            throw AudioFileError.unsupportedFileType.error(
                "Files of the type '\(fileURL.pathExtension)' cannot be written. Use \(WrittenFileType.names).")
        }
        guard let stated = AVAudioFormat(settings: settings), format != .otherFormat else {
            throw AudioFileError.unsupportedDataFormat.error(
                "The settings name no format. AVFormatIDKey, AVSampleRateKey and AVNumberOfChannelsKey are required.")
        }
        url = fileURL
        processingFormat = try Self.processingFormat(
            format, stated.sampleRate, stated.channelCount, interleaved, stated.channelLayout?.layoutTag)
        switch type {
        case .linearPCM(let container): (source, fileFormat) = try Self.linear(container, fileURL, stated)
        case .encoded(let container):
            source = .encoder(try Self.encoder(container, fileURL, stated, settings, format, interleaved))
            fileFormat = stated
        }
        super.init()
    }

    private static func linear(
        _ container: PCMContainer, _ fileURL: URL, _ stated: AVAudioFormat
    ) throws -> (Source, AVAudioFormat) {
        guard PCMHeader.sampleRates.contains(stated.sampleRate),
            let samples = PCMSamples(stated.streamDescription.pointee, in: container)
        else {
            throw AudioFileError.unsupportedDataFormat.error(
                "Files of the type '\(fileURL.pathExtension)' hold linear PCM, and the settings name another format.")
        }
        var description = samples.streamDescription(sampleRate: stated.sampleRate, channels: stated.channelCount)
        guard let written = AVAudioFormat(streamDescription: &description, channelLayout: stated.channelLayout) else {
            throw AudioFileError.unsupportedDataFormat.error("The settings contradict each other.")
        }
        let header = PCMHeader(
            container: container, samples: samples, sampleRate: stated.sampleRate, channels: Int(stated.channelCount))
        do { return (.writer(try PCMFileWriter(fileURL, header: header)), written) } catch {
            throw AudioFileError.unspecified.error("\(fileURL.lastPathComponent) cannot be created.", error)
        }
    }

    private static func encoder(
        _ container: AudioFileEncoder.Settings.Container, _ fileURL: URL, _ stated: AVAudioFormat,
        _ settings: [String: Any], _ format: AVAudioCommonFormat, _ interleaved: Bool
    ) throws -> AudioFileEncoder {
        guard let encoding = AudioFileEncoder.Settings(container, stated, settings),
            let layout = SampleLayout(format, isInterleaved: interleaved)
        else {
            throw AudioFileError.unsupportedDataFormat.error(
                "Files of the type '\(fileURL.pathExtension)' do not hold the format that the settings name.")
        }
        do { return try AudioFileEncoder(fileURL, settings: encoding, layout: layout) } catch {
            let kind: AudioFileError = error.code == .unsupported ? .unsupportedDataFormat : .unspecified
            throw kind.error(error.message, error)
        }
    }

    private static func processingFormat(
        _ format: AVAudioCommonFormat, _ rate: Double, _ channels: AVAudioChannelCount, _ interleaved: Bool,
        _ tag: AudioChannelLayoutTag?
    ) throws -> AVAudioFormat {
        if let simple = AVAudioFormat(
            commonFormat: format, sampleRate: rate, channels: channels, interleaved: interleaved)
        {
            return simple
        }
        let places = tag.flatMap(AVAudioChannelLayout.init(layoutTag:))
        guard
            let layout = places?.channelCount == channels
                ? places : AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_DiscreteInOrder | channels)
        else { throw AudioFileError.unsupportedDataFormat.error("Audio without channels cannot be processed.") }
        return AVAudioFormat(commonFormat: format, sampleRate: rate, interleaved: interleaved, channelLayout: layout)
    }

    /// The number of frames; of a file that is written, those written so far.
    ///
    /// Here: the first use decodes a file that is read from beginning to end. 0 where the file can no longer be opened.
    open var length: AVAudioFramePosition {
        switch source {
        case .reader(let reader): (try? reader.length()) ?? 0
        case .writer(let writer): writer.frames
        case .encoder(let encoder): encoder.frames
        case .closed(let length): length
        }
    }

    /// Whether the file can be read or written.
    open var isOpen: Bool {
        if case .closed = source { return false }
        return true
    }

    /// Completes a file that is written, and closes it. A file that is not closed is completed when its object is released.
    open func close() {
        let length = if case .reader = source { Int64(0) } else { length }
        // An error is that of a full disk; Apple's method reports none either.
        if case .encoder(let encoder) = source { try? encoder.close() }
        source = .closed(length: length)
    }

    /// The next frame to be read or written. A change seeks exactly; a position beyond the end is the end, and one before the start is the
    /// start. Files that are written ignore changes.
    open var framePosition: AVAudioFramePosition {
        get {
            switch source {
            case .reader(let reader): reader.position
            case .writer(let writer): writer.frames
            case .encoder(let encoder): encoder.frames
            case .closed(let length): length
            }
        }
        set {
            // An error of the decoder is reported by the next read.
            if case .reader(let reader) = source { try? reader.seek(to: newValue) }
        }
    }

    /// Reads as many frames as the buffer has room for. `frameLength` says how many were read: fewer, or 0, at the end.
    /// - Throws: `fmt?` for a buffer of another format than `processingFormat`, `wht?` where reading fails.
    open func read(into buffer: AVAudioPCMBuffer) throws {
        try read(into: buffer, frameCount: buffer.frameCapacity)
    }

    /// Reads up to a number of frames. `frameLength` says how many were read: fewer, or 0, at the end.
    /// - Throws: `fmt?` for a buffer of another format than `processingFormat`, `wht?` where reading fails.
    open func read(into buffer: AVAudioPCMBuffer, frameCount frames: AVAudioFrameCount) throws {
        guard case .reader(let reader) = source else {
            throw AudioFileError.unspecified.error(isOpen ? "The file is open for writing." : "The file is closed.")
        }
        try check(buffer)
        buffer.frameLength = 0
        do {
            let count = try reader.read(frames: Int(min(frames, buffer.frameCapacity)), into: buffer.planes)
            buffer.frameLength = AVAudioFrameCount(count)
        } catch {
            throw AudioFileError.unspecified.error("\(url.lastPathComponent) cannot be read.", error)
        }
    }

    /// Appends the frames of a buffer. A file with linear PCM is complete after each call, an encoded one when it is closed or released.
    /// - Throws: `fmt?` for a buffer of another format than `processingFormat`, `wht?` where writing fails.
    open func write(from buffer: AVAudioPCMBuffer) throws {
        try check(buffer)
        do {
            switch source {
            case .writer(let writer): return try writer.write(buffer)
            case .encoder(let encoder):
                return try encoder.write(frames: Int(buffer.frameLength), from: buffer.planes)
            case .reader, .closed: break
            }
        } catch {
            throw AudioFileError.unspecified.error("\(url.lastPathComponent) cannot be written.", error)
        }
        throw AudioFileError.unspecified.error(isOpen ? "The file is open for reading." : "The file is closed.")
    }

    /// Apple: a buffer of another format raises an exception.
    private func check(_ buffer: AVAudioPCMBuffer) throws {
        let format = buffer.format
        guard format.commonFormat == processingFormat.commonFormat, format.sampleRate == processingFormat.sampleRate,
            format.channelCount == processingFormat.channelCount,
            format.isInterleaved == processingFormat.isInterleaved
        else {
            throw AudioFileError.unsupportedDataFormat.error(
                "The buffer has the format '\(format)', and the file '\(processingFormat)'. Create it with processingFormat."
            )
        }
    }
}

extension SampleLayout {
    /// - Returns: nil for `otherFormat`.
    init?(_ format: AVAudioCommonFormat, isInterleaved: Bool) {
        switch format {
        case .otherFormat: return nil
        case .pcmFormatFloat32: self.init(kind: .float32, isInterleaved: isInterleaved)
        case .pcmFormatFloat64: self.init(kind: .float64, isInterleaved: isInterleaved)
        case .pcmFormatInt16: self.init(kind: .int16, isInterleaved: isInterleaved)
        case .pcmFormatInt32: self.init(kind: .int32, isInterleaved: isInterleaved)
        }
    }
}
