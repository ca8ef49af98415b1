import Foundation
import Testing

@testable import NowPlayingModel

struct NowPlayingRecordTests {
    @Test(
        "a value of any numeric type is read; a value of another type is left out and reported with the type to write")
    func record_valueTypes_areChecked() {
        var problems: [NowPlayingRecord.Problem] = []
        let record = NowPlayingRecord(
            [
                "MPNowPlayingInfoPropertyElapsedPlaybackTime": 12, "playbackDuration": NSNumber(value: 90.5),
                "MPNowPlayingInfoPropertyPlaybackRate": Float(0.5), "MPNowPlayingInfoPropertyIsLiveStream": 1,
                "MPNowPlayingInfoPropertyMediaType": UInt(2),
                "MPNowPlayingInfoPropertyChapterNumber": NSNumber(value: 1),
                "title": 7, "artist": "A", "MPNowPlayingInfoPropertyPlaybackProgress": Double.nan,
                "MPNowPlayingInfoPropertyExternalContentIdentifier": ["x"], "unknown": 1,
            ], problems: &problems)
        #expect(record[.elapsedPlaybackTime] == .double(12))
        #expect(record[.playbackDuration] == .double(90.5))
        #expect(record[.playbackRate] == .double(0.5))
        #expect(record[.isLiveStream] == .boolean(true))
        #expect(record[.mediaType] == .unsigned(2))
        #expect(record[.chapterNumber] == .integer(1))
        #expect(record[.artist] == .text("A"))
        #expect(record.values.count == 7)
        #expect(
            Set(problems.map(\.constant)) == [
                "title", "MPNowPlayingInfoPropertyPlaybackProgress",
                "MPNowPlayingInfoPropertyExternalContentIdentifier",
            ])
        #expect(problems.first { $0.constant == "title" }?.description.contains("Int") == true)
    }

    @Test("text is cut at 64 KiB between characters and loses U+0000")
    func value_longText_isCut() {
        let text = NowPlayingValue.clean(String(repeating: "ä", count: 100_000))
        #expect(text.utf8.count == NowPlayingValue.maximumTextLength)
        #expect(NowPlayingValue.clean("a\u{0}b") == "ab")
    }

    @Test("a date on the bus has milliseconds in UTC and reads back")
    func value_date_roundTrips() {
        let date = Date(timeIntervalSince1970: 1_700_000_000.25)
        #expect(NowPlayingValue.text(of: date) == "2023-11-14T22:13:20.250Z")
        #expect(NowPlayingValue.date(of: "2023-11-14T22:13:20.250Z") == date)
    }

    @Test("every key has a constant, and no two keys share one")
    func keys_constants_areDistinct() {
        let all = NowPlayingKey.allCases.flatMap(\.constants)
        #expect(Set(all).count == all.count)
        #expect(NowPlayingKey.title.constants == ["title"])
        #expect(NowPlayingKey.isLiveStream.constants == ["MPNowPlayingInfoPropertyIsLiveStream"])
    }

    @Test("a bus name contains only permitted characters and the number of a further player")
    func names_anyProgram_isPermitted() {
        #expect(
            NowPlayingNames.busName(program: "a-b.c d", process: 7, number: 1)
                == "org.mpris.MediaPlayer2.a_b_c_d.instance7")
        #expect(
            NowPlayingNames.busName(program: "9x", process: 7, number: 2) == "org.mpris.MediaPlayer2._9x.instance7_2")
        #expect(NowPlayingNames.element("") == "player")
        #expect(NowPlayingNames.element("é") == "_")
    }
}

struct PlaybackTimelineTests {
    @Test("S18.2: the position is extrapolated with the rate, and stays within 0 and the duration")
    func timeline_position_isExtrapolated() {
        let line = PlaybackTimeline(elapsed: 10, rate: 2, anchor: 100, duration: 30)
        #expect(line.position(at: 105) == 20)
        #expect(line.position(at: 500) == 30)
        #expect(line.position(at: 90) == 10)
        #expect(PlaybackTimeline(elapsed: 10, rate: -1, anchor: 0).position(at: 60) == 0)
    }

    @Test("a whole second less than one away from the extrapolated position is no jump; a fraction 0.3 away is")
    func timeline_jump_allowsForWholeSeconds() {
        let line = PlaybackTimeline(elapsed: 10, rate: 1, anchor: 0)
        #expect(!line.isJump(to: 12, at: 2.9))
        #expect(line.isJump(to: 12, at: 3.5))
        #expect(line.isJump(to: 12.5, at: 2.2))
        #expect(!line.isJump(to: 12.4, at: 2.2))
    }
}

struct UpdateLimiterTests {
    @Test("single updates are sent at once; in a flood, one is sent per interval and none waits longer")
    func limiter_flood_isCoalesced() {
        var limiter = UpdateLimiter()
        #expect(limiter.request(at: 0) == .send)
        #expect(limiter.request(at: 1) == .send)
        var sent = 0
        var deadline: Double?
        var longest = 0.0
        var oldest: Double?
        for step in 0..<1000 {
            let now = 10 + Double(step) / 1000
            if let due = deadline, now >= due {
                longest = max(longest, now - (oldest ?? now))
                limiter.sent(at: now)
                (deadline, oldest) = (nil, nil)
                sent += 1
            }
            switch limiter.request(at: now) {
            case .send: sent += 1
            case .wait(let seconds):
                deadline = now + seconds
                oldest = now
            case .join: break
            }
        }
        #expect(sent <= 46 && sent >= 30)
        #expect(longest <= 0.05)
    }
}

struct NowPlayingStateTests {
    @Test(
        "S18.8: the state is the one that the app has set, or else that of the rate; without information it is stopped")
    func state_unset_isDerivedFromRate() {
        let playing = NowPlayingRecord()
        let paused = NowPlayingRecord([.playbackRate: .double(0)])
        #expect(NowPlayingState(set: .unknown, record: playing) == .playing)
        #expect(NowPlayingState(set: .unknown, record: paused) == .paused)
        #expect(NowPlayingState(set: .unknown, record: nil) == .stopped)
        #expect(NowPlayingState(set: .interrupted, record: playing) == .interrupted)
    }
}
