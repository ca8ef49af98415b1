import AVFoundation
import CoreMedia
import Foundation
import KeyValueObserving
import MediaTesting
import Synchronization

/// A client of the public API that gives random commands, also from within every callback, and checks invariants.
///
/// A seed selects the player, the audio device, the media and the commands. Playback runs in real time, so a second run with the same seed
/// is similar but not identical.
final class RandomClient: Sendable {
    /// The recorded state of an item.
    struct ItemRecord: Sendable {
        var item: AVPlayerItem
        var medium: ClientWorld.Medium
        /// Whether a client may put the item into a player.
        var isFree = true
        var ends = 0
        /// The number of ends since the last command.
        var quietEnds = 0
    }

    struct Observation: Sendable {
        enum Kind: Sendable {
            case keyValue(NSKeyValueObservation)
            /// The token of a time observer.
            case time(TokenBox)
        }
        var kind: Kind
        var flag: Flag
    }

    /// Whether the observer has been removed.
    final class Flag: Sendable {
        let isRemoved = Atomic(false)
    }

    /// `@unchecked`: a token is never changed; it is only returned to its player.
    final class TokenBox: @unchecked Sendable {
        let token: Any
        init(_ token: Any) { self.token = token }
    }

    /// `@unchecked`: a looper keeps its state behind a mutex.
    final class LooperBox: @unchecked Sendable {
        let looper: AVPlayerLooper
        init(_ looper: AVPlayerLooper) { self.looper = looper }
    }

    enum Phase: Sendable {
        case random
        /// Whether commands are stopped, also those from callbacks.
        case quiet
        /// Whether the client has released the player.
        case released
        /// Whether the player is deallocated: no callback may be called any more.
        case over
    }

    struct State: Sendable {
        var random: SeededRandom
        var player: AVPlayer?
        var looper: LooperBox?
        var items: [ObjectIdentifier: ItemRecord] = [:]
        var observations: [Observation] = []
        var phase = Phase.random
        /// Incremented at the start and at the end of each command.
        var epoch: UInt64 = 0
        var commandsRunning = 0
        var lastCommand = Date()
        var reactionsLeft = 0
        /// The number of completions by seek number.
        var seekAnswers: [Int] = []
        var seekResults: [Bool?] = []
        var prerollAnswers: [Int] = []
        /// The last value that each observer was notified of, by property.
        var reported: [String: String] = [:]
        /// The observers that stay for the whole run.
        var transportKeys: [String] = []
        var lines: [(isCommand: Bool, text: String)] = []
        var failures: [String] = []
        /// The number of commands after which time may still jump.
        var movesLeft = 0
        /// The callback that restarts the item at each end.
        var loop: Loop?
    }

    enum Loop: CaseIterable, Sendable { case seekThenPlay, playThenSeek, laterSeekThenPlay, laterPlayThenSeek }

    let seed: UInt64
    let world: ClientWorld
    let devices = ClientDevices()
    /// Whether all commands and callbacks are on the main queue; otherwise on three threads.
    let isOnMainAlone: Bool
    let isQueue: Bool
    let device: ClientWorld.Device
    let state: Mutex<State>
    let workQueue = DispatchQueue(label: "random-client.work")
    let began = Date()

    init(seed: UInt64, world: ClientWorld) {
        self.seed = seed
        self.world = world
        var random = SeededRandom(seed: seed)
        isOnMainAlone = Bool.random(using: &random)
        isQueue = Bool.random(using: &random)
        device = ClientWorld.Device.allCases.randomElement(using: &random) ?? .machine
        state = Mutex(State(random: random))
    }

    // MARK: Random numbers

    func pick(_ count: Int) -> Int { state.withLock { Int.random(in: 0..<max(1, count), using: &$0.random) } }
    func pick(_ range: ClosedRange<Double>) -> Double {
        state.withLock { Double.random(in: range, using: &$0.random) }
    }
    func oneIn(_ count: Int) -> Bool { pick(count) == 0 }

    // MARK: Record of events

    func note(_ text: String, isCommand: Bool = false) {
        let line = String(format: "%7.3f ", Date().timeIntervalSince(began)) + text
        state.withLock { state in
            state.lines.append((isCommand, line))
            if state.lines.count > 400 { state.lines.removeFirst(100) }
        }
    }

    func fail(_ text: String) {
        note("FAILURE \(text)")
        state.withLock { state in
            if state.failures.count < 5 { state.failures.append(text) }
        }
    }

