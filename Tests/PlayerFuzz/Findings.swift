import Foundation
import Synchronization

/// The violations of the invariants. Any thread.
final class Findings: Sendable {
    static let shared = Findings()
    private let sentences = Mutex<[String]>([])

    var isEmpty: Bool { sentences.withLock { $0.isEmpty } }

    func add(_ sentence: String) {
        sentences.withLock { $0.append(sentence) }
        printLine("FINDING: \(sentence)")
    }
}

/// Writes a line immediately, so that it is in the log when the process crashes.
func printLine(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// The factor of all time limits, for programs with sanitizers and slow machines.
let patience = ProcessInfo.processInfo.environment["OPENAVKIT_PATIENCE"].flatMap(Double.init) ?? 1
