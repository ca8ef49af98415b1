import Foundation
import Synchronization
import WindowSystem

/// Opens the display in a process with or without a thread that reads the environment, and prints how the environment changed.
@MainActor
func probeEnvironment(hasThreads: Bool, composesText: Bool) {
    DisplayServer.shared.composesText = composesText
    let watcher = EnvironmentWatcher()
    if hasThreads { watcher.start() }
    let before = ProcessInfo.processInfo.environment
    do throws(WindowError) { try DisplayServer.shared.open() } catch { tell("error \(error)") }
    let changes = watcher.stop()
    tell("changes \(changes)")
    tell("restored \(ProcessInfo.processInfo.environment == before)")
    exit(0)
}

/// A thread that reads the environment continuously, as other threads of a program may.
final class EnvironmentWatcher: Sendable {
    private struct State {
        var isRunning = false
        var isOver = false
        var changes = 0
    }
    private let state = Mutex(State())

    func start() {
        Thread.detachNewThread { [self] in
            let names = ["DBUS_SESSION_BUS_ADDRESS", "XCOMPOSEFILE"]
            let first = names.map { getenv($0).map { String(cString: $0) } }
            while !state.withLock({ $0.isOver }) {
                let now = names.map { getenv($0).map { String(cString: $0) } }
                state.withLock { state in
                    state.isRunning = true
                    if now != first { state.changes += 1 }
                }
            }
        }
        blockThread(within: 10) { state.withLock { $0.isRunning } }
    }

    /// Returns how many reads differed from the first one.
    func stop() -> Int {
        state.withLock { state in
            state.isOver = true
            return state.changes
        }
    }
}
