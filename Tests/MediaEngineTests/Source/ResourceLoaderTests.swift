import Foundation
import HLS
import MediaTesting
import Synchronization
import Testing

@testable import MediaEngine

/// Playlists, keys and segments loaded as a whole, with delays of milliseconds instead of seconds.
@Suite(.serialized, .ownThreads) struct ResourceLoaderTests {
    let origin: FaultyOrigin
    let bytes = ByteSourceContract.sample(120_000)
    init() throws { origin = try FaultyOrigin() }

    /// Timeouts that even a busy machine does not reach.
    private static let hasty: FetchPolicy = {
        var policy = FetchPolicy()
        let rule = FetchPolicy.Rule(
            firstByteSeconds: 20, totalSeconds: 20, delays: [0.01, 0.01], maximumBytes: 1 << 18, stallSeconds: 20)
        policy.segment = rule
        policy.playlist = rule
        policy.playlist.acceptsGzip = true
        policy.key = rule
        policy.key.maximumBytes = 1 << 10
        return policy
    }()

    private func loader(_ change: (inout MediaLocator) -> Void = { _ in }) -> ResourceLoader {
        var locator = MediaLocator(url: origin.url("/main.m3u8"))
        change(&locator)
        return ResourceLoader(locator: locator, policy: Self.hasty)
    }

    private func serve(_ path: String = "/a.ts", _ change: (inout FaultyOrigin.Faults) -> Void = { _ in })
        -> ResourceRequest
    {
        var faults = FaultyOrigin.Faults()
        change(&faults)
        origin.serve(bytes, at: path, faults: faults)
        return ResourceRequest(url: origin.url(path), kind: .segment)
    }

    private func error(_ request: ResourceRequest, _ loader: ResourceLoader? = nil) -> MediaError? {
        do {
            _ = try (loader ?? self.loader()).fetchBlocking(request)
            return nil
        } catch {
            return error
        }
    }

    // MARK: - The network

    @Test("hls.md section 6: the age of a response is reported with it; invalid dates are ignored")
    func dates() throws {
        var playlist = OriginResource(Array("#EXTM3U".utf8), contentType: "application/vnd.apple.mpegurl")
        playlist.headers = ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"]
        var broken = playlist
        broken.headers = ["Last-Modified": "yesterday"]
        let origin = try Origin(FixedContent(["/a.m3u8": playlist, "/b.m3u8": broken]))
        defer { origin.stop() }
        let loader = ResourceLoader(locator: MediaLocator(url: origin.url("/a.m3u8")), policy: Self.hasty)
        let dated = try loader.fetchBlocking(ResourceRequest(url: origin.url("/a.m3u8"), kind: .playlist))
        #expect(dated.dates.modified?.timeIntervalSince1970 == 784_111_777)
        let undated = try loader.fetchBlocking(ResourceRequest(url: origin.url("/b.m3u8"), kind: .playlist))
        #expect(undated.dates.modified == nil)
    }

    @Test(
        "hls 1.4: a resource is loaded completely, with its type and its URL after redirects; the connection is reused [hls.md 1: redirects, hls.md 13: redirects]"
    )
    func wholeResource() throws {
        var request = serve("/cdn/a.ts") { $0.contentType = "Video/MP2T; charset=x" }
        let target = request.url
        request = serve("/go.ts") { $0.redirectsTo = target.path }
        let loader = loader()
        let first = try loader.fetchBlocking(request)
        #expect(first.bytes == bytes)
        #expect(first.url == target)
        #expect(first.mimeType == "video/mp2t")
        #expect(first.status == 200)
        #expect(first.record.byteCount == Int64(bytes.count))
        #expect(first.record.firstByte != nil)
        #expect(try loader.fetchBlocking(request).record.reusedConnection)
        #expect(origin.requests.allSatisfy { $0.range == nil })
        #expect(loader.log.records.count == 2)
    }

