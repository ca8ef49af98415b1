import KeyValueObserving
import Synchronization
import Testing

private class Player: KeyValueObservable, @unchecked Sendable {
    let _keyValueObservers = KeyValueObservers()
    private struct State {
        var rate: Float = 0
        var status = "paused"
        var item: Item?
    }
    private let state = Mutex(State())

    var rate: Float {
        get {
            access("rate")
            return state.withLock { $0.rate }
        }
        set {
            _keyValueObservers.change("rate") {
                state.withLock { state in
                    defer { state.rate = newValue }
                    return state.rate != newValue
                }
            }
        }
    }

    var status: String {
        access("status")
        return state.withLock { $0.status }
    }

    var currentItem: Item? {
        get {
            access("currentItem")
            return state.withLock { $0.item }
        }
        set { withKeyValueChange("currentItem") { state.withLock { $0.item = newValue } } }
    }

    func play() {
        _keyValueObservers.change(["rate", "status"]) {
            state.withLock { state in
                var changed: Set<String> = []
                if state.rate != 1 { changed.insert("rate") }
                if state.status != "playing" { changed.insert("status") }
                (state.rate, state.status) = (1, "playing")
                return changed
            }
        }
    }
}

private final class QueuePlayer: Player, @unchecked Sendable {}

private final class Item: KeyValueObservable, @unchecked Sendable {
    let _keyValueObservers = KeyValueObservers()
    private let state = Mutex(0)
    var status: Int {
        get {
            access("status")
            return state.withLock { $0 }
        }
        set { withKeyValueChange("status") { state.withLock { $0 = newValue } } }
    }
}

@MainActor private final class Controller: KeyValueObservable {
    nonisolated let _keyValueObservers = KeyValueObservers()
    private var ready = false
    var isReady: Bool {
        get {
            access("isReady")
            return ready
        }
        set { withKeyValueChange("isReady") { ready = newValue } }
    }
}

/// The values that handlers received, in order.
private final class Log<Entry: Sendable>: Sendable {
    private let storage = Mutex<[Entry]>([])
    var entries: [Entry] { storage.withLock { $0 } }
    func append(_ entry: Entry) { storage.withLock { $0.append(entry) } }
}

@Suite struct KeyValueObservingTests {
    @Test("api section 0: a change contains the new and old values only where requested")
    func options_newAndOld_carryValues() {
        let player = Player(), log = Log<[Float?]>()
        let both = player.observe(\.rate, options: [.new, .old]) { _, change in
            log.append([change.oldValue, change.newValue])
            #expect(!change.isPrior && change.kind == .setting)
        }
        let none = player.observe(\.rate) { _, change in log.append([change.oldValue, change.newValue]) }
        player.rate = 1
        player.rate = 0.5
        #expect(log.entries == [[0, 1], [nil, nil], [1, 0.5], [nil, nil]])
        withExtendedLifetime((both, none)) {}
    }

    @Test("api section 0: .initial calls before observe returns")
    func options_initial_callsAtOnce() {
        let player = Player(), log = Log<[Float?]>()
        player.rate = 2
        let observation = player.observe(\.rate, options: [.initial, .new, .old]) { _, change in
            log.append([change.oldValue, change.newValue])
        }
        #expect(log.entries == [[nil, 2]])
        withExtendedLifetime(observation) {}
    }

