import Foundation
import FoundationNetworking
import MediaEngine
import Synchronization
import Testing

@testable import MediaTesting

struct OriginTests {
    private let body = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

    private var content: FixedContent {
        FixedContent([
            "/a.ts": OriginResource(body, contentType: "video/mp2t"),
            "/b.ts": OriginResource(Array("second".utf8), contentType: "video/mp2t"),
            "/main.m3u8": OriginResource(
                text: "#EXTM3U\n" + String(repeating: "#EXTINF:4,\nsegment.ts\n", count: 200),
                contentType: "application/vnd.apple.mpegurl"),
        ])
    }

    @Test("one connection serves many responses, including HEAD and errors")
    func keepAlive() throws {
        let origin = try Origin(content)
        let client = PlainClient(origin)
        #expect(client.get("/a.ts").body == body)
        #expect(client.get("/b.ts", method: "HEAD").headers["content-length"] == "6")
        #expect(client.get("/nothing").status == 404)
        #expect(client.get("/b.ts?x=1&y=%20z").text == "second")
        #expect(origin.records.map(\.connection) == [1, 1, 1, 1])
        #expect(origin.records.map(\.status) == [200, 200, 404, 200])
        #expect(origin.records.map(\.bytesSent) == [10_000, 0, 0, 6])
        #expect(origin.records.last?.request.parameter("y") == " z")
    }

    @Test(
        "ranges follow RFC 9110",
        arguments: [
            ("bytes=0-9", 0..<10, 206), ("bytes=9990-", 9990..<10_000, 206), ("bytes=-5", 9995..<10_000, 206),
            ("bytes=9998-9007199254740991", 9998..<10_000, 206), ("bytes=10000-", 0..<0, 416),
            ("bytes=1-0", 0..<10_000, 200), ("bytes=0-1,4-5", 0..<10_000, 200), ("lines=1-2", 0..<10_000, 200),
            ("bytes=5-99999999999999999999999", 5..<10_000, 206), ("bytes=-0", 0..<0, 416),
        ])
    func ranges(header: String, range: Range<Int>, status: Int) throws {
        let origin = try Origin(content)
        let answer = PlainClient(origin).get("/a.ts", ["Range": header])
        #expect(answer.status == status)
        #expect(answer.body == Array(body[range]))
        if status == 206 {
            #expect(answer.headers["content-range"] == "bytes \(range.lowerBound)-\(range.upperBound - 1)/10000")
        }
    }

    @Test("text is compressed for clients that accept it, media never")
    func gzip() async throws {
        let origin = try Origin(content)
        let client = PlainClient(origin)
        let packed = client.get("/main.m3u8", ["Accept-Encoding": "gzip, deflate"])
        #expect(packed.headers["content-encoding"] == "gzip")
        #expect(packed.body.count < 300)
        #expect(client.get("/a.ts", ["Accept-Encoding": "gzip"]).headers["content-encoding"] == nil)
        #expect(client.get("/main.m3u8").text.hasPrefix("#EXTM3U\n#EXTINF"))
        origin.update { $0.compressesText = false }
        #expect(client.get("/main.m3u8", ["Accept-Encoding": "gzip"]).headers["content-encoding"] == nil)
    }

    @Test(
        "decompression restores the original bytes", .enabled(if: ExternalCommand.find("gzip") != nil), arguments: 0..<6
    )
    func gzipRoundTrip(kind: Int) async throws {
        var random = SeededGenerator(seed: UInt64(kind))
        let text: String =
            switch kind {
            case 0: ""
            case 1: "a"
            case 2: String(repeating: "ab", count: 40_000)
            case 3: (0..<5000).map { "segment-\($0).ts\n" }.joined()
            case 4:
                String(
                    decoding: (0..<20_000).map { (_: Int) -> UInt8 in UInt8.random(in: 32...126, using: &random) },
                    as: UTF8.self)
            default: (0..<3000).map { _ in "\(random.next() % 97) ä\u{1f600}\n" }.joined()
            }
        let origin = try Origin(FixedContent(["/t": OriginResource(text: text, contentType: "text/plain")]))
        let answer = PlainClient(origin).get("/t", ["Accept-Encoding": "gzip"])
        let file = try Probe.Scratch(answer.body, "gz")
        let command = try #require(ExternalCommand.find("gzip"))
        let outcome = try await ExternalCommand.run(command, ["-dc", file.url.path])
        #expect(outcome.status == 0, "\(outcome.standardError)")
        #expect(outcome.standardOutput == text)
    }

