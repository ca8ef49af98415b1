import CoreMedia
import Testing

@testable import AVFoundation

/// Semantics section 4.
struct SeekStateTests {
    private typealias State = SeekState<String>

    private static let film = [CMTimeRange(start: .zero, duration: CMTime(value: 60, timescale: 1))]

    private static func request(_ seconds: Double) -> State.Request {
        State.Request(time: CMTime(seconds: seconds, preferredTimescale: 600), before: .zero, after: .zero)
    }

    private static func words(_ actions: [State.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .answer(let handler, let finished): "\(handler ?? "-") \(finished)"
            case .start(let request, let token): "start \(request.time.seconds) #\(token)"
            case .cancelInSession: "cancel"
            case .startPositionChanged(let time): "position \(time.seconds)"
            case .interrupted: "interrupted"
            }
        }
    }

    @Test("S4.3: a seek completes with true when it reaches its target")
    func completion_isTrue() {
        var seeks = State()
        #expect(
            Self.words(seeks.seek(Self.request(5), handler: "a", at: .ready(seekable: Self.film))) == ["start 5.0 #1"])
        #expect(seeks.isSeeking)
        #expect(Self.words(seeks.seekCompleted(token: 1, finished: true)) == ["a true"])
        #expect(!seeks.isSeeking)
    }

    @Test("S4.3: a newer seek completes the older one with false at once, and itself completes once")
    func newerSeek_endsOlder() {
        var seeks = State()
        _ = seeks.seek(Self.request(5), handler: "a", at: .ready(seekable: Self.film))
        let actions = seeks.seek(Self.request(6), handler: "b", at: .ready(seekable: Self.film))
        #expect(Self.words(actions) == ["interrupted", "a false", "start 6.0 #2"])
        #expect((seeks.seekCompleted(token: 1, finished: false).isEmpty) == true)
        #expect(Self.words(seeks.seekCompleted(token: 2, finished: true)) == ["b true"])
        #expect((seeks.seekCompleted(token: 2, finished: true).isEmpty) == true)
    }

    @Test("S4.5: a seek outside the seekable ranges completes with false and does not interrupt a pending seek")
    func outsideRanges_isRefused() {
        var seeks = State()
        _ = seeks.seek(Self.request(5), handler: "a", at: .ready(seekable: Self.film))
        for seconds in [61.0, -1] {
            #expect(
                Self.words(seeks.seek(Self.request(seconds), handler: "b", at: .ready(seekable: Self.film)))
                    == ["b false"])
        }
        #expect(seeks.isSeeking)
        #expect(Self.words(seeks.seek(Self.request(5), handler: "c", at: .ready(seekable: []))) == ["c false"])
    }

    @Test("a target slightly outside a range, as from rounded seconds, is moved to its edge")
    func slightlyOutside_landsAtEdge() {
        var seeks = State()
        let late = seeks.seek(Self.request(60.02), handler: nil, at: .ready(seekable: Self.film))
        #expect(Self.words(late).last == "start 60.0 #1")
        let early = seeks.seek(Self.request(-0.02), handler: nil, at: .ready(seekable: Self.film))
        #expect(Self.words(early).last == "start 0.0 #2")
    }

    @Test("positive infinity is the end of the last range, the live edge")
    func infinity_isLastEdge() {
        var seeks = State()
        let request = State.Request(time: .positiveInfinity, before: .zero, after: .zero)
        #expect(Self.words(seeks.seek(request, handler: nil, at: .ready(seekable: Self.film))) == ["start 60.0 #1"])
    }

    @Test("S4.5: invalid times and tolerances complete with false")
    func improperRequests_areRefused() {
        let second = CMTime(value: 1, timescale: 1)
        let minus = CMTime(value: -1, timescale: 1)
        let requests: [State.Request] = [
            .init(time: .invalid, before: .zero, after: .zero), .init(time: .indefinite, before: .zero, after: .zero),
            .init(time: second, before: .invalid, after: .zero), .init(time: second, before: .zero, after: minus),
            .init(time: second, before: .indefinite, after: .zero),
        ]
        for request in requests {
            #expect(!request.isValid)
            var seeks = State()
            #expect(Self.words(seeks.seek(request, handler: "a", at: .ready(seekable: Self.film))) == ["a false"])
        }
    }

    @Test("S4.9: a seek before the item is in a player sets its start position")
    func detached_setsStart() {
        var seeks = State()
        #expect(Self.words(seeks.seek(Self.request(30), handler: "a", at: .detached)) == ["position 30.0", "a true"])
        #expect(!seeks.isSeeking)
    }

    @Test(
        "S4.5: a seek during opening waits for the session, and completes with false if its target lies outside the ranges"
    )
    func opening_isCheckedAtReady() {
        var seeks = State()
        _ = seeks.seek(Self.request(90), handler: "a", at: .opening)
        #expect(seeks.isSeeking)
        #expect(Self.words(seeks.becameReady(seekable: Self.film)) == ["interrupted", "a false", "cancel"])
        _ = seeks.seek(Self.request(9), handler: "b", at: .opening)
        #expect((seeks.becameReady(seekable: Self.film).isEmpty) == true)
    }

    @Test("S4.6: cancelPendingSeeks completes the seek with false, once")
    func cancel_completesWithFalse() {
        var seeks = State()
        _ = seeks.seek(Self.request(5), handler: "a", at: .ready(seekable: Self.film))
        #expect(Self.words(seeks.cancel()) == ["interrupted", "a false", "cancel"])
        #expect((seeks.cancel().isEmpty) == true)
        #expect((seeks.seekCompleted(token: 1, finished: false).isEmpty) == true)
    }

    @Test("a failed item rejects seeks")
    func failed_rejectsSeeks() {
        var seeks = State()
        #expect(Self.words(seeks.seek(Self.request(5), handler: "a", at: .failed)) == ["a false"])
    }
}
