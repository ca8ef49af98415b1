import Foundation
import MediaTesting
import Synchronization

/// The thread that performs the actions, and that notices a main thread that does not answer.
final class FuzzDriver: Sendable {
    /// Actions between two checks of the user interface at rest.
    private static let actionsPerCheck = 250
    /// Actions between two questions to the main thread.
    private static let actionsPerQuestion = 8
    /// Seconds within which the main thread must answer, and the interface must come to rest.
    private static let answerLimit = 10.0
    private static let restLimit = 10.0
    private static let releaseLimit = 30.0

    private let seed: UInt64
    private let count: Int
    private let stage: @MainActor @Sendable () -> ClientStage

    init(seed: UInt64, count: Int, stage: @escaping @MainActor @Sendable () -> ClientStage) {
        self.seed = seed
        self.count = count
        self.stage = stage
    }

    func start() {
        let thread = Thread { self.run() }
        thread.name = "fuzz"
        thread.stackSize = 1 << 20
        thread.start()
    }

    private func run() {
        var numbers = SeededNumbers(seed: seed)
        var input = InputGenerator()
        let injector = Injector()
        for action in [ClientAction.openWindow, .createController] { perform(action, numbers.next()) }
        for number in 0..<count {
            if numbers.chance(0.7) {
                let action = input.next(&numbers, closesWindows: true)
                printLine("\(number) \(action)")
                injector.perform(action) { body in self.onMain("touch", body) }
            } else {
                let action = numbers.choose(ClientAction.allCases) ?? .play
                printLine("\(number) client: \(action)")
                perform(action, numbers.next())
            }
            usleep(pause(&numbers))
            if number % Self.actionsPerQuestion == 0 { onMain("a question") {} }
            if number % Self.actionsPerCheck == Self.actionsPerCheck - 1 { check(&input, injector) }
        }
        injector.perform(input.release()) { _ in }
        finish()
    }

    /// Microseconds between two actions: mostly short, sometimes long enough for animations and timers.
    private func pause(_ numbers: inout SeededNumbers) -> UInt32 {
        if numbers.chance(0.02) { return UInt32(numbers.integer(300_000...1_200_000)) }
        if numbers.chance(0.1) { return UInt32(numbers.integer(20_000...200_000)) }
        return UInt32(numbers.integer(0...8000))
    }

    private func perform(_ action: ClientAction, _ seed: UInt64) {
        onMain("\(action)") { self.stage().perform(action, seed: seed) }
    }

    // MARK: The main thread

    /// Runs a closure on the main thread and waits for it. A main thread that does not answer ends the process.
    private func onMain(_ name: String, _ body: @escaping @MainActor @Sendable () -> Void) {
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.main.async {
            MainActor.assumeIsolated(body)
            done.signal()
        }
        guard done.wait(timeout: .now() + Self.answerLimit * patience) == .timedOut else { return }
        printLine("FINDING: the main thread does not answer: \(name)")
        // A crash report shows the stack of every thread.
        abort()
    }

    private func ask<Answer: Sendable>(_ name: String, _ body: @escaping @MainActor @Sendable () -> Answer) -> Answer {
        let box = Box<Answer>()
        onMain(name) {
            let value = body()
            box.answer.withLock { $0 = value }
        }
        guard let value = box.answer.withLock({ $0 }) else { preconditionFailure("the main thread has answered") }
        return value
    }

    private final class Box<Answer: Sendable>: Sendable {
        let answer = Mutex<Answer?>(nil)
    }

    // MARK: Checks

    /// Waits until all invariants hold; those that do not within the limit are findings.
    private func check(_ input: inout InputGenerator, _ injector: Injector) {
        injector.perform(input.release()) { _ in }
        let end = Date(timeIntervalSinceNow: Self.restLimit * patience)
        var problems: [String]
        repeat {
            usleep(50_000)
            problems = ask("the checks") { StageChecks.problems(of: self.stage()) }
        } while !problems.isEmpty && Date() < end
        for problem in problems { Findings.shared.add(problem) }
    }

    /// Releases everything, waits until no object remains, and ends the process.
    private func finish() {
        printLine("release of everything")
        onMain("the release") { self.stage().releaseAll() }
        let end = Date(timeIntervalSinceNow: Self.releaseLimit * patience)
        var remains = ""
        repeat {
            usleep(50_000)
            remains = ask("the remains") { self.stage().remains.description }
        } while !remains.isEmpty && Date() < end
        if !remains.isEmpty { Findings.shared.add("objects remain after their release: \(remains)") }
        let (starts, hasControls) = ask("the counts") { (ClientDelegate.startCount, StageChecks.hasSeenControls) }
        printLine("report: \(starts) sessions of Picture in Picture, controls \(hasControls ? "seen" : "not seen")")
        onMain("the end") {
            self.stage().sound?.kill()
            exit(Findings.shared.isEmpty ? 0 : 1)
        }
    }
}