    @Test("latency precedes each response, and setup latency a connection's first")
    func latency() async throws {
        let clock = FakeHostClock()
        let origin = try Origin(content, clock: clock) {
            $0.latency = 0.05
            $0.connectionLatency = 0.1
        }
        let answers = Task {
            await beside {
                let client = PlainClient(origin)
                return [client.get("/b.ts").text, client.get("/b.ts").text]
            }
        }
        try await clock.advanceWhenWaiting(by: 149_999_999)
        #expect(origin.records.first?.began == nil)
        clock.advance(by: 1)
        try await clock.advanceWhenWaiting(by: 50_000_000)
        #expect(await answers.value == ["second", "second"])
        #expect(origin.records.map(\.began) == [150_000_000, 200_000_000])
    }

    @Test("the rate follows the trace and is shared by all connections")
    func rate() async throws {
        let clock = FakeHostClock()
        let trace = RateTrace([
            .init(from: 0, bitsPerSecond: 80_000), .init(from: 0.5, bitsPerSecond: 0),
            .init(from: 1.5, bitsPerSecond: 160_000),
        ])
        let origin = try Origin(content, clock: clock) { $0.trace = trace }
        let readers = (0..<2).map { _ in Task { await beside { PlainClient(origin).get("/a.ts").body } } }
        while origin.records.count < 2 || origin.records.contains(where: { $0.finished == nil }) {
            let waiting = clock.pendingDeadlines
            if let next = waiting.first, waiting.count == max(1, origin.records.count { $0.finished == nil }),
                origin.records.count == 2
            {
                clock.advance(by: next - clock.now)
            } else {
                await Task.yield()
            }
        }
        for reader in readers { #expect(await reader.value == body) }
        let ends = origin.records.compactMap(\.finished).map { Double($0) / 1e9 }.sorted()
        // Fair: the transfers end at about the same time.
        #expect(abs((ends.last ?? 0) - 2.25) < 0.000_001 && (ends.first ?? 0) > 2.2, "\(ends)")
    }

    /// A clock that wakes all waiters five milliseconds late, together.
    private final class LateClock: HostClock {
        private let time = Mutex<Int64>(0)
        var now: Int64 { time.withLock { $0 } }
        func wait(on condition: Condition, until deadline: Int64?) {
            time.withLock { $0 = max($0, (deadline ?? $0) + 5_000_000) }
        }
    }

    @Test(
        "a busy link carries the trace's bits however late threads wake; the trace can start with the first request")
    func lateness() throws {
        let clock = LateClock()
        let origin = try Origin(content, clock: clock) {
            $0.trace = RateTrace(
                [.init(from: 0, bitsPerSecond: 80_000), .init(from: 2, bitsPerSecond: 0)], period: 100)
            $0.beginsTraceWithFirstRequest = true
        }
        // Otherwise the only seconds of the trace with a rate would be over.
        clock.wait(on: Condition(), until: 30_000_000_000)
        #expect(PlainClient(origin).get("/a.ts").body == body)
        let record = origin.records.first
        let seconds =
            record.flatMap { record in record.finished.map { Double($0 - record.arrived) / 1e9 } } ?? .infinity
        #expect(seconds > 0.99 && seconds < 1.03, "\(seconds)")
    }

    @Test("faults occur at the given paths, as often as requested")
    func faults() throws {
        let origin = try Origin(content)
        origin.inject(.status(503, retryAfter: 3), for: .suffix(".ts"), skipping: 1, times: 1)
        origin.inject(.contentType("text/plain"), for: .path("/b.ts"))
        origin.inject(.header("Set-Cookie", "session=7"), for: .path("/main.m3u8"))
        origin.inject(.demand(header: "cookie", text: "session=7"), for: .prefix("/b"))
        let client = PlainClient(origin)
        #expect(client.get("/b.ts").status == 403)
        let busy = client.get("/b.ts", ["Cookie": "session=7"])
        #expect(busy.status == 503 && busy.headers["retry-after"] == "3")
        let good = client.get("/b.ts", ["Cookie": "a=b; session=7"])
        #expect(good.status == 200 && good.headers["content-type"] == "text/plain")
        #expect(client.get("/main.m3u8").headers["set-cookie"] == "session=7")
        origin.clearFaults()
        #expect(client.get("/b.ts").headers["content-type"] == "video/mp2t")
    }

    @Test("faults can be parsed from text")
    func faultTexts() throws {
        let origin = try Origin(
            LayeredContent(content, replacing: ["/b.ts": .status(410), "/new": .resource(.json("{}"))]))
        let client = PlainClient(origin)
        #expect(
            client.get("/b.ts").status == 410 && client.get("/new").text == "{}" && client.get("/a.ts").body == body)
        for (text, path) in [
            ("status=418@/a.ts", "/a.ts"), ("status=418@*.m3u8", "/main.m3u8"), ("status=418@/n*", "/new"),
        ] {
            origin.clearFaults()
            origin.inject(try OriginFault(text: text))
            #expect(client.get(path).status == 418, "\(text)")
            #expect(client.get("/b.ts").status == 410)
        }
        for text in [
            "", "status", "status@/a", "status=99@/a", "what=1@*", "cut=-1@*", "delay=nan@*", "@*", "=@*",
            "status=418@*a*",
        ] {
            #expect(throws: StreamMakerError.self, "\(text)") { try OriginFault(text: text) }
        }
        for text in [
            "cut=5@*", "reset=0@*", "stall=1.5@*", "silence@*", "html@*", "length=-3@*", "chunked@*", "whole@*",
            "noise=40@*.ts", "inner-noise=400@/v0/1.m4s",
        ] {
            #expect(throws: Never.self) { try OriginFault(text: text) }
        }
    }