    @Test("hls 1.3: gzip is accepted for playlists, never for ranges and media [hls.md 1: gzip]")
    func packing() throws {
        var request = serve { $0.compresses = true }
        request.kind = .playlist
        #expect(try loader().fetchBlocking(request).bytes == bytes)
        request = serve()
        _ = try loader().fetchBlocking(request)
        request.kind = .playlist
        request.byteRange = 0..<10
        _ = try loader().fetchBlocking(request)
        let accepted = origin.requests.map { $0.headers["accept-encoding"] }
        #expect(accepted == ["gzip", "identity", "identity"])
    }

    @Test("a byte range is requested, and cut out if the server sends the whole resource")
    func byteRange() throws {
        var request = serve()
        request.byteRange = 50_000..<60_000
        let part = try loader().fetchBlocking(request)
        #expect(part.bytes == Array(bytes[50_000..<60_000]))
        #expect(part.status == 206)
        #expect(origin.requests.last?.range == "bytes=50000-59999")
        var ignorant = serve("/b.ts") { $0.ignoresRanges = true }
        ignorant.byteRange = 50_000..<60_000
        let cut = try loader().fetchBlocking(ignorant)
        #expect(cut.bytes == Array(bytes[50_000..<60_000]))
        #expect(cut.status == 200)
    }

    @Test("bad input: another range than the requested one is an error; one past the end is retried, then an error")
    func wrongRange() {
        var request = serve { $0.rangeError = 7 }
        request.byteRange = 10..<20
        let wrong = error(request)
        #expect(wrong?.code == .malformed && wrong?.httpStatus == 206 && wrong?.detail == "bytes 17-19/120000")
        #expect(origin.requests.count == 1)
        request = serve()
        request.byteRange = 119_990..<120_010
        #expect(error(request)?.code == .wrongLength)
        #expect(origin.requests.count == 4)
        request.byteRange = 200_000..<200_010
        #expect(error(request)?.httpStatus == 416)
        request.byteRange = 5..<5
        #expect(error(request)?.code == .malformed)
    }

    @Test("hls 10: 503 and a body that ends early are retried; 404 is not", .timeLimit(.minutes(1)))
    func retries() throws {
        let busy = serve {
            $0.status = 503
            $0.statusCount = 2
        }
        #expect(try loader().fetchBlocking(busy).bytes == bytes)
        #expect(origin.requests.count == 3)
        let broken = serve("/b.ts") {
            $0.cutAfter = 1_000
            $0.cutCount = 1
        }
        #expect(try loader().fetchBlocking(broken).bytes == bytes)
        #expect(origin.requests.count == 5)
        let missing = ResourceRequest(url: origin.url("/missing.ts"), kind: .segment)
        let loader = loader()
        let problem = error(missing, loader)
        #expect(problem?.code == .httpStatus && problem?.httpStatus == 404 && problem?.url == missing.url)
        #expect(origin.requests.count == 6)
        #expect(loader.log.records.map(\.status) == [404])
    }

    @Test("hls 10: a server that is always busy, always ends early or never responds is reported")
    func givesUp() {
        #expect(error(serve { $0.status = 500 })?.httpStatus == 500)
        #expect(origin.requests.count == 3)
        #expect(error(serve { $0.cutAfter = 1_000 })?.code == .wrongLength)
        #expect(origin.requests.count == 6)
        var policy = Self.hasty
        policy.segment.firstByteSeconds = 0.1
        policy.segment.stallSeconds = 0.1
        policy.segment.totalSeconds = 0.6
        let impatient = ResourceLoader(locator: MediaLocator(url: origin.url("/main.m3u8")), policy: policy)
        #expect(error(serve { $0.staysSilent = true }, impatient)?.code == .networkTimedOut)
        #expect(error(serve { $0.stallAfter = 1_000 }, impatient)?.code == .networkTimedOut)
        #expect(error(serve { $0.bytesPerSecond = 5_000 }, impatient)?.code == .networkTimedOut)
    }

