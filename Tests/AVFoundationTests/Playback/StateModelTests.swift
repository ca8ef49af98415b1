import CoreMedia
import MediaEngine
import MediaTesting
import Testing

@testable import AVFoundation

/// Random inputs with fixed seeds, checked against invariants: a million over the value types of the player.
struct StateModelTests {
    // MARK: The transport: data/semantics.tsv, section 6

    private static let abilities = [
        TransportState.Abilities(), .of(seekable: true, live: false, hasVideo: true),
        .of(seekable: true, live: true, hasVideo: true), .of(seekable: false, live: false, hasVideo: false),
    ]

    private static func buffer(_ number: UInt64) -> BufferState {
        BufferState(isEmpty: number & 1 != 0, isLikelyToKeepUp: number & 2 != 0, isFull: number & 4 != 0)
    }

    /// A transport, with a simulated session and main queue that perform its actions.
    private struct TransportModel {
        var transport: TransportState
        var random: SeededGenerator
        /// The number of ends that the session has reported and the transport has accepted, minus those that were posted.
        var posted = 0
        var pendingReports: [UInt64] = []
        var sessionRate: Float = 0
        var broken: [String] = []

        init(seed: UInt64) {
            random = SeededGenerator(seed: seed)
            transport = TransportState(endAction: [.pause, .none, .advance][Int(seed % 3)])
        }

        mutating func pick(_ count: UInt64) -> UInt64 { random.next() % count }

        mutating func step() {
            let before = transport
            var isEnd = false
            let actions: [TransportState.Action]
            switch pick(20) {
            case 0...2: actions = transport.setRate([0, 1, 1.5, 2, 4, -1, -2, 0.5, .nan][Int(pick(9))])
            case 3: actions = transport.setRate(1, immediately: true)
            case 4: actions = transport.hold()
            case 5: actions = transport.release()
            case 6: actions = transport.setMaximumRate(pick(2) == 0 ? nil : 1)
            case 7: actions = transport.setAutomaticallyWaits(pick(3) != 0)
            case 8: actions = transport.setEndAction([.pause, .none, .advance][Int(pick(3))])
            case 9: actions = setItem()
            case 10...11: actions = transport.itemIsReady(StateModelTests.abilities[Int(pick(4))])
            case 12...14: actions = transport.bufferChanged(StateModelTests.buffer(pick(8)))
            case 15: actions = transport.stalled()
            case 16...17:
                isEnd = true
                actions = transport.ended(at: pick(4) == 0 ? .start : .end)
            case 18:
                let token =
                    pendingReports.isEmpty ? 0 : pendingReports.remove(at: Int(pick(UInt64(pendingReports.count))))
                isEnd = true
                actions = transport.endAgain(token)
            default:
                switch pick(4) {
                case 0: actions = transport.failed()
                case 1: actions = transport.endedEarly()
                default: actions = transport.jumped()
                }
            }
            check(actions, from: before, isEnd: isEnd)
            perform(actions)
        }

        mutating func setItem() -> [TransportState.Action] {
            sessionRate = 0
            pendingReports = []
            switch pick(4) {
            case 0: return transport.setItem(nil)
            case 1: return transport.setItem(.init())
            default:
                return transport.setItem(
                    .init(
                        phase: pick(5) == 0 ? .failed : .ready, abilities: StateModelTests.abilities[1],
                        buffer: pick(3) == 0 ? nil : StateModelTests.buffer(pick(8))))
            }
        }

        mutating func perform(_ actions: [TransportState.Action]) {
            for action in actions {
                switch action {
                case .setSessionRate(let rate): sessionRate = rate
                case .reportEndLater(let token): pendingReports.append(token)
                case .advance: perform(setItem())
                default: break
                }
            }
        }

        func rule(_ holds: Bool, _ text: String) -> [String] { holds ? [] : [text] }

