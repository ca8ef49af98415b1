import MediaEngine
import Testing

@testable import AVFoundation

/// Semantics section 6, row by row.
struct TransportStateTests {
    private static let full = TransportState.Abilities.of(seekable: true, live: false, hasVideo: true)
    private static let likely = BufferState(isEmpty: false, isLikelyToKeepUp: true, isFull: false)
    private static let some = BufferState(isEmpty: false, isLikelyToKeepUp: false, isFull: false)
    private static let empty = BufferState(isEmpty: true, isLikelyToKeepUp: false, isFull: false)

    private static func ready(_ buffer: BufferState?) -> TransportState {
        var transport = TransportState()
        _ = transport.setItem(.init(phase: .ready, abilities: full, buffer: buffer))
        return transport
    }

    private static func playing() -> TransportState {
        var transport = ready(likely)
        _ = transport.setRate(1)
        return transport
    }

    @Test("S6.1: a rate without an item waits for an item, only with automatic waiting")
    func rateWithoutItem_waitsForItem() {
        var transport = TransportState()
        #expect(
            transport.setRate(1) == [
                .rateChanged(from: 0, to: 1, rateReason: .setRateCalled), .reasonChanged(from: nil, to: .noItemToPlay),
                .statusChanged(from: .paused, to: .waiting),
            ])
        var other = TransportState()
        _ = other.setAutomaticallyWaits(false)
        _ = other.setRate(1)
        #expect(other.status == .paused)
        #expect(other.rate == 1)
        #expect(other.reason == nil)
    }

    @Test(
        "R84 S6.2: for an item that is not ready the reason is evaluatingBufferingRate; R84 the rate is kept for it")
    func itemNotReady_evaluates() {
        var transport = TransportState()
        _ = transport.setRate(1.5)
        #expect(
            transport.setItem(.init()) == [.reasonChanged(from: .noItemToPlay, to: .evaluatingBufferingRate)])
        #expect((transport.itemIsReady(Self.full).isEmpty) == true)
        #expect(
            transport.bufferChanged(Self.likely) == [
                .reasonChanged(from: .evaluatingBufferingRate, to: nil), .statusChanged(from: .waiting, to: .playing),
                .setSessionRate(1.5),
            ])
    }

    @Test("S6.3: with a buffer that is unlikely to keep up, the player waits with the reason toMinimizeStalls")
    func poorBuffer_waitsToMinimizeStalls() {
        var transport = Self.ready(Self.some)
        _ = transport.setRate(1)
        #expect(transport.status == .waiting)
        #expect(transport.reason == .toMinimizeStalls)
        #expect(transport.sessionRate == 0)
        _ = transport.bufferChanged(BufferState(isEmpty: false, isLikelyToKeepUp: false, isFull: true))
        #expect(transport.status == .playing)
        #expect(transport.rate == 1)
    }

    @Test("R232 S6.4: with a sufficient buffer playback starts at once")
    func enoughData_plays() {
        var transport = Self.ready(Self.likely)
        #expect(
            transport.setRate(1) == [
                .rateChanged(from: 0, to: 1, rateReason: .setRateCalled), .statusChanged(from: .paused, to: .playing),
                .setSessionRate(1),
            ])
    }

    @Test("S6.5: without automatic waiting, playback starts with any buffered media")
    func automaticWaitingOff_playsAtOnce() {
        var transport = Self.ready(Self.some)
        _ = transport.setAutomaticallyWaits(false)
        _ = transport.setRate(1)
        #expect(transport.status == .playing)
    }

    @Test("S6.7: rate 0 while waiting pauses and removes the reason")
    func rateZeroWhileWaiting_pauses() {
        var transport = Self.ready(Self.some)
        _ = transport.setRate(1)
        #expect(
            transport.setRate(0) == [
                .rateChanged(from: 1, to: 0, rateReason: .setRateCalled),
                .reasonChanged(from: .toMinimizeStalls, to: nil), .statusChanged(from: .waiting, to: .paused),
            ])
    }

    @Test("S6.8: turning automatic waiting off while waiting starts playback at once")
    func automaticWaitingSwitchedOffWhileWaiting_plays() {
        var transport = Self.ready(Self.some)
        _ = transport.setRate(1)
        #expect(
            transport.setAutomaticallyWaits(false) == [
                .reasonChanged(from: .toMinimizeStalls, to: nil), .statusChanged(from: .waiting, to: .playing),
                .setSessionRate(1),
            ])
    }

    @Test("S6.9 S6.23: playImmediately plays with a small buffer; with an empty one it stalls and posts nothing")
    func playImmediately() {
        var transport = Self.ready(Self.some)
        _ = transport.setRate(1)
        _ = transport.setRate(1, immediately: true)
        #expect(transport.status == .playing)

        var dry = Self.ready(Self.empty)
        let actions = dry.setRate(1, immediately: true)
        #expect((actions.contains(.postStalled)) == false)
        #expect(dry.status == .waiting)
        #expect(dry.reason == .toMinimizeStalls)

        var strict = Self.ready(Self.empty)
        _ = strict.setAutomaticallyWaits(false)
        let paused = strict.setRate(1, immediately: true)
        #expect((paused.contains(.postStalled)) == false)
        #expect(strict.status == .paused)
        #expect(strict.rate == 0)
    }

    @Test("S6.10 S6.11: a stall is posted and waits; without automatic waiting it pauses")
    func stall() {
        var transport = Self.playing()
        #expect(
            transport.stalled() == [
                .postStalled, .reasonChanged(from: nil, to: .toMinimizeStalls),
                .statusChanged(from: .playing, to: .waiting), .setSessionRate(0),
            ])
        #expect(transport.rate == 1)
        #expect((transport.bufferChanged(Self.some).isEmpty) == true)
        #expect(
            transport.bufferChanged(Self.likely) == [
                .reasonChanged(from: .toMinimizeStalls, to: nil), .statusChanged(from: .waiting, to: .playing),
                .setSessionRate(1),
            ])

        var strict = Self.playing()
        _ = strict.setAutomaticallyWaits(false)
        #expect(
            strict.stalled() == [
                .postStalled, .rateChanged(from: 1, to: 0, rateReason: nil),
                .statusChanged(from: .playing, to: .paused), .setSessionRate(0),
            ])
    }

    @Test("a poor forecast, or a buffer that empties near the end, does not interrupt playback")
    func poorForecastWhilePlaying_playsOn() {
        var transport = Self.playing()
        #expect((transport.bufferChanged(Self.some).isEmpty) == true)
        #expect((transport.bufferChanged(Self.empty).isEmpty) == true)
        #expect(transport.status == .playing)
        _ = transport.setRate(2)
        #expect(transport.status == .playing)
        #expect(transport.sessionRate == 2)
    }

    @Test("S6.12: an interruption of the audio session pauses with its reason")
    func interruption_pauses() {
        var transport = Self.playing()
        let actions = transport.setRate(0, reason: .audioSessionInterrupted)
        #expect(actions.first == .rateChanged(from: 1, to: 0, rateReason: .audioSessionInterrupted))
        #expect(transport.status == .paused)
    }

    @Test("S7.11: the end is posted before the player pauses")
    func endWithPause() {
        var transport = Self.playing()
        #expect(
            transport.ended(at: .end) == [
                .postDidPlayToEnd, .rateChanged(from: 1, to: 0, rateReason: nil),
                .statusChanged(from: .playing, to: .paused), .setSessionRate(0),
            ])
    }

    @Test("S6.14: with action none, time continues past the end at the current rate")
    func endWithNone_timeRunsOn() {
        var transport = Self.playing()
        _ = transport.setEndAction(.none)
        #expect(transport.ended(at: .end) == [.postDidPlayToEnd, .runPastEnd(1)])
        #expect(transport.status == .playing)
        #expect(transport.rate == 1)
        #expect((transport.setRate(2).contains(.runPastEnd(2))) == true)
        #expect((transport.setRate(0).contains(.runPastEnd(0))) == true)
        let again = transport.setRate(1)
        #expect((again.contains(.runPastEnd(1))) == true)
        #expect((again.contains(.postDidPlayToEnd)) == false)
        #expect((transport.jumped().contains(.stopRunningPastEnd)) == true)
    }

    @Test("S7.14: an action that replaces none after the end takes effect at once")
    func endActionChangedAfterEnd_happensAtOnce() {
        var transport = Self.playing()
        _ = transport.setEndAction(.none)
        _ = transport.ended(at: .end)
        let actions = transport.setEndAction(.pause)
        #expect((actions.contains(.rateChanged(from: 1, to: 0, rateReason: nil))) == true)
        #expect(transport.status == .paused)

        var queue = TransportState(endAction: .none)
        _ = queue.setItem(.init(phase: .ready, abilities: Self.full, buffer: Self.likely))
        _ = queue.setRate(1)
        _ = queue.ended(at: .end)
        #expect((queue.setEndAction(.advance).contains(.advance)) == true)
    }

    @Test("S6.15: advancing past the last item waits for an item and keeps the rate")
    func advanceToNothing_waitsForItem() {
        var transport = TransportState(endAction: .advance)
        _ = transport.setItem(.init(phase: .ready, abilities: Self.full, buffer: Self.likely))
        _ = transport.setRate(1)
        #expect(transport.ended(at: .end) == [.postDidPlayToEnd, .advance])
        #expect(
            transport.setItem(nil) == [
                .reasonChanged(from: nil, to: .noItemToPlay), .statusChanged(from: .playing, to: .waiting),
            ])
        #expect(transport.rate == 1)
    }

    @Test("S8.3: a prepared next item plays at once")
    func advanceToPreparedItem_playsOn() {
        var transport = TransportState(endAction: .advance)
        _ = transport.setItem(.init(phase: .ready, abilities: Self.full, buffer: Self.likely))
        _ = transport.setRate(1)
        _ = transport.ended(at: .end)
        let actions = transport.setItem(.init(phase: .ready, abilities: Self.full, buffer: Self.likely))
        #expect(actions == [.setSessionRate(1)])
    }

    @Test("reverse playback to the start does not advance")
    func endBackwards_pausesInsteadOfAdvancing() {
        var transport = TransportState(endAction: .advance)
        _ = transport.setItem(.init(phase: .ready, abilities: Self.full, buffer: Self.likely))
        _ = transport.setRate(-1)
        let actions = transport.ended(at: .start)
        #expect((actions.contains(.advance)) == false)
        #expect(transport.rate == 0)
    }

    @Test("play() at the end reports the end again later, and does not set the session's rate")
    func playAtEnd_endsAgain() {
        var transport = Self.playing()
        _ = transport.ended(at: .end)
        #expect(
            transport.setRate(1) == [
                .rateChanged(from: 0, to: 1, rateReason: .setRateCalled), .reportEndLater(1),
                .statusChanged(from: .paused, to: .playing),
            ])
        #expect(
            transport.endAgain(1) == [
                .postDidPlayToEnd, .rateChanged(from: 1, to: 0, rateReason: nil),
                .statusChanged(from: .playing, to: .paused),
            ])
        #expect((transport.endAgain(1).isEmpty) == true)
        let back = transport.setRate(-1)
        #expect((back.contains(.setSessionRate(-1))) == true)
    }

    @Test("play() at the end followed by a seek or a pause posts no second end")
    func playAtEnd_thenSeek_postsNoSecondEnd() {
        var transport = Self.playing()
        _ = transport.ended(at: .end)
        _ = transport.setRate(1)
        #expect((transport.jumped().contains(.setSessionRate(1))) == true)
        #expect((transport.endAgain(1).isEmpty) == true)
        #expect(transport.status == .playing)

        _ = transport.ended(at: .end)
        _ = transport.setRate(1)
        _ = transport.setRate(0)
        #expect((transport.endAgain(2).isEmpty) == true)
    }

    @Test("an end that is reported after playback was reversed is posted and does not stop playback")
    func endOfTheOtherDirection() {
        var transport = Self.ready(Self.likely)
        _ = transport.setRate(-1)
        _ = transport.setRate(1)
        #expect(transport.ended(at: .start) == [.postDidPlayToEnd])
        #expect(transport.status == .playing)
    }

    @Test("an end that was reported is not reported twice")
    func endTwice() {
        var transport = Self.playing()
        _ = transport.setEndAction(.none)
        _ = transport.ended(at: .end)
        #expect((transport.ended(at: .end).isEmpty) == true)
    }

    @Test("after a seek from the end, play() plays")
    func seekFromEnd_thenPlay_plays() {
        var transport = Self.playing()
        _ = transport.ended(at: .end)
        _ = transport.jumped()
        #expect((transport.setRate(1).contains(.setSessionRate(1))) == true)
        #expect(transport.status == .playing)
    }

    @Test("S6.18: a failed item pauses with rate 0 and accepts no rate")
    func failure_pauses() {
        var transport = Self.playing()
        _ = transport.failed()
        #expect(transport.rate == 0)
        #expect(transport.status == .paused)
        #expect(transport.setRate(1) == [.rateChanged(from: 0, to: 0, rateReason: .setRateFailed)])
    }

    @Test("S6.22: an unsupported rate becomes the nearest supported one, and the change is reported")
    func unsupportedRate_becomesNearest() {
        var transport = TransportState()
        let poor = TransportState.Abilities.of(seekable: false, live: false, hasVideo: true)
        _ = transport.setItem(.init(phase: .ready, abilities: poor, buffer: Self.likely))
        #expect(transport.setRate(4).first == .rateChanged(from: 0, to: 2, rateReason: .setRateFailed))
        #expect(transport.setRate(-1).first == .rateChanged(from: 2, to: 0, rateReason: .setRateFailed))
        #expect(transport.setRate(1.5).first == .rateChanged(from: 0, to: 1.5, rateReason: .setRateCalled))
    }

    @Test("S6.22: a rate set before the item is ready is adjusted when it becomes ready")
    func rateBeforeReady_isFittedAtReady() {
        var transport = TransportState()
        _ = transport.setItem(.init())
        _ = transport.setRate(5)
        #expect(transport.rate == 5)
        let poor = TransportState.Abilities.of(seekable: false, live: false, hasVideo: true)
        #expect(transport.itemIsReady(poor).first == .rateChanged(from: 5, to: 2, rateReason: .setRateFailed))
    }

    @Test("rates that are not finite pause", arguments: [Float.nan, .infinity, -.infinity])
    func nonsenseRate_pauses(rate: Float) {
        var transport = Self.playing()
        _ = transport.setRate(rate)
        #expect(transport.rate == 0)
        #expect(transport.status == .paused)
    }

    @Test("S6.20: the reason is not nil exactly while waiting, for every sequence of inputs")
    func reasonIsThereExactlyWhileWaiting() {
        // Every sequence of five inputs, from a table of thirteen.
        let inputs: [(inout TransportState) -> [TransportState.Action]] = [
            { $0.setRate(1) }, { $0.setRate(0) }, { $0.setRate(2, immediately: true) },
            { $0.setItem(nil) }, { $0.setItem(.init()) },
            { $0.setItem(.init(phase: .ready, abilities: Self.full, buffer: Self.likely)) },
            { $0.itemIsReady(Self.full) }, { $0.bufferChanged(Self.likely) }, { $0.bufferChanged(Self.empty) },
            { $0.stalled() }, { $0.ended(at: .end) }, { $0.failed() }, { $0.jumped() },
        ]
        var broken = 0
        func walk(_ transport: TransportState, _ depth: Int) {
            guard depth > 0 else { return }
            for input in inputs {
                var next = transport
                let actions = input(&next)
                if (next.reason != nil) != (next.status == .waiting) { broken += 1 }
                if next.rate == 0, next.status != .paused { broken += 1 }
                if next.status != .playing, next.sessionRate != 0, next.item != nil { broken += 1 }
                let order = actions.compactMap { action -> Int? in
                    switch action {
                    case .rateChanged: 0
                    case .reasonChanged: 1
                    case .statusChanged: 2
                    default: nil
                    }
                }
                if order != order.sorted() || order.filter({ $0 > 0 }).count != Set(order.filter { $0 > 0 }).count {
                    broken += 1
                }
                walk(next, depth - 1)
            }
        }
        walk(TransportState(), 4)
        #expect(broken == 0)
    }
}

extension TransportStateTests {
    @Test("an end time that was reached and is moved later is no end any more: playback continues from it")
    func endPostponed() {
        var transport = TransportState()
        _ = transport.setItem(
            .init(
                phase: .ready, abilities: .of(seekable: true, live: false, hasVideo: true),
                buffer: BufferState(isEmpty: false, isLikelyToKeepUp: true, isFull: true)))
        _ = transport.setRate(1)
        _ = transport.ended(at: .end)
        #expect(transport.rate == 0)
        _ = transport.endPostponed()
        let actions = transport.setRate(1)
        #expect(actions.contains(.setSessionRate(1)))
        #expect(!actions.contains { if case .reportEndLater = $0 { true } else { false } })
    }
}