    @Test(
        "hls 10: a segment that keeps arriving is not abandoned, however slow; nor is a server that resumes each time")
    func slowButSure() throws {
        var policy = Self.hasty
        policy.segment.totalSeconds = 0.2
        policy.segment.flowFactor = 1_000
        let loader = ResourceLoader(locator: MediaLocator(url: origin.url("/main.m3u8")), policy: policy)
        // 120 000 bytes: 0.4 s.
        #expect(try loader.fetchBlocking(serve { $0.bytesPerSecond = 300_000 }).bytes == bytes)
        policy.segment.totalSeconds = 20
        let patient = ResourceLoader(locator: MediaLocator(url: origin.url("/main.m3u8")), policy: policy)
        // Six attempts, although three failures in a row would be the limit.
        #expect(try patient.fetchBlocking(serve { $0.cutAfter = 20_000 }).bytes == bytes)
        #expect(origin.requests.count == 7)
    }

    @Test(
        "hls 10 and 13: when a server declares more than it sends, the rest is requested; if there is none, the body is complete"
    )
    func promisedTooMuch() throws {
        let long = try loader().fetchBlocking(serve { $0.lengthError = 5_000 })
        #expect(long.bytes == bytes && long.status == 200)
        #expect(origin.requests.map(\.range) == [nil, "bytes=120000-"])
        // Without range support, the media structure determines whether the body is complete.
        let packet = [0x47] + [UInt8](repeating: 0, count: 187)
        func lying(_ media: [UInt8], at path: String) -> ResourceRequest {
            var faults = FaultyOrigin.Faults()
            faults.lengthError = 100
            faults.ignoresRanges = true
            origin.serve(media, at: path, faults: faults)
            return ResourceRequest(url: origin.url(path), kind: .segment)
        }
        #expect(try loader().fetchBlocking(lying(packet + packet, at: "/b.ts")).bytes == packet + packet)
        #expect(origin.requests.count == 4)
        #expect(error(lying(packet + packet.dropLast(), at: "/c.ts"))?.code == .wrongLength)
        var key = lying(packet, at: "/key")
        key.kind = .key
        #expect(error(key)?.code == .wrongLength)
    }

    @Test("hls 10: a segment that is replaced by a shorter one during the transfer is requested again")
    func shortened() throws {
        // 2000 bytes of 120000 arrive; then the resource has 1000 in total.
        let request = serve {
            $0.cutAfter = 2_000
            $0.cutCount = 1
        }
        let loader = loader()
        let shorter = Array(bytes.prefix(1_000))
        let isReplaced = Mutex(false)
        let result = Mutex<Result<FetchedResource, MediaError>?>(nil)
        let gate = Condition()
        loader.fetch(request) { [origin] received, _ in
            let isFirst = isReplaced.withLock { replaced in
                defer { replaced = true }
                return !replaced
            }
            if isFirst { origin.serve(shorter, at: "/a.ts") }
        } completion: { answer in
            gate.withLock {
                result.withLock { $0 = answer }
                gate.broadcast()
            }
        }
        gate.withLock { while result.withLock({ $0 == nil }) { gate.wait() } }
        #expect(try result.withLock { try $0?.get().bytes } == shorter)
    }

    @Test("hls 10: an error contains the server's response headers, for the error log")
    func answerOfError() {
        let problem = error(
            serve {
                $0.status = 404
                $0.headers = ["X-Why: withdrawn"]
            })
        #expect(problem?.httpStatus == 404)
        #expect(problem?.httpHeaders?["x-why"] == "withdrawn")
        #expect(problem?.serverAddress == "127.0.0.1")
    }

    @Test("hls 10: a server whose Retry-After exceeds the remaining time is not requested again")
    func retryAfter() throws {
        let late = serve {
            $0.status = 503
            $0.headers = ["Retry-After: 30"]
        }
        let problem = error(late)
        #expect(problem?.httpStatus == 503 && problem?.message.contains("30 s") == true)
        #expect(origin.requests.count == 1)
        let soon = serve("/b.ts") {
            $0.status = 429
            $0.statusCount = 1
            $0.headers = ["Retry-After: 0.05"]
        }
        let loader = loader()
        #expect(try loader.fetchBlocking(soon).bytes == bytes)
        let records = loader.log.records
        try #require(records.count == 2)
        #expect(records[1].start - records[0].end >= 50_000_000)
    }

