import Foundation
import HLS
import Testing

@testable import MediaEngine

/// The choice of the next segment (`spec/hls.md` sections 5 to 7).
struct RenditionMachineTests {
    private func pipeline(_ list: MediaPlaylist, at time: Nanoseconds = 0) throws -> RenditionMachine {
        var pipeline = RenditionMachine(
            role: .main, variant: 0, url: try testURL(), at: time)
        _ = try pipeline.tracker.received(list, requestedAt: .zero, now: .zero)
        return pipeline
    }

    private func name(_ pipeline: RenditionMachine) -> String {
        switch pipeline.upcoming() {
        case .chunk(let chunk): chunk.url.lastPathComponent
        case .later: "later"
        case .end: "end"
        case .unusable: "unusable"
        }
    }

    @Test("section 6: segments follow in order; an unlisted one is awaited, and nothing follows the end")
    func order() throws {
        var live = try pipeline(try mediaPlaylist(["a", "b"], from: 5), at: 4 * .second)
        #expect(name(live) == "b")
        if case .chunk(let chunk) = live.upcoming() { live.pass(chunk) }
        #expect(live.position == 8 * .second)
        #expect(name(live) == "later")
        _ = try live.tracker.received(try mediaPlaylist(["c"], from: 9), requestedAt: .zero, now: .zero)
        // The window has moved on: continue with the oldest segment.
        #expect(name(live) == "c")
        _ = try live.tracker.received(try mediaPlaylist(["c"], from: 9, ends: true), requestedAt: .zero, now: .zero)
        if case .chunk(let chunk) = live.upcoming() { live.pass(chunk) }
        #expect(name(live) == "end")
    }

    @Test("section 5: a switch continues where the last segment ended, within the rounding of both playlists")
    func seams() throws {
        var pipeline = try pipeline(try mediaPlaylist(["a", "b", "c"], seconds: 4, ends: true))
        for (position, expected) in [
            (4_000, "b"), (3_960, "b"), (4_040, "b"), (3_800, "a"), (6_000, "b"), (11_960, "end"),
        ] as [(Nanoseconds, String)] {
            pipeline.next = .seam(position * .millisecond)
            #expect(name(pipeline) == expected, "\(position)")
        }
        // A seek is exact.
        pipeline.next = .time(3_960 * .millisecond)
        #expect(name(pipeline) == "a")
        pipeline.next = .time(12 * .second)
        #expect(name(pipeline) == "end")
    }

    @Test("section 4: a playlist switch keeps loaded media and abandons the pending load")
    func change() throws {
        var pipeline = try pipeline(try mediaPlaylist(["a", "b"], ends: true))
        if case .chunk(let chunk) = pipeline.upcoming() { pipeline.pass(chunk) }
        pipeline.tracker.era = 2
        _ = pipeline.change(to: try testURL("/w/list.m3u8"), variant: 3)
        #expect(pipeline.next == .seam(4 * .second))
        #expect(pipeline.tracker.playlist == nil)
        #expect(pipeline.tracker.era == 2)
        #expect(name(pipeline) == "later")
    }

    @Test("section 5: packets at a seam are delivered once; audio frames that are more than half played are dropped")
    func cutting() {
        func cut(_ times: [Nanoseconds], _ duration: Nanoseconds, isSound: Bool) -> [Nanoseconds] {
            var cutter = SeamCutter()
            let left = times.filter { cutter.admit(decodeTime: $0, duration: duration, isAudio: isSound) == .admitted }
            #expect(cutter.reached == (left.last ?? 0) + duration)
            return left
        }
        #expect(cut([0, 40, 40, 80], 40, isSound: false) == [0, 40, 80])
        #expect(cut([0, 20, 25, 35], 20, isSound: true) == [0, 20, 35])
    }

    @Test(
        "a seek near the live edge starts with an independent part, and never with a gap [hls.md 6: independent parts]"
    )
    func independentParts() throws {
        var lines = ["#EXT-X-PART-INF:PART-TARGET=1", "#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=3,CAN-BLOCK-RELOAD=YES"]
        lines += ["#EXTINF:4,", "a"]
        for (index, words) in [",INDEPENDENT=YES", "", ",INDEPENDENT=YES", ",GAP=YES"].enumerated() {
            lines.append("#EXT-X-PART:DURATION=1,URI=\"b\(index)\"\(words)")
        }
        let list = try mediaPlaylist([], head: lines)
        for (time, expected) in [(4_000, "b0"), (5_500, "b0"), (6_000, "b2"), (7_500, "b2")] as [(Nanoseconds, String)]
        {
            #expect(name(try pipeline(list, at: time * .millisecond)) == expected, "\(time)")
        }
        var pipeline = try pipeline(list, at: 6 * .second)
        if case .chunk(let chunk) = pipeline.upcoming() { pipeline.pass(chunk) }
        guard case .chunk(let missing) = pipeline.upcoming() else { throw MediaError(.empty, "no part") }
        #expect(missing.isGap)
    }

