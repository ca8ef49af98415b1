import CFFmpeg
import Foundation
import Synchronization

/// Connects a `ByteSource` to libavformat, and stores the source's own error, which FFmpeg's error codes cannot represent.
///
/// Used by the demuxer's thread only, except `bytesRead`, which any thread may read.
final class ByteSourceBridge {
    /// The maximum number of bytes that FFmpeg requests in one read.
    static let bufferSize = 64 * 1024

    let source: any ByteSource
    private(set) var context: UnsafeMutablePointer<AVIOContext>?
    private(set) var lastError: MediaError?
    /// Whether a read has failed since `clearError`.
    private(set) var isReadBroken = false
    private var offset: Int64 = 0
    private let readCount = Atomic<Int64>(0)
    var bytesRead: Int64 { readCount.load(ordering: .relaxed) }
    private(set) var boxes = BoxWalk()
    private(set) var elements = ElementWalk()
    /// The bytes that libavformat reads while the media is opened, for the metadata; nil afterwards.
    private var recording: ContainerBytes?

    init?(source: any ByteSource) {
        self.source = source
        guard let buffer = av_malloc(Self.bufferSize) else { return nil }
        let me = Unmanaged.passUnretained(self).toOpaque()
        context = avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self), Int32(Self.bufferSize), 0, me,
            { opaque, bytes, count in
                guard let opaque, let bytes, count > 0 else { return ff_error_io }
                return Unmanaged<ByteSourceBridge>.fromOpaque(opaque).takeUnretainedValue().read(bytes, count)
            }, nil,
            { opaque, offset, whence in
                guard let opaque else { return Int64(ff_error_io) }
                return Unmanaged<ByteSourceBridge>.fromOpaque(opaque).takeUnretainedValue().seek(offset, whence)
            })
        guard let context else {
            av_free(buffer)
            return nil
        }
        context.pointee.seekable = source.isSeekable ? AVIO_SEEKABLE_NORMAL : 0
    }

    deinit {
        if let buffer = context?.pointee.buffer { av_free(buffer) }
        avio_context_free(&context)
    }

    /// Clears the error so that reading can continue. A persistent error occurs again; without this, libavformat would treat it as the end
    /// of the file.
    func clearError() {
        guard lastError != nil else { return }
        lastError = nil
        isReadBroken = false
        context?.pointee.error = 0
        context?.pointee.eof_reached = 0
    }

    private func read(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int32) -> Int32 {
        // libavformat retries while it searches for a position to resynchronize; each attempt may take many seconds.
        if isReadBroken, let lastError { return Self.code(of: lastError) }
        do throws(MediaError) {
            let read = try source.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: Int(count)))
            guard read > 0 else { return ff_error_eof }
            let seen = UnsafeRawBufferPointer(start: bytes, count: read)
            boxes.look(at: seen, offset: UInt64(max(0, offset)))
            elements.look(at: seen, offset: UInt64(max(0, offset)))
            recording?.record(seen, at: offset)
            offset += Int64(read)
            readCount.add(Int64(read), ordering: .relaxed)
            return Int32(read)
        } catch {
            lastError = error
            isReadBroken = true
            return Self.code(of: error)
        }
    }

    /// Starts recording the bytes that libavformat reads.
    func startRecording() { recording = ContainerBytes() }

    /// Ends recording, and calls `body` with the recorded bytes; other bytes are read from the source. libavformat's position stays the
    /// same. Errors of these reads are not errors of the media.
    func withRecording<Value>(_ body: (ContainerBytes) -> Value?) -> Value? {
        guard let bytes = recording else { return nil }
        recording = nil
        defer { bytes.close() }
        guard source.isSeekable else { return body(bytes) }
        var isMoved = false
        bytes.readMissing { [source] offset, count in
            isMoved = true
            return self.bytes(of: source, at: offset, count: count)
        }
        let value = body(bytes)
        // Without this, the next read of libavformat would continue at the wrong offset.
        if isMoved {
            do throws(MediaError) { try source.seek(to: offset) } catch {
                lastError = error
                isReadBroken = true
            }
        }
        return value
    }

    private func bytes(of source: any ByteSource, at offset: Int64, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        do throws(MediaError) {
            try source.seek(to: offset)
            while filled < count {
                var outcome = Result<Int, MediaError>.success(0)
                bytes.withUnsafeMutableBytes { room in
                    let rest = UnsafeMutableRawBufferPointer(rebasing: room[filled...])
                    do throws(MediaError) { outcome = .success(try source.read(into: rest)) } catch {
                        outcome = .failure(error)
                    }
                }
                let read = try outcome.get()
                if read == 0 { break }
                filled += read
            }
        } catch {
            return nil
        }
        readCount.add(Int64(filled), ordering: .relaxed)
        return Array(bytes.prefix(filled))
    }

    private static func code(of error: MediaError) -> Int32 {
        error.code == .cancelled ? ff_error_exit : ff_error_io
    }

    private func seek(_ target: Int64, _ whence: Int32) -> Int64 {
        if whence & AVSEEK_SIZE != 0 { return source.size ?? -1 }
        var absolute = target
        switch whence & ~AVSEEK_FORCE {
        case SEEK_CUR: absolute = offset &+ target
        case SEEK_END:
            guard let size = source.size else { return Int64(ff_error_io) }
            absolute = size &+ target
        default: break
        }
        guard absolute >= 0 else { return Int64(ff_error_io) }
        do throws(MediaError) {
            try source.seek(to: absolute)
            offset = absolute
            return absolute
        } catch {
            lastError = error
            return Int64(ff_error_io)
        }
    }
}