    @Test("bad input: resources larger than the limit of their kind are rejected, declared or not, compressed or not")
    func limits() {
        var request = serve()
        request.kind = .key
        let problem = error(request)
        #expect(problem?.code == .resourceTooLarge && problem?.detail == "key: 120000 bytes, 1024 allowed")
        origin.serve(
            [UInt8](repeating: 0, count: 300_000), at: "/b.m3u8",
            faults: {
                var faults = FaultyOrigin.Faults()
                faults.compresses = true
                return faults
            }())
        #expect(error(ResourceRequest(url: origin.url("/b.m3u8"), kind: .playlist))?.code == .resourceTooLarge)
        request.byteRange = 0..<2_000
        #expect(error(request)?.code == .resourceTooLarge)
        #expect(origin.requests.count == 2)
    }

    @Test("a fetch cancelled in the middle of its body ends once, and closes its connection")
    func cancelling() async throws {
        let request = serve { $0.stallAfter = 60_000 }
        let results = Mutex<[Result<FetchedResource, MediaError>]>([])
        let (pieces, signal) = AsyncStream.makeStream(of: Int64.self)
        let (ends, done) = AsyncStream.makeStream(of: Void.self)
        let loader = loader()
        let fetch = loader.fetch(request) { received, expected in
            if expected == 120_000 { signal.yield(received) }
        } completion: { result in
            results.withLock { $0.append(result) }
            done.yield()
        }
        for await count in pieces where count == 60_000 { break }
        #expect(fetch.bytesReceived == 60_000)
        fetch.cancel()
        fetch.cancel()
        for await _ in ends { break }
        let small = serve("/small.ts")
        // The completion queue is serial, so a second completion would have been called before this one.
        #expect(try loader.fetchBlocking(small).bytes == bytes)
        results.withLock { results in
            #expect(results.count == 1)
            guard case .failure(let error) = results.first else {
                Issue.record("no failure")
                return
            }
            #expect(error.code == .cancelled)
        }
    }

