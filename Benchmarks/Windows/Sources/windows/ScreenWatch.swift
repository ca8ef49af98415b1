import AVFoundation
import Foundation
import Synchronization

/// A thread that looks at the screen all the time and judges each frame of video on it.
///
/// Callable on any thread. Each finding is one sentence; there is none in a correct program.
final class ScreenWatch: Sendable {
    /// What must be on the screen.
    struct Expectation: Sendable {
        var area: Area
        var clip: Int
        /// The rows that nothing covers, as fractions of the height.
        var rows: [Double]
        /// The player of the clip; nil if its time is not to be compared.
        var player: AVPlayer?
    }

    /// The rows around the client's own layers, which are in the middle of the window.
    static let openRows = [0.06, 0.2, 0.35, 0.65, 0.8, 0.94]
    /// The rows between the title and the controls.
    static let middleRows = [0.3, 0.36, 0.42]

    private struct State {
        var expectation: Expectation?
        /// Incremented with each expectation: a look that began before is not judged.
        var number = 0
        /// Whether the expected clip has been seen since the expectation was set.
        var isSeen = false
        var last: Barcode?
        var lastChange = Date.distantPast
        var isBlank = false
        var changes = 0
        var looks = 0
        var findings: [String] = []
        var isStopped = false
        /// What the client does, for the findings.
        var action = ""
        /// When the expectation was set.
        var start = Date()

        mutating func report(_ finding: String) {
            let milliseconds = Int(Date().timeIntervalSince(start) * 1000)
            findings.append(action.isEmpty ? finding : "\(action), after \(milliseconds) ms: \(finding)")
        }
    }

    private let state = Mutex(State())
    /// Seconds by which the screen may be behind the player: a frozen frame is a fault, a slow machine is not.
    private let allowedDelay: Double

    init(timeoutFactor: Double) { allowedDelay = 2 * timeoutFactor }

    func start() {
        let thread = Thread {
            guard let screen = Screen() else { return self.add("the display cannot be opened a second time") }
            while !self.state.withLock({ $0.isStopped }) {
                if !self.look(screen) { return }
                usleep(3000)
            }
        }
        thread.name = "watch"
        thread.start()
    }

    func stop() { state.withLock { $0.isStopped = true } }

    /// Judges the screen by this expectation from now on; nil: does not judge.
    func expect(_ expectation: Expectation?) {
        state.withLock { state in
            state.expectation = expectation
            state.number += 1
            state.isSeen = false
            state.last = nil
            state.isBlank = false
            state.lastChange = Date()
            state.start = Date()
        }
    }

    /// Names what the client does from now on.
    func note(_ action: String) { state.withLock { $0.action = action } }

    /// The player was moved to another time: earlier frames are expected.
    func expectJump() { state.withLock { $0.last = nil } }

    /// Whether the expected clip is on the screen.
    var isSeen: Bool { state.withLock { $0.isSeen } }
    /// Whether no number was on the screen in the last look since the expectation was set.
    var isBlank: Bool { state.withLock { $0.isBlank } }
    var last: Barcode? { state.withLock { $0.last } }
    /// How often another frame appeared, and how often the screen was looked at.
    var counts: (changes: Int, looks: Int) { state.withLock { ($0.changes, $0.looks) } }

    func add(_ finding: String) { state.withLock { $0.report(finding) } }

    func takeFindings() -> [String] {
        state.withLock { state in
            defer { state.findings = [] }
            return state.findings
        }
    }

    /// - Returns: false if the display is lost.
    private func look(_ screen: Screen) -> Bool {
        guard let (expectation, number) = state.withLock({ state in state.expectation.map { ($0, state.number) } })
        else { return true }
        let area = expectation.area
        let codes = screen.read(area) { pixels in
            expectation.rows.map { row in
                let start = Int(Double(area.height) * row) * area.width * 4
                return Barcode(row: UnsafeRawBufferPointer(rebasing: pixels[start..<start + area.width * 4]))
            }
        }
        guard let codes else { return false }
        let time = expectation.player?.currentTime().seconds
        state.withLock { state in
            guard state.number == number else { return }
            state.looks += 1
            Self.judge(codes, expectation, time, &state)
            if let time, state.isSeen, let last = state.last, Date().timeIntervalSince(state.lastChange) > allowedDelay,
                time - Double(last.frame) / Barcode.framesPerSecond > allowedDelay
            {
                state.report("stale: \(last) is on the screen at \(time) s")
                state.lastChange = Date()
            }
        }
        return true
    }

    private static func judge(_ codes: [Barcode?], _ expectation: Expectation, _ time: Double?, _ state: inout State) {
        let distinct = Set(codes.compactMap { $0 })
        state.isBlank = distinct.isEmpty
        guard let code = distinct.first else {
            if state.isSeen { state.report("the video is not on the screen") }
            return
        }
        if distinct.count > 1 {
            return state.report("torn: \(distinct.sorted { $0.frame < $1.frame })")
        }
        // The frames of the former player may stay until the first one of the next.
        guard code.clip == expectation.clip else {
            if state.isSeen {
                state.report("stale: \(code) after the first frame of clip \(expectation.clip)")
            }
            return
        }
        if state.isSeen, codes.contains(nil) { state.report("torn: \(codes)") }
        if let last = state.last, code.frame < last.frame {
            state.report("stale: \(code) after frame \(last.frame)")
        }
        if state.last != code {
            state.changes += 1
            state.lastChange = Date()
        }
        state.isSeen = true
        state.last = code
    }
}