    var failures: [String] { state.withLock { $0.failures } }
    var hasFailed: Bool { !failures.isEmpty }

    /// Returns the failures, the command to reproduce them, and the last 60 commands with the events between them.
    var report: String {
        let (failures, lines) = state.withLock { ($0.failures, $0.lines) }
        var kept: [String] = []
        var commands = 0
        for line in lines.reversed() where commands < 60 {
            kept.append(line.text)
            if line.isCommand { commands += 1 }
        }
        let place = isOnMainAlone ? "main queue" : "three threads"
        return """
            \(failures.joined(separator: "\n"))
            seed \(seed): \(isQueue ? "AVQueuePlayer" : "AVPlayer"), \(place), audio device \(device.rawValue)
            to reproduce: OPENAVKIT_CLIENT_SEED=\(seed) swift test --filter RandomClientTests
            the last commands:
            \(kept.reversed().joined(separator: "\n"))
            """
    }

    // MARK: The run

    /// Gives commands for a number of seconds, then plays to the end, releases all objects, and checks. Blocks; do not call it on the main
    /// thread.
    func run(seconds: Double) {
        let center = NotificationCenter.default
        let tokens = Self.notifications.map { name in
            center.addObserver(forName: name, object: nil, queue: nil) { [weak self] in self?.take($0) }
        }
        let made = makePlayer()
        let watch = TimeWatch(self)
        watch.start()
        work(until: Date(timeIntervalSinceNow: seconds))
        if !hasFailed, !oneIn(4) { finish() }
        watch.stop()
        release(unlessReleased: { made.player == nil })
        for token in tokens { center.removeObserver(token) }
    }

    private struct WeakPlayer { weak var player: AVPlayer? }

    /// From here on only the state retains the player.
    private func makePlayer() -> WeakPlayer {
        let player = isQueue ? world.queuePlayer(device, devices) : world.player(device, devices)
        player.isMuted = true
        state.withLock { $0.player = player }
        observeTransport(player)
        return WeakPlayer(player: player)
    }

    private func work(until end: Date) {
        while Date() < end, !hasFailed {
            state.withLock { $0.reactionsLeft = 3 }
            let isBurst = oneIn(6)
            for _ in 0..<(isBurst ? 6 : 1) {
                if isOnMainAlone {
                    onMain("a command") { self.command(from: "") }
                } else if oneIn(3) {
                    DispatchQueue.main.async { self.command(from: "main ") }
                } else if oneIn(2) {
                    workQueue.async { self.command(from: "work ") }
                } else {
                    command(from: "")
                }
            }
            if oneIn(12) { beQuiet(seconds: pick(0.7...1.4)) }
            elapseBlocking(.seconds(oneIn(8) ? pick(0.2...0.7) : pick(0...0.06)))
        }
    }

    /// Runs a block on the main queue and waits for it.
    func onMain(_ what: String, _ body: @escaping @Sendable () -> Void) {
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.main.async {
            body()
            done.signal()
        }
        if done.wait(timeout: .now() + Self.timeout) == .timedOut { fail("\(what) did not return on the main queue") }
    }

    static let timeout = 25.0

    /// Waits for a condition that must become true.
    @discardableResult
    func wait(_ what: String, _ isSo: () -> Bool) -> Bool {
        guard eventuallyBlocking(within: .seconds(Self.timeout), { hasFailed || isSo() }) else {
            fail("timed out: \(what)\(describe())")
            return false
        }
        return !hasFailed
    }

    /// A short description of the player's state.
    func describe() -> String {
        guard let player = state.withLock({ $0.player }) else { return "" }
        let item = player.currentItem
        let buffer = item.map {
            "empty \($0.isPlaybackBufferEmpty) keepsUp \($0.isPlaybackLikelyToKeepUp) full \($0.isPlaybackBufferFull)"
        }
        return "; rate \(player.rate), status \(player.timeControlStatus), reason "
            + "\(player.reasonForWaitingToPlay?.rawValue ?? "nil"), time \(player.currentTime().seconds), item "
            + "\(item.map { "\(medium(of: $0)?.name ?? "?") \($0.status) \(buffer ?? "")" } ?? "none")"
            + ", error \(item?.error.map { "\($0)" } ?? "nil")"
    }

    func medium(of item: AVPlayerItem) -> ClientWorld.Medium? {
        state.withLock { $0.items[ObjectIdentifier(item)]?.medium }
    }
}