    @Test("hls.md section 12: caches drop the least recently used entries, by number and by weight [hls.md 12: caches]")
    func caches() {
        var cache = BoundedCache<String, Int>(maximumCount: 3, maximumWeight: 10)
        for (index, name) in ["a", "b", "c"].enumerated() { cache.put(index, for: name, weight: 2) }
        let first = cache.value(for: "a")
        #expect(first == 0)
        cache.put(3, for: "d", weight: 2)
        let (gone, used) = (cache.value(for: "b"), cache.value(for: "a"))
        #expect(gone == nil)
        #expect(used == 0)
        cache.put(4, for: "e", weight: 8)
        #expect(cache.count == 2)
        #expect(cache.weight == 10)
        cache.put(5, for: "f", weight: 11)
        let heavy = cache.value(for: "f")
        #expect(heavy == nil)
        #expect(cache.weight == 10)
    }

    @Test(
        "hls.md section 5: the keys in effect decrypt a segment, or an error states the reason [hls.md 5: unknown KEYFORMAT]"
    )
    func protection() throws {
        func keys(_ tags: String...) throws -> [EncryptionKey] {
            try mediaPlaylist(["a"], before: ["a": tags]).segments[0].keys
        }
        let url = try testURL()
        if case .clear = try SegmentProtection([], url: url) {} else { Issue.record("not clear") }
        let mixed = try keys(
            "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://x\",KEYFORMAT=\"com.apple.streamingkeydelivery\"",
            "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"")
        if case .wholeResource(let key) = try SegmentProtection(mixed, url: url) {
            #expect(key.uri == "k")
        } else {
            Issue.record("not opened by the format that is known")
        }
        let protected = try keys(
            "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://x\",KEYFORMAT=\"com.apple.streamingkeydelivery\"")
        let failure = #expect(throws: MediaError.self) { _ = try SegmentProtection(protected, url: url) }
        #expect(failure?.code == .contentIsProtected)
    }

    @Test(
        "hls.md section 5: an initialization section is decrypted with the keys in effect at its tag, and its own vector [hls.md 5: MAP decryption]"
    )
    func encryptedInitSection() throws {
        let vector = (0..<16).map { UInt8($0) }
        let list = try mediaPlaylist(
            ["a"], from: 9,
            before: [
                "a": [
                    "#EXT-X-KEY:METHOD=AES-128,URI=\"k1\",IV=0x000102030405060708090a0b0c0d0e0f",
                    "#EXT-X-MAP:URI=\"init\"", "#EXT-X-KEY:METHOD=AES-128,URI=\"k2\"",
                ]
            ])
        let chunk = try #require(MediaChunk(list.segments[0], in: list, windowStart: 0, era: 0))
        var loading = try SegmentLoading(chunk, in: list, number: 1, variant: 0, startedAt: 0)
        #expect(loading.missing.count == 4)
        let (first, second) = ([UInt8](repeating: 7, count: 16), [UInt8](repeating: 8, count: 16))
        loading.put(first, for: .key(try testURL("/v/k1")))
        loading.put(second, for: .key(try testURL("/v/k2")))
        loading.put(
            TestCipher.encrypt(Array("header".utf8), key: first, vector: vector),
            for: .initSection(try testURL("/v/init"), nil))
        #expect(!loading.isWhole)
        let number = [UInt8](repeating: 0, count: 15) + [9]
        loading.put(TestCipher.encrypt(Array("media".utf8), key: second, vector: number), for: .media)
        #expect(loading.isWhole)
        let content = try loading.content()
        #expect(String(decoding: content.bytes, as: UTF8.self) == "headermedia")
        #expect(content.initLength == 6)
    }

    @Test("section 10: faults are reported in order, including those before the listener was set")
    func faults() {
        let events = StreamEvents()
        let reported = ReportLog()
        events.report(MediaError(.httpStatus, "Gone.", httpStatus: 410), "Left out.")
        events.seekableRangeChanged()
        events.listen { event in
            switch event {
            case .fault(let fault): reported.append("\(fault.status) \(fault.comment)")
            case .seekableRangeChanged: reported.append("range")
            case .transfer, .variant, .recommendedDistance, .timedMetadata: break
            }
        }
        events.report(MediaError(.networkTimedOut, "Late."), "Tried again.")
        events.seekableRangeChanged()
        #expect(reported.all == ["410 Gone. Left out.", "0 Late. Tried again.", "range"])
    }

    @Test("section 10: an event that is reported while a new listener receives the buffered ones follows them")
    func faults_whileCatchingUp_areInOrder() {
        let events = StreamEvents()
        let reported = ReportLog()
        for number in 1...3 { events.report(MediaError(.httpStatus, "\(number)"), "") }
        events.listen { event in
            guard case .fault(let fault) = event else { return reported.append("range") }
            reported.append(fault.error.message)
            guard fault.error.message == "1" else { return }
            events.report(MediaError(.httpStatus, "4"), "")
            events.seekableRangeChanged()
        }
        #expect(reported.all == ["1", "2", "3", "4", "range"])
        events.report(MediaError(.httpStatus, "5"), "")
        #expect(reported.all.last == "5")
    }

    @Test("a value that is published while a new listener receives the current one is the last that it receives")
    func publishedValue_whileListening_isLast() {
        let value = PublishedValue<Int>()
        let received = ReportLog()
        value.publish(1)
        value.listen { number in
            if number < 3 { value.publish(number + 1) }
            received.append("\(number)")
        }
        #expect(received.all == ["1", "2", "3"])
        value.publish(4)
        value.listen { received.append("again \($0)") }
        #expect(received.all == ["1", "2", "3", "4", "again 4"])
    }
}
