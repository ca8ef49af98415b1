import CoreMedia
import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import MediaEngine

/// Playback, thumbnails and downloads report a broken stream with the same error.
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized, .ownThreads, .timeLimit(.minutes(5)))
struct SameFaultTests {
    /// The response at each path: text, or a status.
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var main = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=100000\nlist.m3u8\n"
        var list = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:2,\n0.ts\n#EXT-X-ENDLIST\n"
        /// The path that returns 404.
        var missing: String?
        var code: MediaError.Code
        /// The path of the URL in the error.
        var path: String
        var testDescription: String { name }
    }

    /// Returns a playlist whose second segment has an additional tag.
    private static func second(_ tag: String) -> String {
        "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:2,\n0.ts\n\(tag)\n#EXTINF:2,\n1.ts\n#EXT-X-ENDLIST\n"
    }

    static let cases = [
        Case(name: "multivariant playlist missing", missing: "/main.m3u8", code: .httpStatus, path: "/main.m3u8"),
        Case(name: "no playlist", main: "hello", code: .malformed, path: "/main.m3u8"),
        Case(name: "media playlist missing", missing: "/list.m3u8", code: .httpStatus, path: "/list.m3u8"),
        Case(name: "no media playlist", list: "hello", code: .malformed, path: "/list.m3u8"),
        Case(
            name: "variants where segments are expected", list: "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nx.m3u8\n",
            code: .malformed, path: "/list.m3u8"),
        Case(
            name: "protection that is not supported",
            list: second("#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://1\",KEYFORMAT=\"com.example\""),
            code: .contentIsProtected, path: "/1.ts"),
        Case(
            name: "key missing", list: second("#EXT-X-KEY:METHOD=AES-128,URI=\"key\""), missing: "/key",
            code: .httpStatus, path: "/key"),
        Case(
            name: "init section missing", list: second("#EXT-X-MAP:URI=\"init.mp4\""), missing: "/init.mp4",
            code: .httpStatus, path: "/init.mp4"),
        Case(name: "segment missing", list: second(""), missing: "/1.ts", code: .httpStatus, path: "/1.ts"),
    ]

    private func serve(_ test: Case) async throws -> FaultyOrigin {
        let origin = try FaultyOrigin()
        var recipe = ClipRecipe.markedWithTone(seconds: 2)
        recipe.container = .ts
        let segment = try Array(Data(contentsOf: try await StreamMaker.shared.clip(recipe)))
        let key = [UInt8](repeating: 7, count: 16)
        let resources: [(String, [UInt8])] = [
            ("/main.m3u8", Array(test.main.utf8)), ("/list.m3u8", Array(test.list.utf8)), ("/key", key),
            ("/init.mp4", segment), ("/0.ts", segment), ("/1.ts", segment),
        ]
        for (path, bytes) in resources {
            var faults = FaultyOrigin.Faults()
            if path == test.missing { faults.status = 404 }
            origin.serve(bytes, at: path, faults: faults)
        }
        return origin
    }

    private func playback(_ locator: MediaLocator) throws -> [MediaError] {
        var reported: [MediaError] = []
        do throws(MediaError) {
            let reader = try StreamingReader.open(locator, policy: .impatient)
            let log = Mutex<[MediaError]>([])
            reader.observeEvents { event in
                if case .fault(let fault) = event { log.withLock { $0.append(fault.error) } }
            }
            while try reader.read() != nil {}
            reported = log.withLock { $0 }
        } catch {
            reported = [error]
        }
        return reported
    }

    private func thumbnail(_ locator: MediaLocator) -> MediaError? {
        do throws(MediaError) {
            _ = try StreamThumbnails(locator, policy: .impatient).frame(
                at: 3 * .second, before: .never, after: .never, width: 0, isCancelled: { false })
            return nil
        } catch {
            return error
        }
    }

    private func download(_ locator: MediaLocator) async throws -> MediaError? {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fault-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let download = StreamDownload(locator, to: folder.appendingPathComponent("Film.movpkg"), title: "Film")
        return await withCheckedContinuation { continuation in
            download.start { event in
                switch event {
                case .finished: continuation.resume(returning: nil)
                case .failed(let error): continuation.resume(returning: error)
                default: break
                }
            }
        }
    }

    @Test("playback, thumbnails and downloads report the same error for the same broken stream", arguments: cases)
    func sameFault(_ test: Case) async throws {
        let origin = try await serve(test)
        defer { origin.stop() }
        let locator = MediaLocator(url: origin.url("/main.m3u8"))
        let played = try playback(locator)
        let others = [thumbnail(locator), try await download(locator)]
        for error in others {
            #expect(error?.code == test.code, "\(String(describing: error))")
            #expect(error?.url?.path == test.path)
        }
        #expect(others[0]?.message == others[1]?.message)
        #expect(others[0]?.detail == others[1]?.detail)
        #expect(
            played.contains { $0.code == test.code && $0.url?.path == test.path && $0.message == others[0]?.message },
            "\(played)")
    }
}
