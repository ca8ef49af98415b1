import Foundation
import HLS
import MediaTesting

/// Real players beside the simulator and the offline optimum, on the same links.
struct PlayTable {
    var content: PaddedLadder
    var player: String
    var gst: String?

    struct Row {
        var name: String
        var optimum: Double
        var simulated: Double
        var rule: Double
        var ours: (value: Double, result: RealPlayback.Result)
        var peer: (value: Double, result: RealPlayback.Result)?
        var note = ""
    }

    /// So many at once: each run has an origin of its own, and hardly any work to do.
    static let atOnce = 3

    func run(_ traces: [NetworkTrace]) async -> Bool {
        print(Self.head)
        var rows: [Row] = []
        var left = traces[...]
        await withTaskGroup(of: Row?.self) { group in
            for _ in 0..<Self.atOnce { if let trace = left.popFirst() { group.addTask { await row(trace) } } }
            for await row in group {
                if let row {
                    rows.append(row)
                    print(Self.line(row))
                    fflush(nil)
                }
                if let trace = left.popFirst() { group.addTask { await self.row(trace) } }
            }
        }
        guard !rows.isEmpty else { return false }
        func sum(_ value: (Row) -> Double) -> Double { rows.map(value).reduce(0, +) }
        let (count, best) = (Double(rows.count), sum(\.optimum))
        print(
            String(
                format: "mean of the ratios:   player %.3f, simulator %.3f, hls.js rule (simulated) %.3f",
                sum { $0.ours.value / $0.optimum } / count, sum { $0.simulated / $0.optimum } / count,
                sum { $0.rule / $0.optimum } / count))
        print(
            String(
                format: "ratio of the sums:    player %.3f, simulator %.3f, hls.js rule (simulated) %.3f",
                sum(\.ours.value) / best, sum(\.simulated) / best, sum(\.rule) / best))
        let stalled = rows.filter { $0.ours.result.outcome.stallSeconds > 0.05 }
        print("stalled on \(stalled.count) of \(rows.count): \(stalled.map(\.name).joined(separator: ", "))")
        let far = rows.filter { abs($0.ours.value - $0.simulated) > 0.1 * $0.optimum }
        if !far.isEmpty { print("further than 10 % from the simulator: \(far.map(\.name).joined(separator: ", "))") }
        return rows.count == traces.count
    }

    static let head =
        "                     of the optimum                           stalls s                startup s\n"
        + "                     player  simulated  hls.js rule    gst    record  own  simulated  player  own  gst: stalls, start, overrun"

    private static func line(_ row: Row) -> String {
        let ours = row.ours.result
        var text =
            row.name.padding(toLength: 20, withPad: " ", startingAt: 0)
            + String(
                format: "%7.3f    %7.3f      %7.3f", row.ours.value / row.optimum, row.simulated / row.optimum,
                row.rule / row.optimum)
        text += row.peer.map { String(format: "%7.3f", $0.value / row.optimum) } ?? "      -"
        text += String(
            format: "   %6.1f %5.1f              %6.2f %5.2f", ours.outcome.stallSeconds, ours.ownStalls ?? .nan,
            ours.outcome.startupSeconds, ours.ownStartup ?? .nan)
        if let peer = row.peer?.result {
            text += String(
                format: "   %.1f, %.2f, %.1f", peer.outcome.stallSeconds, peer.outcome.startupSeconds,
                peer.overrun ?? .nan)
        }
        return text + row.note
    }

    private func row(_ trace: NetworkTrace) async -> Row? {
        let playback = RealPlayback(content: content, trace: trace)
        do {
            let result = try await playback.run(.avplayer, program: player)
            // The simulator and the optimum begin where the player asked for its first segment, and wait as long before it.
            let shifted = trace.shifted(by: result.firstSegmentAt)
            let stream = SimulatedStream(
                megabits: PaddedLadder.megabits, segmentDuration: Double(content.segmentSeconds),
                segmentCount: content.segmentCount)
            let quality = QualityOfExperience.linear(for: stream)
            var simulator = PlaybackSimulator(
                stream: stream, trace: shifted, latency: RealPlayback.latency,
                keepsLog: ProcessInfo.processInfo.environment["ADAPTATION_LOG"] != nil)
            simulator.loadsPlaylists = true
            func value(_ outcome: PlaybackOutcome) -> Double {
                var outcome = outcome
                outcome.startupSeconds += result.leadIn
                return quality.value(of: outcome)
            }
            let simulated = simulator.run(AdaptationController())
            let best = OfflineOptimum(
                stream: stream, trace: shifted, latency: RealPlayback.latency, value: quality
            ).best()
            var row = Row(
                name: trace.name, optimum: value(best), simulated: value(simulated),
                rule: value(simulator.run(HLSJSRule())),
                ours: (quality.value(of: result.outcome), result))
            if simulator.keepsLog {
                row.note =
                    "\n  player    \(result.outcome.rungs)\n  simulator \(simulated.rungs)\n  optimum   \(best.rungs)\n  "
                    + simulated.log.joined(separator: "\n  ")
            }
            if result.outcome.rungs.count < content.segmentCount {
                row.note += "  only \(result.outcome.rungs.count) of \(content.segmentCount) segments"
            }
            if let gst {
                do {
                    let peer = try await playback.run(.gst, program: gst)
                    row.peer = (quality.value(of: peer.outcome), peer)
                } catch {
                    row.note += "  gst: \(error)"
                }
            }
            return row
        } catch {
            print("\(trace.name): \(error)")
            return nil
        }
    }
}
