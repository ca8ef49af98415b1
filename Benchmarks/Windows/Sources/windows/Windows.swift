import AVKit
import Foundation

/// Uses windows in ways that clients should not, but may, while their video is drawn, and judges the screen, the errors and the resources.
///
///     windows [COUNT] CLIP CLIP…
///
/// Starts X servers and this program again for each scenario: COUNT cycles of windows, a client that never returns to the main loop, and
/// displays that are lost. The clips carry their numbers (`Barcode`). `OPENAVKIT_PATIENCE` multiplies all limits of time, for programs with
/// sanitizers; memory is then not compared. Exits with 0 if nothing was found.
@main
struct Windows {
    /// A display is lost once for this many cycles.
    private static let cyclesPerLoss = 50

    static let timeoutFactor = ProcessInfo.processInfo.environment["OPENAVKIT_PATIENCE"].flatMap(Double.init) ?? 1
    static var isSanitized: Bool { timeoutFactor > 1 }

    @MainActor
    static func main() {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let scenarios = ["cycles": "CycleScenario", "blocked": "BlockedScenario", "loss": "LossScenario"]
        if let name = arguments.first, let type = scenarios[name] {
            Scenario.arguments = Array(arguments.dropFirst())
            exit(UIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, "windows.\(type)"))
        }
        let count = arguments.first.flatMap(Int.init)
        if count != nil { arguments.removeFirst() }
        guard arguments.count > 1 else {
            print("usage: windows [COUNT] CLIP CLIP…")
            exit(2)
        }
        // Without the checks at exit: Foundation leaks each Process, which the address sanitizer would report.
        _exit(supervise(count ?? 1000, arguments) ? 0 : 1)
    }

    /// Runs all scenarios; returns whether all of them were clean.
    private static func supervise(_ count: Int, _ clips: [String]) -> Bool {
        var isClean = true
        func run(_ scenario: String, _ arguments: [String], losesDisplay: Bool = false) {
            guard let display = Display() else {
                printLine("\(scenario): Xvfb did not start; script/setup --tests installs it")
                return isClean = false
            }
            let child = Child([scenario] + arguments + clips, display: display)
            if losesDisplay {
                let isPlaying = child.waitForLine("playing", seconds: 30 * timeoutFactor)
                if isPlaying { usleep(UInt32.random(in: 0...300_000)) }
                display.stop()
            }
            let result = child.finish(seconds: (120 + Double(count)) * timeoutFactor)
            display.stop()
            var faults = result.findings
            if result.code != 0 { faults.append("exit code \(result.code)") }
            let errors = result.errors.split(separator: "\n").map(String.init)
            let isReported = errors.contains { $0.contains("display") }
            if losesDisplay, !isReported { faults.append("the loss of the display was not reported") }
            if !losesDisplay, !errors.isEmpty { faults.append("unexpected errors") }
            printLine(
                "\(scenario) \(arguments.joined(separator: " ")): \(faults.isEmpty ? "clean" : "\(faults.count) FAULTS")"
            )
            for line in result.report + faults { printLine("  \(line)") }
            if !faults.isEmpty {
                isClean = false
                for line in errors.suffix(200) { printLine("    \(line)") }
            }
        }
        run("cycles", ["\(count)"])
        run("blocked", [])
        for _ in 0..<max(1, count / cyclesPerLoss) { run("loss", [], losesDisplay: true) }
        return isClean
    }
}

/// Writes a line immediately, also where the output is not a terminal.
func printLine(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