    @Test("api section 0: .prior calls the handler before the change, with the old value only")
    func options_prior_callsBeforeAndAfter() {
        let player = Player(), log = Log<String>()
        let observation = player.observe(\.rate, options: [.prior, .new, .old]) { player, change in
            log.append("\(change.isPrior) \(player.rate) \(change.oldValue as Any) \(change.newValue as Any)")
        }
        player.rate = 1
        #expect(
            log.entries == ["true 0.0 Optional(0.0) nil", "false 1.0 Optional(0.0) Optional(1.0)"])
        withExtendedLifetime(observation) {}
    }

    @Test("api section 0: observers are not notified when the body reports no change")
    func change_sameValue_isSilent() {
        let player = Player(), log = Log<Float?>()
        let observation = player.observe(\.rate, options: .new) { _, change in log.append(change.newValue) }
        player.rate = 0
        player.rate = 1
        player.rate = 1
        #expect(log.entries == [1])
        withExtendedLifetime(observation) {}
    }

    @Test("api section 0: a subclass's key path finds the base class's property")
    func keyPath_ofSubclass_works() {
        let player = QueuePlayer(), log = Log<Float?>()
        let observation = player.observe(\.rate, options: .new) { (player: QueuePlayer, change) in
            log.append(change.newValue)
        }
        (player as Player).rate = 1
        #expect(log.entries == [1])
        withExtendedLifetime(observation) {}
    }

    @Test("api section 0: \\.currentItem?.status follows the current item")
    func keyPath_nestedOptional_rearms() {
        let player = Player(), first = Item(), second = Item(), log = Log<[Int??]>()
        let observation = player.observe(\.currentItem?.status, options: [.initial, .new, .old]) { _, change in
            log.append([change.oldValue, change.newValue])
        }
        player.currentItem = first
        first.status = 1
        second.status = 7
        player.currentItem = second
        first.status = 2
        second.status = 8
        player.currentItem = nil
        second.status = 9
        let none: Int?? = .some(nil)
        #expect(
            log.entries == [
                [nil, none], [none, .some(0)], [.some(0), .some(1)], [.some(1), .some(7)], [.some(7), .some(8)],
                [.some(8), none],
            ])
        withExtendedLifetime(observation) {}
    }

    @Test(
        "several properties of one transition are reported in the given order, after the whole transition")
    func change_severalKeys_inOrderAfterwards() {
        let player = Player(), log = Log<String>()
        let status = player.observe(\.status) { player, _ in log.append("status \(player.status) \(player.rate)") }
        let rate = player.observe(\.rate) { player, _ in log.append("rate \(player.rate) \(player.status)") }
        player.play()
        player.play()
        #expect(log.entries == ["rate 1.0 playing", "status playing 1.0"])
        withExtendedLifetime((status, rate)) {}
    }

    @Test("api section 0: releasing or invalidating the token ends the observation, also inside the handler")
    func token_releasedOrInvalidated_ends() {
        let player = Player(), log = Log<Int>()
        var released: NSKeyValueObservation? = player.observe(\.rate) { _, _ in log.append(1) }
        let invalidated = player.observe(\.rate) { _, _ in log.append(2) }
        player.rate = 1
        released = nil
        invalidated.invalidate()
        invalidated.invalidate()
        player.rate = 2
        #expect(log.entries == [1, 2])
        #expect(released == nil)

        let holder = Mutex<NSKeyValueObservation?>(nil)
        let once = player.observe(\.rate) { _, _ in
            log.append(3)
            holder.withLock { $0 }?.invalidate()
        }
        holder.withLock { $0 = once }
        player.rate = 3
        player.rate = 4
        #expect(log.entries == [1, 2, 3])
        holder.withLock { $0 = nil }
    }

    @Test("api section 0: an observation retains neither the observed object nor itself")
    func lifetime_objectReleased_observationHarmless() {
        var player: Player? = Player()
        weak let weakPlayer = player
        let observation = player?.observe(\.currentItem?.status) { _, _ in }
        player?.currentItem = Item()
        weak let weakItem = player?.currentItem
        player = nil
        #expect(weakPlayer == nil)
        #expect(weakItem == nil)
        observation?.invalidate()
    }

    @Test("api section 0: handlers run with no lock of the object held")
    func handler_setsThePropertyAgain_doesNotDeadlock() {
        let player = Player(), log = Log<Float>()
        let observation = player.observe(\.rate, options: .new) { player, change in
            log.append(change.newValue ?? -1)
            if player.rate == 1 { player.rate = 2 }
        }
        player.rate = 1
        #expect(log.entries == [1, 2])
        withExtendedLifetime(observation) {}
    }

    @Test("api section 0: classes isolated to the main actor can be observed")
    @MainActor func mainActorClass_observed() {
        let controller = Controller(), log = Log<Bool?>()
        let observation = controller.observe(\.isReady, options: [.initial, .new]) { _, change in
            log.append(change.newValue)
        }
        controller.isReady = true
        #expect(log.entries == [false, true])
        withExtendedLifetime(observation) {}
    }

    @Test("api section 0: changes made on many threads all reach the observer")
    func change_manyThreads_noneLost() async {
        let item = Item(), log = Log<Int>()
        let observation = item.observe(\.status) { _, _ in log.append(1) }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { for i in 0..<200 { item.status = i } } }
            for _ in 0..<4 {
                group.addTask { for _ in 0..<200 { item.observe(\.status) { _, _ in }.invalidate() } }
            }
        }
        #expect(log.entries.count == 1600)
        withExtendedLifetime(observation) {}
    }
}
