import CoreMedia
import Foundation
import HLS
import Testing

@testable import AVFoundation

/// The rules of interstitials (hls.md section 9, data/semantics.tsv, section 14), on the state machine alone.
@Suite struct InterstitialMachineTests {
    private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1_000_000_000) }

    private func event(
        _ id: String, at seconds: Double?, resume: Double? = 0, _ change: (inout Interstitial) -> Void = { _ in }
    ) -> Interstitial {
        var event = Interstitial(id: id, source: .list(uri: id), start: seconds.map(time))
        event.resumeOffset = resume
        change(&event)
        return event
    }

    /// A machine whose resolve requests are answered at once, with one asset of the given duration each, unless a test answers otherwise.
    private final class Run {
        var machine = InterstitialMachine()
        var log: [String] = []
        var contents: [String: InterstitialContent?] = [:]
        var answersByItself = true

        init(_ events: [Interstitial], isLive: Bool = false) {
            perform(machine.setSchedule(InterstitialSchedule(events), isLive: isLive, position: .zero))
            log = []
        }

        static func content(_ count: Int = 1, seconds: Double? = nil) -> InterstitialContent {
            InterstitialContent(assets: (0..<count).map { .template($0) }, duration: seconds, skipControl: nil)
        }

        func perform(_ actions: [InterstitialMachine.Action]) {
            var asked: [String] = []
            for action in actions {
                log.append(Self.text(action))
                if case .resolve(let event, _) = action { asked.append(event.id) }
            }
            if answersByItself { asked.forEach(answer) }
        }

        func answer(_ id: String) { perform(machine.contentResolved(id, contents[id] ?? Self.content())) }

        /// Plays the current asset of the current event to its end.
        func finish(_ seconds: Double = 5) {
            guard let id = machine.current?.id else { return }
            perform(machine.assetFinished(id, seconds: seconds))
        }

        func take() -> [String] {
            defer { log = [] }
            return log
        }

        /// Returns the actions other than those of preparation.
        func takePlaying() -> [String] {
            take().filter { !$0.hasPrefix("resolve") && !$0.hasPrefix("enqueue") && !$0.hasPrefix("mark") }
        }

        private static func text(_ time: CMTime?) -> String {
            time.map { "\(($0.seconds * 1000).rounded() / 1000)" } ?? "there"
        }

        private static func text(_ action: InterstitialMachine.Action) -> String {
            switch action {
            case .resolve(let event, let offset): "resolve \(event.id)\(offset.map { " from \($0)" } ?? "")"
            case .enqueue(let event, _, _): "enqueue \(event.id)"
            case .discard(let id): "discard \(id ?? "all")"
            case .hold(let at): "hold \(text(at))"
            case .eventChanged(let event): "now \(event?.id ?? "primary")"
            case .prepareReturn(let to, let snaps): "return \(text(to))\(snaps ? " snapped" : "")"
            case .release(let at, let snaps): "release \(text(at))\(snaps ? " snapped" : "")"
            case .finish: "finish"
            case .mark(let at): "mark \(at.map { text($0) } ?? "none")"
            }
        }
    }

    @Test(
        "hls.md section 9: asset lists are requested when the buffer reaches their event, not before, and once [hls.md 9: resolve late]"
    )
    func resolvesLate() {
        let run = Run([event("a", at: 10), event("b", at: 40)])
        run.perform(run.machine.begin(at: .zero))
        #expect(run.take() == ["mark 10.0"])
        run.perform(run.machine.buffered(through: time(9)))
        #expect(run.take() == [])
        run.perform(run.machine.buffered(through: time(12)))
        run.perform(run.machine.buffered(through: time(13)))
        #expect(run.take() == ["resolve a"])
        run.perform(run.machine.prepare())
        #expect(run.take() == ["enqueue a"])
    }

    @Test("S14.1: an event holds the primary at its time, and the primary resumes where it was left")
    func plain() {
        let run = Run([event("a", at: 10)])
        run.perform(run.machine.begin(at: .zero))
        run.perform(run.machine.reached(time(9.9)))
        #expect(run.take() == ["mark 10.0"])
        run.perform(run.machine.reached(time(10.004)))
        #expect(run.takePlaying() == ["hold 10.0", "now a"])
        run.finish()
        #expect(run.take() == ["now primary", "release there", "mark none"])
        run.perform(run.machine.reached(time(10.1)))
        #expect(run.take() == [])
    }

    @Test(
        "hls.md 9: X-RESUME-OFFSET: added to the start; if absent, the played duration counts; the primary seeks there meanwhile"
    )
    func resumeOffsets() {
        let run = Run([
            event("ahead", at: 10, resume: 6), event("back", at: 20, resume: -4), event("long", at: 30, resume: nil),
        ])
        run.contents["long"] = Run.content(seconds: 5)
        run.perform(run.machine.begin(at: .zero))
        run.perform(run.machine.reached(time(10)))
        #expect(run.takePlaying() == ["hold 10.0", "now ahead", "return 16.0"])
        run.finish()
        #expect(run.takePlaying() == ["now primary", "release there"])
        run.perform(run.machine.reached(time(20)))
        run.finish()
        #expect(run.takePlaying() == ["hold 20.0", "now back", "return 16.0", "now primary", "release there"])
        // The resumed position lies behind the second event, which does not play again.
        run.perform(run.machine.reached(time(20)))
        #expect(run.takePlaying() == [])
        run.perform(run.machine.reached(time(30)))
        run.finish(7)
        // The server's list stated five seconds.
        #expect(run.takePlaying() == ["hold 30.0", "now long", "return 35.0", "now primary", "release 37.0"])
    }

    @Test("hls.md 9: X-PLAYOUT-LIMIT: assets beyond the limit are dropped, and the primary resumes at start plus limit")
    func playoutLimit() {
        let run = Run([event("a", at: 10, resume: nil) { $0.playoutLimit = 8 }])
        run.contents["a"] = Run.content(3, seconds: 15)
        run.perform(run.machine.begin(at: .zero))
        run.perform(run.machine.reached(time(10)))
        #expect(run.machine.secondsLeft == 8)
        run.finish(5)
        #expect(run.machine.secondsLeft == 3)
        run.finish(3)
        #expect(
            run.takePlaying() == ["hold 10.0", "now a", "return 18.0", "discard a", "now primary", "release there"])
    }

    @Test("events at the same time play in playlist order, and their resume offsets add up")
    func together() {
        let run = Run([event("b", at: 10, resume: 3), event("a", at: 10, resume: 4), event("late", at: 15)])
        run.perform(run.machine.begin(at: .zero))
        run.perform(run.machine.reached(time(10)))
        #expect(
            run.take() == [
                "mark 10.0", "hold 10.0", "resolve b", "resolve a", "now b", "return 17.0", "enqueue b", "enqueue a",
            ])
        run.finish()
        #expect(run.takePlaying() == ["now a"])
        run.finish()
        // The event at 15 lies in the range that they replace.
        #expect(run.takePlaying() == ["now primary", "release there"])
        #expect(run.machine.nextDeparture == nil)
    }

    @Test("an event at another event's resume point plays before the primary resumes")
    func follower() {
        let run = Run([event("a", at: 10, resume: nil), event("b", at: 15, resume: nil), event("c", at: 20, resume: 0)])
        run.perform(run.machine.begin(at: .zero))
        run.perform(run.machine.reached(time(10)))
        run.finish(5)
        run.finish(5)
        run.finish(5)
        #expect(
            run.takePlaying() == [
                "hold 10.0", "now a", "now primary", "hold 15.0", "now b", "now primary", "hold 20.0", "now c",
                "return 20.0", "now primary", "release there",
            ])
    }

    @Test(
        "CUE=PRE plays before the start position, then the events due there; POST plays after the end [hls.md 9: interstitial CUE]"
    )
    func cues() {
        let run = Run([
            event("pre", at: nil) { $0.cues = .pre }, event("first", at: 30),
            event("post", at: nil) { $0.cues = .post },
        ])
        run.perform(run.machine.begin(at: time(30)))
        #expect(run.takePlaying() == ["hold 30.0", "now pre"])
        run.finish()
        #expect(run.takePlaying() == ["now primary", "hold 30.0", "now first"])
        run.finish()
        #expect(run.takePlaying() == ["now primary", "release there"])
        run.perform(run.machine.primaryEnded(at: time(60)) ?? [])
        #expect(run.takePlaying() == ["hold 60.0", "now post"])
        run.finish()
        #expect(run.takePlaying() == ["now primary", "finish"])
        let plain = Run([event("a", at: 10)])
        plain.perform(plain.machine.begin(at: time(20)))
        #expect(plain.machine.primaryEnded(at: time(60)) == nil)
    }

    @Test(
        "S14.2 CUE=ONCE: a once-event does not repeat, even if it was cancelled; other events play each time that they are reached"
    )
    func once() {
        let run = Run([event("once", at: 10) { $0.cues = .once }, event("again", at: 20)])
        run.perform(run.machine.begin(at: .zero))
        run.perform(run.machine.reached(time(10)))
        run.perform(run.machine.cancelCurrent(replacing: 0, elapsed: 1))
        run.perform(run.machine.reached(time(20)))
        run.finish()
        #expect(
            run.takePlaying().filter { $0.hasPrefix("now") } == ["now once", "now primary", "now again", "now primary"])
        let (actions, target) = run.machine.seekRequested(from: time(25), to: time(5))
        run.perform(actions)
        #expect(target == time(5))
        run.perform(run.machine.reached(time(10)))
        #expect(run.takePlaying() == [])
        run.perform(run.machine.reached(time(20)))
        #expect(run.takePlaying() == ["hold 20.0", "now again"])
    }

    @Test(
        "hls.md 9: X-RESTRICT=JUMP: a seek past such events plays the last of them first, every time; a backward seek plays none"
    )
    func jump() {
        let run = Run([
            event("j1", at: 10) { $0.restrictions = .jump }, event("j2", at: 20) { $0.restrictions = .jump },
            event("free", at: 25),
        ])
        run.perform(run.machine.begin(at: .zero))
        for _ in 0..<2 {
            let (actions, target) = run.machine.seekRequested(from: .zero, to: time(50))
            run.perform(actions)
            #expect(target == time(50))
            #expect(run.takePlaying() == ["hold 20.0", "now j2"])
            run.finish()
            #expect(run.takePlaying() == ["now primary", "release there"])
            run.perform(run.machine.seekRequested(from: time(50), to: .zero).actions)
            #expect(run.takePlaying() == [])
        }
    }

    @Test(
        "a seek into the range that an event replaces plays the event, then the primary after the range [hls.md 9: seek into an event]"
    )
    func seekInside() {
        let run = Run([event("a", at: 10, resume: 6), event("open", at: 30, resume: nil) { $0.duration = 10 }])
        run.perform(run.machine.begin(at: .zero))
        let (actions, target) = run.machine.seekRequested(from: .zero, to: time(12))
        run.perform(actions)
        #expect(target == time(16))
        #expect(run.takePlaying() == ["hold 10.0", "now a"])
        run.finish()
        #expect(run.takePlaying() == ["now primary", "release there"])
        let second = run.machine.seekRequested(from: time(16), to: time(35))
        run.perform(second.actions)
        #expect(second.target == time(40))
        run.finish(8)
        #expect(run.takePlaying() == ["hold 30.0", "now open", "now primary", "release 38.0"])
    }

    @Test(
        "S14.4: a seek during an event ends it; a restricted event plays to its end, and only the resume point changes")
    func seekDuring() {
        let run = Run([event("a", at: 10), event("bound", at: 20) { $0.restrictions = [.skip, .jump] }])
        run.perform(run.machine.begin(at: .zero))
        run.perform(run.machine.reached(time(10)))
        _ = run.take()
        let (actions, target) = run.machine.seekRequested(from: time(10), to: time(15))
        run.perform(actions)
        #expect(target == time(15))
        #expect(run.take() == ["discard all", "now primary", "release there", "mark 20.0"])
        run.perform(run.machine.reached(time(20)))
        _ = run.take()
        let bound = run.machine.seekRequested(from: time(20), to: time(50))
        run.perform(bound.actions)
        #expect(bound.target == time(50))
        #expect(run.take() == [])
        run.finish()
        #expect(run.takePlaying() == ["now primary", "release there"])
        run.perform(run.machine.seekRequested(from: time(50), to: time(20)).actions)
        run.perform(run.machine.reached(time(20)))
        _ = run.take()
        // A backward seek out of the event is always possible.
        run.perform(run.machine.seekRequested(from: time(20), to: time(2)).actions)
        #expect(run.takePlaying() == ["discard all", "now primary", "release there"])
    }

    @Test(
        "a failed asset list cancels its event with resume offset 0 unless one is stated; the next event plays [hls.md 9: asset list fails]"
    )
    func failedList() {
        let run = Run([event("bad", at: 10, resume: nil), event("good", at: 10), event("said", at: 30, resume: 7)])
        run.contents["bad"] = .some(nil)
        run.contents["said"] = .some(nil)
        run.perform(run.machine.begin(at: .zero))
        run.perform(run.machine.reached(time(10)))
        run.finish()
        #expect(run.takePlaying() == ["hold 10.0", "now bad", "now good", "now primary", "release there"])
        run.perform(run.machine.reached(time(30)))
        #expect(run.takePlaying() == ["hold 30.0", "now said", "return 37.0", "now primary", "release there"])
    }

    @Test("hls.md 9: empty ASSETS: the primary resumes at the explicit offset, else at 0")
    func emptyList() {
        let run = Run([event("none", at: 10, resume: nil) { $0.duration = 8 }, event("said", at: 30, resume: 7)])
        run.contents["none"] = Run.content(0)
        run.contents["said"] = Run.content(0)
        run.perform(run.machine.begin(at: .zero))
        run.perform(run.machine.reached(time(10)))
        run.perform(run.machine.reached(time(30)))
        #expect(
            run.takePlaying() == [
                "hold 10.0", "now none", "return 18.0", "discard none", "now primary", "release 10.0", "hold 30.0",
                "now said", "return 37.0", "discard said", "now primary", "release there",
            ])
    }

    @Test("a failed asset of a list is skipped; if all fail, the event is cancelled [hls.md 9: asset fails]")
    func failedAssets() {
        let run = Run([event("a", at: 10, resume: nil), event("b", at: 30, resume: nil)])
        run.contents["a"] = Run.content(3)
        run.contents["b"] = Run.content(2)
        run.perform(run.machine.begin(at: .zero))
        run.perform(run.machine.reached(time(10)))
        run.finish(4)
        run.perform(run.machine.assetFailed("a"))
        run.finish(2)
        #expect(run.takePlaying() == ["hold 10.0", "now a", "now primary", "release 16.0"])
        run.perform(run.machine.reached(time(30)))
        run.perform(run.machine.assetFailed("b"))
        run.perform(run.machine.assetFailed("b"))
        #expect(run.takePlaying() == ["hold 30.0", "now b", "now primary", "release there"])
    }

    @Test("the items prepared for an event that a seek has skipped are replaced by those of the next event")
    func preparedEventSkipped() {
        let run = Run([event("a", at: 10), event("b", at: 30)])
        run.perform(run.machine.begin(at: .zero))
        run.perform(run.machine.buffered(through: time(40)))
        run.perform(run.machine.prepare())
        run.perform(run.machine.seekRequested(from: time(5), to: time(25)).actions)
        _ = run.take()
        run.perform(run.machine.prepare())
        #expect(run.take() == ["discard all", "enqueue b"])
    }

    @Test("assets that fail during preparation are not waited for")
    func failedAhead() {
        let run = Run([event("a", at: 10), event("b", at: 30)])
        run.contents["a"] = Run.content(2)
        run.perform(run.machine.begin(at: .zero))
        run.perform(run.machine.buffered(through: time(40)))
        run.perform(run.machine.prepare())
        run.perform(run.machine.assetFailed("a"))
        run.perform(run.machine.reached(time(10)))
        run.finish()
        #expect(run.takePlaying() == ["hold 10.0", "now a", "now primary", "release there"])
        run.perform(run.machine.prepare())
        run.perform(run.machine.assetFailed("b"))
        run.perform(run.machine.reached(time(30)))
        #expect(run.takePlaying() == ["hold 30.0", "now b", "discard b", "now primary", "release there"])
    }

    @Test("a slow asset list holds the primary until it arrives; late responses for ended events have no effect")
    func slowList() {
        let run = Run([event("slow", at: 10), event("next", at: 10)])
        run.answersByItself = false
        run.perform(run.machine.begin(at: .zero))
        run.perform(run.machine.reached(time(10)))
        #expect(run.take() == ["mark 10.0", "hold 10.0", "resolve slow", "resolve next", "now slow"])
        run.answer("next")
        // Items are queued in order, so nothing can be prepared before the first list is known.
        #expect(run.take() == [])
        run.answer("slow")
        #expect(run.take() == ["enqueue slow", "enqueue next"])
        run.perform(run.machine.seekRequested(from: time(10), to: .zero).actions)
        _ = run.take()
        run.answer("slow")
        #expect(run.take() == [])
    }

    @Test("X-SNAP: the primary is left at the departure and resumes at a boundary near start plus offset")
    func snapping() {
        let run = Run([
            event("a", at: 11, resume: 6) {
                $0.departure = time(12)
                $0.snap = [.out, .in]
            }
        ])
        run.perform(run.machine.begin(at: .zero))
        run.perform(run.machine.reached(time(11.5)))
        #expect(run.takePlaying() == [])
        run.perform(run.machine.reached(time(12)))
        run.finish()
        #expect(
            run.takePlaying() == ["hold 12.0", "now a", "return 17.0 snapped", "now primary", "release there snapped"])
    }

    @Test(
        "joining a live stream inside an event plays the rest of the event, and its list request has the start offset")
    func liveJoin() {
        let run = Run([event("a", at: 100, resume: nil) { $0.duration = 30 }], isLive: true)
        run.perform(run.machine.begin(at: time(110)))
        #expect(run.take() == ["hold 110.0", "resolve a from 10.0", "now a", "enqueue a"])
        run.finish(20)
        #expect(run.take() == ["now primary", "release 130.0", "mark none"])
        let before = Run([event("pre", at: nil, resume: nil) { $0.cues = .pre }], isLive: true)
        before.perform(before.machine.begin(at: time(50)))
        before.finish(6)
        // The live stream has advanced meanwhile.
        #expect(before.takePlaying() == ["hold 50.0", "now pre", "now primary", "release 56.0"])
    }

    @Test("S14.5: cancelling ends only the current event, with the given offset")
    func cancelling() {
        let run = Run([event("a", at: 10, resume: 20), event("b", at: 10, resume: 1)])
        run.perform(run.machine.begin(at: .zero))
        run.perform(run.machine.reached(time(10)))
        run.perform(run.machine.cancelCurrent(replacing: 2, elapsed: 1))
        #expect(run.takePlaying() == ["hold 10.0", "now a", "return 31.0", "discard a", "now b"])
        run.perform(run.machine.cancelCurrent(replacing: nil, elapsed: 1.5))
        #expect(run.takePlaying() == ["discard b", "now primary", "release 13.5"])
        run.perform(run.machine.cancelCurrent(replacing: 2, elapsed: 1))
        #expect(run.take() == [])
    }

    @Test("a changed schedule removes the items of removed events; the event that plays continues")
    func changes() {
        let run = Run([event("a", at: 10), event("b", at: 20)])
        run.perform(run.machine.begin(at: .zero))
        run.perform(run.machine.buffered(through: time(30)))
        run.perform(run.machine.prepare())
        _ = run.take()
        run.perform(run.machine.setSchedule(InterstitialSchedule([event("b", at: 20)]), isLive: false, position: .zero))
        #expect(run.take() == ["discard all", "mark 20.0"])
        run.perform(run.machine.reached(time(20)))
        _ = run.take()
        run.perform(run.machine.setSchedule(InterstitialSchedule([]), isLive: false, position: .zero))
        #expect(run.take() == [])
        run.finish()
        #expect(run.takePlaying() == ["now primary", "release there"])
    }
}
