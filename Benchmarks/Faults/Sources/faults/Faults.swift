import AVFoundation
import Foundation
import MediaTesting

/// Plays a live and an on-demand ladder while their servers, in a separate process, have a fault every ten seconds, and reports which media
/// was displayed.
///
///     faults [SECONDS] [--only NAME,NAME]
///
/// Exits with 0 where every segment that some variant's server served was displayed, all others are in the error log, no item failed, and
/// memory, threads and descriptors did not grow.
@main
struct Faults {
    static let stepSeconds = 10.0
    /// The last seconds are without faults, so that recovery can complete.
    static let calmSeconds = 60.0
    /// Megabytes by which the process may grow: the median of its last minutes compared with that of the first ones.
    static let allowedGrowth = 10
    /// The duration that is compared, after the first five minutes; shorter runs compare a third of their duration.
    static let comparedSeconds = 600.0

    static func main() async throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "--servers" {
            return try await Servers.serve(seconds: arguments.dropFirst().first.flatMap(Double.init) ?? 3600)
        }
        var only: Set<String> = []
        if let at = arguments.firstIndex(of: "--only"), at + 1 < arguments.count {
            only = Set(arguments[at + 1].split(separator: ",").map(String.init))
            arguments.removeSubrange(at...at + 1)
        }
        let seconds = arguments.first.flatMap(Double.init) ?? 3600
        let servers = try ServerProcess(seconds: seconds + 300)
        defer { servers.stop() }
        let live = LiveUnderFaults(servers.greeting)
        let film = OnDemandUnderFaults(servers.greeting)
        var schedule = FaultSchedule(seed: 11, only: only)
        var history = StepHistory()
        let start = Moment.now
        var nextStep = start + 20
        var nextReport = start + 60
        var nextLook = start + 5
        var held = FigureHistory()
        while Moment.now - start < seconds {
            let now = Moment.now
            if now >= nextStep {
                let isOver = now - start > seconds - calmSeconds
                let step = isOver ? FaultSchedule.calm : schedule.next()
                servers.apply(step)
                history.add(step, at: now)
                nextStep = now + stepSeconds * Double(step.length)
            }
            live.look()
            film.look()
            if now >= nextReport {
                let minutes = Int((now - start) / 60)
                let figures = ProcessFigures.now
                printLine("\(minutes) min: \(figures), live \(live.line), film \(film.line), fault: \(history.last)")
                if minutes % 5 == 0 { printLine("  threads: \(ProcessFigures.threadNames)") }
                nextReport += 60
            }
            if now >= nextLook {
                held.add(.now, at: now - start)
                nextLook += 5
            }
            try await Task.sleep(for: .milliseconds(8))
        }
        let compared = min(comparedSeconds, seconds / 3)
        let settled = min(300, seconds / 6)
        let early = held.median(settled...settled + compared) ?? .now
        let late = held.median(seconds - compared...seconds) ?? .now
        film.finish()
        let records = try servers.records()
        var faults = live.judge(records, history) + film.judge(records, history)
        if late.megabytes - early.megabytes > allowedGrowth { faults.append("memory grew") }
        if late.threads > early.threads + 2 { faults.append("threads grew") }
        if late.descriptors > early.descriptors + 4 { faults.append("descriptors grew") }
        for line in live.report + film.report { printLine(line) }
        printLine("medians of \(Int(compared)) s, after \(Int(settled)) s: \(early)\nat the end: \(late)")
        printLine(faults.isEmpty ? "clean" : "\(faults.count) FAULTS:\n" + faults.joined(separator: "\n"))
        live.stop()
        film.stop()
        servers.stop()
        exit(faults.isEmpty ? 0 : 1)
    }
}

/// Writes immediately, also where the output is not a terminal.
func printLine(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// Seconds of the clock that this process and its servers share.
enum Moment {
    static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}