    @Test("bodies are cut, reset, too short, too long, chunked, corrupted, or replaced")
    func bodies() throws {
        let origin = try Origin(content)
        func answer(_ kind: OriginFault.Kind) -> PlainClient.Answer {
            origin.clearFaults()
            origin.inject(kind, for: .path("/a.ts"))
            return PlainClient(origin).get("/a.ts")
        }
        let cut = answer(.cut(after: 100))
        #expect(cut.body == Array(body[..<100]) && !cut.isComplete)
        #expect(!answer(.reset(after: 5000)).isComplete)
        #expect(answer(.lengthError(20)).headers["content-length"] == "10020")
        #expect(!answer(.lengthError(20)).isComplete)
        #expect(answer(.lengthError(-20)).body.count == 9980)
        let chunked = answer(.chunked)
        #expect(chunked.body == body && chunked.isComplete && chunked.headers["content-length"] == nil)
        let page = answer(.webPage)
        #expect(page.status == 200 && page.text.contains("<html>"))
        let redirect = answer(.redirect("/b.ts"))
        #expect(redirect.status == 302 && redirect.headers["location"] == "/b.ts")
        let spoilt = answer(.noise(bytes: 50, seed: 1)).body
        #expect(spoilt.count == body.count && spoilt != body && spoilt == answer(.noise(bytes: 50, seed: 1)).body)
    }

    @Test("corruption of media data leaves boxes, packet headers and tables unchanged")
    func innerNoise() throws {
        func spoilt(_ bytes: [UInt8]) -> [Int] {
            var copy = bytes
            ByteCorruption.corruptMedia(&copy, count: 500, seed: 3)
            return bytes.indices.filter { copy[$0] != bytes[$0] }
        }
        let head: [UInt8] = [0, 0, 0, 12] + Array("moof".utf8) + [1, 2, 3, 4]
        let media: [UInt8] = [0, 0, 1, 0] + Array("mdat".utf8) + [UInt8](repeating: 5, count: 248)
        let inBoxes = spoilt(head + media + head)
        #expect(!inBoxes.isEmpty && inBoxes.allSatisfy { (20..<268).contains($0) }, "\(inBoxes)")
        // A table, the start of a frame, its middle after a clock reference, and audio.
        func packet(_ flags: UInt8, _ identifier: UInt8, _ control: UInt8, _ next: UInt8) -> [UInt8] {
            [0x47, flags, identifier, control, next] + [UInt8](repeating: 9, count: 183)
        }
        let inPackets = spoilt(
            packet(0x40, 0, 0x10, 0) + packet(0x41, 1, 0x10, 0) + packet(0x01, 1, 0x30, 7) + packet(0x01, 1, 0x11, 0)
                + packet(0x01, 2, 0x10, 0))
        #expect(!inPackets.isEmpty)
        #expect(inPackets.allSatisfy { (2 * 188 + 12..<3 * 188).contains($0) || (3 * 188 + 4..<4 * 188).contains($0) })
        #expect(spoilt([UInt8](repeating: 1, count: 400)).isEmpty)
        #expect(spoilt([]).isEmpty)
    }

    @Test("a stall delays the rest of the body for its duration")
    func stall() async throws {
        let clock = FakeHostClock()
        let origin = try Origin(content, clock: clock)
        origin.inject(.stall(after: 1000, seconds: 4), for: .every)
        let whole = Task { await beside { PlainClient(origin).get("/a.ts").body } }
        try await clock.advanceWhenWaiting(by: 3_999_999_999)
        #expect(origin.records.first?.bytesSent == 1000)
        clock.advance(by: 1)
        #expect(await whole.value == body)
    }