    @Test("a fetch cancelled before it starts, or during a retry delay, ends too")
    func cancellingAtRest() {
        let request = serve {
            $0.status = 503
            $0.headers = ["Retry-After: 1"]
        }
        let loader = loader()
        #expect(throws: MediaError.self) {
            try loader.fetchBlocking(request) { $0.cancel() }
        }
        let waiting = Mutex<ResourceFetch?>(nil)
        let code = Mutex<MediaError.Code?>(nil)
        do {
            _ = try loader.fetchBlocking(request) { fetch in
                waiting.withLock { $0 = fetch }
                EngineThread.start("test") {
                    while loader.log.records.isEmpty { sched_yield() }
                    fetch.cancel()
                }
            }
        } catch {
            code.withLock { $0 = error.code }
        }
        #expect(code.withLock { $0 } == .cancelled)
    }

    @Test("a fetch continues without references to it or its loader, and many run in parallel")
    func abandoned() async {
        let request = serve()
        let counts = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        loader().fetch(request) { result in
                            continuation.resume(returning: (try? result.get().bytes.count) ?? -1)
                        }
                    }
                }
            }
            return await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(counts == Array(repeating: bytes.count, count: 20))
    }

    @Test(
        "headers, cookies and user agent are sent with every request; cookies are returned; credentials stay with their server"
    )
    func headers() throws {
        let stranger = try FaultyOrigin()
        stranger.serve([1], at: "/far.ts")
        let loader = loader {
            $0.headers = ["X-Thing": "1", "Authorization": "Bearer x"]
            $0.cookies = ["a=b; path=/"]
            $0.userAgent = "Tester"
        }
        var request = serve { $0.headers = ["Set-Cookie: c=d; path=/"] }
        request.headers = ["x-thing": "2"]
        _ = try loader.fetchBlocking(request)
        _ = try loader.fetchBlocking(serve("/b.ts"))
        _ = try loader.fetchBlocking(ResourceRequest(url: stranger.url("/far.ts"), kind: .segment))
        let (first, second) = (origin.requests[0].headers, origin.requests[1].headers)
        #expect(first["x-thing"] == "2" && second["x-thing"] == "1")
        #expect(first["authorization"] == "Bearer x" && first["user-agent"] == "Tester")
        #expect(first["cookie"] == "a=b")
        #expect(Set((second["cookie"] ?? "").components(separatedBy: "; ")) == ["a=b", "c=d"])
        let far = stranger.requests[0].headers
        #expect(far["x-thing"] == "1" && far["authorization"] == nil)
    }

    // MARK: - Without a network

    private func dataURL(_ text: String) throws -> ResourceRequest {
        ResourceRequest(url: try #require(URL(string: text)), kind: .key)
    }

    @Test("hls 1.1: data: URLs are decoded, in base64 and percent-encoded [hls.md 1: schemes]")
    func dataURLs() throws {
        let packed = try loader().fetchBlocking(dataURL("data:Application/Octet-Stream;base64,AAEC%2Fw=="))
        #expect(
            packed.bytes == [0, 1, 2, 255] && packed.mimeType == "application/octet-stream" && packed.status == 200)
        #expect(try loader().fetchBlocking(dataURL("data:;base64,AAEC/w")).bytes == [0, 1, 2, 255])
        let plain = try loader().fetchBlocking(dataURL("data:,a%20b%00%ff"))
        #expect(plain.bytes == Array("a b".utf8) + [0, 255] && plain.mimeType == "text/plain")
        var part = try dataURL("data:text/plain;charset=x,0123456789")
        part.byteRange = 2..<5
        #expect(try loader().fetchBlocking(part).bytes == Array("234".utf8))
        part.byteRange = 8..<12
        #expect(error(part)?.code == .wrongLength)
        #expect(error(try dataURL("data:;base64,A")) != nil)
        #expect(error(try dataURL("data:nothing"))?.code == .malformed)
        let long = "data:," + String(repeating: "a", count: 1_025)
        #expect(error(try dataURL(long))?.code == .resourceTooLarge)
    }

    @Test("hls 1.1: files and byte ranges of files are loaded for local playlists, never for remote ones")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("ä b.ts")
        try Data(bytes).write(to: file)
        let local = loader { $0.url = folder.appendingPathComponent("main.m3u8") }
        var request = ResourceRequest(url: file, kind: .segment)
        let whole = try local.fetchBlocking(request)
        #expect(whole.bytes == bytes && whole.status == 200 && whole.url == file)
        #expect(error(request)?.code == .noPermission)
        request.byteRange = 100..<300
        #expect(try local.fetchBlocking(request).bytes == Array(bytes[100..<300]))
        request.byteRange = 119_999..<120_001
        #expect(error(request, local)?.code == .wrongLength)
        request.byteRange = nil
        request.kind = .key
        #expect(error(request, local)?.code == .resourceTooLarge)
        request.url = folder
        #expect(error(request, local)?.code == .isDirectory)
        request.url = folder.appendingPathComponent("none.ts")
        #expect(error(request, local)?.code == .fileNotFound)
        request.url = try #require(URL(string: "gopher://example.com/"))
        #expect(error(request, local)?.code == .unsupportedScheme)
    }

    @Test("hls 10: the timeouts depend on the request's duration, within bounds")
    func durations() {
        let policy = FetchPolicy.standard
        #expect(policy[.segment].extended(by: 10).totalSeconds == 50)
        #expect(policy[.segment].extended(by: 2).totalSeconds == 20)
        #expect(policy[.playlist].extended(by: 4).firstByteSeconds == 20)
        #expect(policy[.playlist].extended(by: .infinity).totalSeconds == 200)
        #expect(policy[.playlist].extended(by: .nan) == policy[.playlist])
        #expect(policy[.key].extended(by: 9) == policy[.key])
    }
}
