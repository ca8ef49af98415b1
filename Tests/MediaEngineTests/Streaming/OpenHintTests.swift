import Foundation
import HLS
import MediaTesting
import Testing

@testable import MediaEngine

/// Hinted parts without a length (hls.md section 6; bis section 4.4.5.3).
struct OpenHintTests {
    /// Returns a playlist of consecutive parts in one resource, with a hint for the next one.
    private func playlist(_ parts: [String], hint: String?) throws -> MediaPlaylist {
        var lines = [
            "#EXTM3U", "#EXT-X-TARGETDURATION:4", "#EXT-X-MEDIA-SEQUENCE:5",
            "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3", "#EXT-X-PART-INF:PART-TARGET=1",
            "#EXTINF:4,", "5.m4s",
        ]
        lines += parts.map { "#EXT-X-PART:DURATION=1,INDEPENDENT=YES,URI=\"6.m4s\",BYTERANGE=\"\($0)\"" }
        if let hint { lines.append("#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"6.m4s\"\(hint)") }
        let text = lines.joined(separator: "\n") + "\n"
        let url = URL(string: "https://example.com/v/list.m3u8")
        return try #require(try Playlist.parse(text: text, baseURL: url).media)
    }

    private func pipeline(_ list: MediaPlaylist) throws -> RenditionMachine {
        var pipeline = RenditionMachine(
            role: .main, variant: 0, url: try testURL(), at: 0)
        _ = try pipeline.tracker.received(list, requestedAt: .zero, now: .zero)
        pipeline.next = .part(of: 6, 1)
        return pipeline
    }

    private func hint(_ pipeline: RenditionMachine) -> MediaChunk? {
        if case .chunk(let chunk) = pipeline.upcoming(), chunk.isHint { chunk } else { nil }
    }

    /// Reviews a pending hint against the next playlist, after these bytes have arrived.
    private func review(_ parts: [String], hint next: String?, with bytes: Int? = nil) throws -> SegmentLoading? {
        let list = try playlist(["100@0"], hint: ",BYTERANGE-START=100")
        var pipeline = try pipeline(list)
        let chunk = try #require(hint(pipeline))
        var loading = try SegmentLoading(chunk, in: list, number: 1, variant: 0, startedAt: 0)
        if let bytes { loading.put([UInt8](repeating: 7, count: bytes), for: .media) }
        #expect(!loading.isWhole)
        pipeline.begin(loading)
        _ = try pipeline.tracker.received(try playlist(parts, hint: next), requestedAt: .zero, now: .seconds(1))
        _ = pipeline.reviewHint()
        return pipeline.loading
    }

    @Test(
        "hls.md section 6: a hint with a start and no length is requested with an open range [hls.md 6: hint ranges]"
    )
    func openHint() throws {
        let open = try #require(hint(try pipeline(try playlist(["100@0"], hint: ",BYTERANGE-START=100"))))
        #expect(open.openStart == 100 && open.byteRange == nil)
        let first = try #require(hint(try pipeline(try playlist(["100@0"], hint: ",BYTERANGE-START=0"))))
        #expect(first.openStart == 0)
        let bounded = ",BYTERANGE-START=100,BYTERANGE-LENGTH=50"
        let closed = try #require(hint(try pipeline(try playlist(["100@0"], hint: bounded))))
        #expect(closed.openStart == nil && closed.byteRange == ByteRange(length: 50, offset: 100))
        let whole = try #require(hint(try pipeline(try playlist(["100@0"], hint: ""))))
        #expect(whole.openStart == nil && whole.byteRange == nil)
        // No range can start after the largest offset.
        let far = try playlist(["100@0"], hint: ",BYTERANGE-START=18446744073709551615")
        #expect(hint(try pipeline(far)) == nil)
        #expect(hint(try pipeline(try playlist(["100@0"], hint: ",BYTERANGE-START=9007199254740991"))) == nil)
    }

    @Test("section 6: the part ends where the playlist states, regardless of the bytes after it")
    func settled() throws {
        let here = try #require(try review(["100@0", "50@100"], hint: ",BYTERANGE-START=150", with: 80))
        #expect(here.isWhole)
        #expect(here.chunk.byteRange == ByteRange(length: 50, offset: 100))
        #expect(try here.content().bytes.count == 50)
        var underWay = try #require(try review(["100@0", "50@100"], hint: ",BYTERANGE-START=150"))
        #expect(!underWay.isWhole && underWay.chunk.openStart == nil)
        // Its end was already in flight.
        underWay.put([UInt8](repeating: 7, count: 90), for: .media)
        #expect(try underWay.content().bytes.count == 50)
    }

    @Test("section 6: an open hint is kept as long as it is announced, and abandoned when another part is listed")
    func changes() throws {
        #expect(try review(["100@0"], hint: ",BYTERANGE-START=100")?.chunk.openStart == 100)
        #expect(try review(["100@0"], hint: ",BYTERANGE-START=90") == nil)
        #expect(try review(["100@0"], hint: nil) == nil)
        #expect(try review(["100@0", "50@110"], hint: nil) == nil)
        // Truncated before the part was complete.
        #expect(try review(["100@0", "50@100"], hint: nil, with: 30) == nil)
    }

    @Test(
        "section 6: an open range is requested up to the largest offset, and ends at its limit",
        arguments: [nil, .stall(after: 1_000, seconds: 60), .wholeBody] as [OriginFault.Kind?])
    func limits(fault: OriginFault.Kind?) throws {
        let bytes = (0..<4_000).map { UInt8(truncatingIfNeeded: $0) }
        let origin = try Origin(FixedContent(["/6.m4s": OriginResource(bytes, contentType: "video/mp4")]))
        defer { origin.stop() }
        if let fault { origin.inject(fault, for: .every) }
        let loader = ResourceLoader(locator: MediaLocator(url: origin.url("/main.m3u8")))
        var request = ResourceRequest(url: origin.url("/6.m4s"), kind: .segment)
        request.openStart = 100
        let isStalled = if case .stall = fault { true } else { false }
        let answer = try loader.fetchBlocking(request) { fetch in
            guard isStalled else { return fetch.limit(to: 500) }
            // The needed bytes have arrived before the limit is set; the bytes after them do not arrive.
            Thread.detachNewThread {
                _ = eventuallyBlocking { fetch.bytesReceived >= 500 || fetch.hasEnded }
                fetch.limit(to: 500)
            }
        }
        // A response that ended before the limit was set is complete.
        #expect(answer.bytes.prefix(500) == bytes[100..<600])
        #expect(answer.bytes.count == 500 || !isStalled)
        #expect(origin.records.map { $0.request.headers["range"] } == ["bytes=100-9007199254740991"])
    }

    @Test("section 6: an open range that is limited before its first byte takes no more bytes")
    func limitsBefore() throws {
        let bytes = (0..<4_000_000).map { UInt8(truncatingIfNeeded: $0) }
        let isLimited = DispatchSemaphore(value: 0)
        let content = FixedContent(["/6.m4s": OriginResource(bytes, contentType: "video/mp4")])
        let held = EditedContent(
            content,
            edit: { _, bytes in
                isLimited.wait()
                return bytes
            })
        let origin = try Origin(held)
        defer { origin.stop() }
        let loader = ResourceLoader(locator: MediaLocator(url: origin.url("/main.m3u8")))
        var request = ResourceRequest(url: origin.url("/6.m4s"), kind: .segment)
        request.openStart = 100
        let answer = try loader.fetchBlocking(request) { fetch in
            fetch.limit(to: 500)
            isLimited.signal()
        }
        #expect(answer.bytes == Array(bytes[100..<600]))
    }
}