    @Test("the log counts responses in sequence")
    func depth() async throws {
        let origin = try Origin(content)
        let client = PlainClient(origin)
        _ = client.get("/main.m3u8")
        // Two concurrent requests: the second is sent before the first is complete.
        origin.inject(.silence, for: .path("/silent"))
        let other = PlainClient(origin)
        other.ask("/silent")
        while origin.records.count < 2 { await Task.yield() }
        _ = client.get("/a.ts")
        _ = client.get("/b.ts")
        #expect(origin.records.map(\.depth) == [1, 2, 2, 3])
        #expect(origin.depth == 3)
    }

    @Test("stopping or releasing the origin ends waiting requests")
    func stopping() async throws {
        var origin: Origin? = try Origin(content, clock: FakeHostClock()) { $0.latency = 10 }
        let client = PlainClient(try #require(origin))
        client.ask("/a.ts")
        while origin?.records.isEmpty == true { await Task.yield() }
        origin = nil
        #expect(client.read().status == 0)
        let silent = try Origin(content)
        silent.inject(.silence, for: .every)
        let other = PlainClient(silent)
        other.ask("/a.ts")
        while silent.records.isEmpty { await Task.yield() }
        silent.stop()
        silent.stop()
        #expect(other.read().status == 0)
        #expect(silent.isStopped)
    }

    @Test("input that is not HTTP closes the connection; other methods are rejected")
    func nonsense() throws {
        let origin = try Origin(content)
        for line in ["GET nothing HTTP/1.1", "GARBAGE", "GET /%zz HTTP/1.1", String(repeating: "x", count: 70_000)] {
            let client = PlainClient(origin)
            client.ask(line)
            #expect(client.read().status == 0)
        }
        #expect(PlainClient(origin).get("/a.ts", method: "DELETE").status == 405)
    }

    @Test("URLSession gets the same redirects, gzip, cookies and ranges")
    func session() async throws {
        let origin = try Origin(content)
        origin.inject(.redirect("/main.m3u8"), for: .path("/moved.m3u8"))
        let (data, response) = try await URLSession.shared.data(from: origin.url("/moved.m3u8"))
        #expect(String(decoding: data, as: UTF8.self).hasSuffix("segment.ts\n"))
        #expect(response.url?.path == "/main.m3u8")
    }
}

struct RateTraceTests {
    @Test("the end of a transfer follows from the steps of the trace")
    func ends() {
        let trace = RateTrace(
            [
                .init(from: 0, bitsPerSecond: 1000), .init(from: 2, bitsPerSecond: 0),
                .init(from: 3, bitsPerSecond: 500),
            ],
            period: 5)
        #expect(trace.end(of: 500, from: 0) == 0.5)
        #expect(trace.end(of: 2000, from: 0) == 2)
        #expect(trace.end(of: 2250, from: 0) == 3.5)
        #expect(trace.end(of: 4000, from: 0) == 6)
        #expect(trace.end(of: 1000, from: 2.5) == 5)
        #expect(trace.end(of: 3_000_000, from: 0) == 5000)
        #expect(RateTrace(bitsPerSecond: 0).end(of: 1, from: 0) == .infinity)
        #expect(RateTrace([.init(from: 0, bitsPerSecond: 0)], period: 3).end(of: 1, from: 7) == .infinity)
        #expect(RateTrace(bitsPerSecond: 100).end(of: 50, from: 7) == 7.5)
    }

    @Test("a trace is parsed from text, and an invalid line is reported")
    func text() throws {
        let trace = try RateTrace(text: "# tunnel\n0 1000000\n5.5\t0 # dark\n\n8 2e6\nrepeat 20\n")
        #expect(trace.steps.map(\.from) == [0, 5.5, 8] && trace.bitsPerSecond(at: 29) == 2e6 && trace.period == 20)
        #expect(trace.bitsPerSecond(at: 26) == 0)
        for wrong in ["", "0", "0 -1", "1 2\n0 3", "0 x", "0 1\nrepeat 0", "nan 1", "0 inf"] {
            #expect(throws: StreamMakerError.self, "\(wrong)") { try RateTrace(text: wrong) }
        }
    }
}

extension FakeHostClock {
    /// Advances the clock as soon as a thread waits for it.
    func advanceWhenWaiting(by nanoseconds: Int64) async throws {
        while pendingDeadlines.isEmpty { await Task.yield() }
        advance(by: nanoseconds)
    }
}