        mutating func check(_ actions: [TransportState.Action], from before: TransportState, isEnd: Bool) {
            let state = transport
            broken += rule(
                (state.reason != nil) == (state.status == .waiting), "the reason is set exactly while waiting")
            broken += rule(state.rate != 0 || state.status == .paused, "rate 0 means paused")
            broken += rule(state.rate.isFinite, "the rate is finite")
            broken += rule(state.item?.phase != .failed || state.rate == 0, "a failed item has rate 0")
            broken += rule(state.item != nil || state.status != .playing, "nothing plays without an item")
            broken += rule(
                state.status == .playing || state.item == nil || state.sessionRate == 0,
                "the session has rate 0 unless the status is playing")
            broken += rule(
                state.status != .playing || state.sessionRate == state.rate || state.item?.reached != nil,
                "the session plays at the rate, except at an end")
            let ends = actions.count { $0 == .postDidPlayToEnd }
            broken += rule(ends <= 1, "an input posts at most one end")
            broken += rule(ends == 0 || isEnd, "an end is posted only after a report of an end")
            // The actions describe the change of the state completely.
            var (rate, reason, status) = (before.rate, before.reason, before.status)
            var order = -1
            for action in actions {
                switch action {
                case .rateChanged(let from, let to, _):
                    broken += rule(from == rate && order <= 0, "rate changes form a chain, before the rest")
                    rate = to
                    order = 0
                case .reasonChanged(let from, let to):
                    broken += rule(
                        from == reason && from != to && order < 1, "the reason changes once, before the status")
                    reason = to
                    order = 1
                case .statusChanged(let from, let to):
                    broken += rule(from == status && from != to && order < 2, "the status changes once")
                    status = to
                    order = 2
                default: break
                }
            }
            broken += rule(
                rate == state.rate && reason == state.reason && status == state.status, "every change has an action")
        }
    }

    @Test("S6.20: the transport keeps its invariants over 500,000 random inputs", arguments: 0..<10)
    func transport(seed: UInt64) {
        var model = TransportModel(seed: seed + 1)
        for _ in 0..<50_000 where model.broken.isEmpty { model.step() }
        #expect(model.broken.isEmpty)
        // Every state has an exit: with a playable item, playback starts.
        _ = model.transport.setMaximumRate(nil)
        _ = model.transport.setItem(.init(phase: .ready, abilities: Self.abilities[1], buffer: Self.buffer(2)))
        _ = model.transport.release()
        _ = model.transport.setRate(1)
        #expect(model.transport.status == .playing)
        #expect(model.transport.sessionRate == 1)
    }

    // MARK: Seeks and ends of one session: data/semantics.tsv, section 4 and 7

    /// Clients that seek, and a session that responds by the engine's rules: in order on one queue, each seek once, no end during a seek.
    private struct SeekModel {
        enum Message { case answer(UInt64, Bool), ended(playThrough: Int) }

        var seeks = SeekState<Int>()
        var random: SeededGenerator
        var asked = 0
        var answers: [Int] = []
        var queue: [Message] = []
        /// The seeks of the session with and without a response.
        var inSession: [UInt64] = []
        /// The number of seeks that the client has made and the session has received; an end belongs to the number at its sending.
        var playThrough = 0
        var endsSent: Set<Int> = []
        var endsTaken: [Int] = []
        var isOpen = false
        var isFailed = false
        var isAttached = true
        var broken: [String] = []

        init(seed: UInt64) { random = SeededGenerator(seed: seed) }

        mutating func pick(_ count: UInt64) -> UInt64 { random.next() % count }

        private static let range = [CMTimeRange(start: .zero, duration: CMTime(value: 60, timescale: 1))]

        var place: SeekState<Int>.ItemPhase {
            if isFailed { return .failed }
            guard isAttached else { return .detached }
            return isOpen ? .ready(seekable: Self.range) : .opening
        }

        mutating func step() {
            switch pick(16) {
            case 0...4:
                asked += 1
                let times: [CMTime] = [.zero, .positiveInfinity, .invalid, .negativeInfinity]
                let time = pick(4) == 0 ? times[Int(pick(4))] : CMTime(value: Int64(pick(80)), timescale: 1)
                perform(
                    seeks.seek(.init(time: time, before: .zero, after: .positiveInfinity), handler: asked, at: place))
            case 5: perform(seeks.cancel())
            case 6: landInSession()
            case 7...12: deliver()
            case 13:
                // The session reaches its end.
                if isOpen, inSession.isEmpty, endsSent.insert(playThrough).inserted {
                    queue.append(.ended(playThrough: playThrough))
                }
            case 14:
                if isAttached, !isOpen {
                    isOpen = true
                    perform(seeks.becameReady(seekable: Self.range))
                }
            default:
                if pick(20) == 0 { attachOrDetach() }
            }
        }

        mutating func attachOrDetach() {
            isAttached.toggle()
            isOpen = false
            isFailed = isAttached && pick(10) == 0
            // Late events of a closed session are recognised by its serial number.
            queue = []
            inSession = []
            playThrough += 1
            perform(seeks.close())
            if !seeks.isSettled || seeks.isSeeking { broken.append("a seek is pending after the session was closed") }
        }

        mutating func landInSession() {
            guard isOpen, let token = inSession.popLast() else { return }
            queue.append(.answer(token, pick(5) != 0))
        }

