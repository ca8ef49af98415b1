import Foundation
import MediaEngine
import Testing

/// A folder that is deleted with the test.
final class ScratchFolder {
    let url: URL
    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("source-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String, _ bytes: [UInt8]) throws -> URL {
        let file = url.appendingPathComponent(name)
        try Data(bytes).write(to: file)
        return file
    }
}

func errorOfOpening(_ locator: MediaLocator) -> MediaError? {
    do throws(MediaError) {
        _ = try SourceFactory.open(locator)
        return nil
    } catch {
        return error
    }
}

func errorOfOpening(_ url: URL) -> MediaError? { errorOfOpening(MediaLocator(url: url)) }

extension ByteSource {
    /// Reads up to `count` bytes at the current offset; fewer only at the end.
    func bytes(_ count: Int) throws -> [UInt8] {
        var result = [UInt8]()
        var part = [UInt8](repeating: 0, count: max(1, min(count, 100_000)))
        while result.count < count {
            let wanted = min(part.count, count - result.count)
            let got = try part.withUnsafeMutableBytes {
                try read(into: UnsafeMutableRawBufferPointer(rebasing: $0[..<wanted]))
            }
            if got == 0 { break }
            result += part[..<got]
        }
        return result
    }
}

@Suite struct FileSourceTests {
    let folder: ScratchFolder
    init() throws { folder = try ScratchFolder() }

    @Test("bad input: a missing file is reported as missing, with the system's cause")
    func missingFile() throws {
        let error = try #require(errorOfOpening(folder.url.appendingPathComponent("no such.mp4")))
        #expect(error.code == .fileNotFound)
        #expect(error.message.contains("no such.mp4"))
        #expect((error.cause as? POSIXError)?.code == .ENOENT)
    }

    @Test("bad input: a folder is rejected")
    func folderIsNoMedia() throws {
        #expect(errorOfOpening(folder.url)?.code == .isDirectory)
    }

    @Test("bad input: an empty file is reported as empty")
    func emptyFile() throws {
        #expect(errorOfOpening(try folder.file("empty.mp4", []))?.code == .empty)
    }

    @Test("bad input: a file without read permission is reported with its permissions", .enabled(if: geteuid() != 0))
    func unreadableFile() throws {
        let file = try folder.file("secret.mp4", [1, 2, 3])
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
        #expect(errorOfOpening(file)?.code == .noPermission)
    }

    @Test("bad input: an unsupported URL scheme is named in the error")
    func unknownScheme() throws {
        let url = try #require(URL(string: "gopher://example.invalid/film"))
        let error = try #require(errorOfOpening(url))
        #expect(error.code == .unsupportedScheme)
        #expect(error.message.contains("gopher"))
    }

    @Test("a file that grows is read beyond its former end")
    func growingFile_isReadPastItsFirstEnd() throws {
        let file = try folder.file("live.ts", [1, 2, 3])
        let source = try SourceFactory.open(MediaLocator(url: file))
        #expect(try source.bytes(10) == [1, 2, 3])
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data([4, 5]))
        try handle.close()
        #expect(source.size == 5)
        #expect(try source.bytes(10) == [4, 5])
    }

    @Test("a pipe is read once, and can seek forwards only")
    func pipe_isReadOnceAndForwardOnly() throws {
        let path = folder.url.appendingPathComponent("pipe")
        #expect(mkfifo(path.path, 0o600) == 0)
        let source = try SourceFactory.open(MediaLocator(url: path))
        #expect(!source.isSeekable)
        #expect(source.size == nil)
        let writer = open(path.path, O_WRONLY | O_NONBLOCK)
        #expect(writer >= 0)
        let sent: [UInt8] = Array(0..<100)
        #expect(write(writer, sent, sent.count) == sent.count)
        #expect(try source.bytes(10) == Array(0..<10))
        try source.seek(to: 50)
        #expect(try source.bytes(5) == Array(50..<55))
        #expect(throws: MediaError.self) { try source.seek(to: 3) }
        close(writer)
        #expect(try source.bytes(100) == Array(55..<100))
    }

    @Test("a read of a pipe without a writer waits until it is cancelled")
    func pipeWithoutWriter_waitsUntilCancelled() throws {
        let path = folder.url.appendingPathComponent("pipe")
        #expect(mkfifo(path.path, 0o600) == 0)
        let source = try SourceFactory.open(MediaLocator(url: path))
        let canceller = Thread { source.cancel() }
        canceller.start()
        #expect { try source.bytes(1) } throws: { ($0 as? MediaError)?.code == .cancelled }
    }
}