        mutating func deliver() {
            guard !queue.isEmpty else { return }
            switch queue.removeFirst() {
            case .answer(let token, let finished): perform(seeks.seekCompleted(token: token, finished: finished))
            case .ended(let number):
                let isCurrent = number == playThrough
                if seeks.isSettled != isCurrent {
                    broken.append(isCurrent ? "an end is lost" : "an end that was sent before a seek is accepted")
                }
                if seeks.isSettled { endsTaken.append(number) }
            }
        }

        mutating func perform(_ actions: [SeekState<Int>.Action]) {
            for action in actions {
                switch action {
                case .answer(let handler, let finished):
                    if let handler { answers.append(handler) }
                    if finished, isFailed { broken.append("a seek of a failed item succeeds") }
                case .start(let request, let token):
                    if !isAttached || isFailed { broken.append("a seek is passed to a closed session") }
                    if !request.isValid { broken.append("an invalid seek is passed to the session") }
                    // A newer seek ends the older one.
                    for old in inSession { queue.append(.answer(old, false)) }
                    inSession = [token]
                    playThrough += 1
                case .cancelInSession:
                    for old in inSession { queue.append(.answer(old, false)) }
                    inSession = []
                case .startPositionChanged(let time):
                    if isAttached || !time.isNumeric {
                        broken.append("a start position is set for an attached item or an invalid time")
                    }
                case .interrupted: break
                }
            }
        }
    }

    @Test(
        "S4.3: every seek has one completion and every pass one end, over 400,000 random inputs",
        arguments: 0..<10)
    func seeks(seed: UInt64) {
        var model = SeekModel(seed: seed + 1)
        for _ in 0..<40_000 where model.broken.isEmpty { model.step() }
        #expect(model.broken.isEmpty)
        model.perform(model.seeks.close())
        #expect(model.answers.count == model.asked)
        #expect(Set(model.answers).count == model.asked)
        #expect(Set(model.endsTaken).count == model.endsTaken.count)
        #expect(model.endsTaken.count > 50)
    }

    // MARK: The item: data/semantics.tsv, section 7

    @Test("S7.2: an item keeps its invariants over 200,000 random inputs", arguments: 0..<10)
    func item(seed: UInt64) {
        struct Failure: Error {}
        var random = SeededGenerator(seed: seed + 1)
        func pick(_ count: UInt64) -> UInt64 { random.next() % count }
        let info = MediaInfo.clip(seconds: 60)
        let range = [CMTimeRange(start: .zero, duration: CMTime(value: 60, timescale: 1))]
        var broken: [String] = []
        var state = ItemState()
        for _ in 0..<20_000 {
            // A failed item does not change any more.
            if state.status == .failed, pick(50) == 0 { state = ItemState() }
            let before = state
            var actions: [ItemState.Action] = []
            var isReport = true
            switch pick(12) {
            case 0:
                isReport = false
                if !state.isAttached { state.attach(keysAreLoaded: pick(2) == 0) }
            case 1:
                isReport = false
                if pick(10) == 0 { state.detach() }
            case 2: actions = state.keysLoaded(failure: pick(30) == 0 ? Failure() : nil)
            case 3: actions = state.opened(info, seekable: range)
            case 4: state.presentationSizeChanged(.init(width: Int(pick(3)) * 100, height: 100))
            case 5...6: actions = state.rangesChanged(loaded: pick(2) == 0 ? range : [], seekable: range)
            case 7...9: actions = state.bufferChanged(Self.buffer(pick(8)))
            case 10: actions = state.endedEarly(Failure())
            default: if pick(30) == 0 { actions = state.failed(Failure()) }
            }
            func rule(_ holds: Bool, _ text: String) { if !holds { broken.append(text) } }
            rule(
                (state.error != nil) == (state.status == .failed), "the error is set exactly where the status is failed"
            )
            rule(
                !state.isPlayable || state.isAttached && state.status == .readyToPlay,
                "a playable item is attached and ready")
            rule(
                state.status == .readyToPlay || before.status != .readyToPlay || state.status == .failed,
                "ready stays ready")
            rule(before.status != .failed || !isReport || state.status == .failed, "failed is final")
            rule(before.status != .failed || !actions.contains(.playable), "nothing plays after a failure")
            rule(
                state.status == .readyToPlay || state.seekableRanges.isEmpty || state.status == .failed,
                "ranges when ready")
            if !before.isAttached, isReport {
                rule(actions.isEmpty, "nothing happens without a player")
                rule(state.status == before.status && state.buffer == before.buffer, "nothing changes without a player")
            }
            rule(actions.contains(.playable) == (state.isPlayable && !before.isPlayable), "playable is reported once")
            rule(
                actions.contains(.unplayable) == (state.status == .failed && before.status != .failed),
                "failure is reported once")
        }
        #expect(broken.isEmpty)
    }
}
