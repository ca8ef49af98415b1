import Foundation
import HLS
import MediaTesting

/// Real players compared with the simulator and the offline optimum, on the same links.
struct PlayTable {
    var content: PaddedLadder
    var player: String
    /// Other players on the same links, by name.
    var peers: [(name: String, player: RealPlayback.Player)]

    struct Row {
        var name: String
        var optimum: Double
        var simulated: Double
        var rule: Double
        var ours: (value: Double, result: RealPlayback.Result)
        /// In the order of ``PlayTable/peers``; nil where one failed.
        var peers: [(value: Double, result: RealPlayback.Result)?] = []
        var note = ""
    }

    /// The number of concurrent runs: each has its own origin, and little work to do.
    static let atOnce = 3
    /// The minimum value of the best possible playback, as a share of the best variant throughout, for its ratio to count.
    static let significantShare = 0.02

    func run(_ traces: [NetworkTrace]) async -> Bool {
        print(head)
        var rows: [Row] = []
        var left = traces[...]
        await withTaskGroup(of: Row?.self) { group in
            for _ in 0..<Self.atOnce { if let trace = left.popFirst() { group.addTask { await row(trace) } } }
            for await row in group {
                if let row {
                    rows.append(row)
                    print(line(row))
                    fflush(nil)
                }
                if let trace = left.popFirst() { group.addTask { await self.row(trace) } }
            }
        }
        guard !rows.isEmpty else { return false }
        func sum(_ value: (Row) -> Double) -> Double { rows.map(value).reduce(0, +) }
        let best = sum(\.optimum)
        // Where the value of the optimum is small or negative, its ratio is meaningless.
        let top = (PaddedLadder.megabits.last ?? 1) * Double(content.segmentCount)
        let significant = rows.filter { $0.optimum > Self.significantShare * top }
        func mean(_ value: (Row) -> Double) -> Double {
            significant.map { value($0) / $0.optimum }.reduce(0, +) / Double(significant.count)
        }
        print(
            String(
                format: "mean of the ratios:   player %.3f, simulator %.3f, hls.js rule (simulated) %.3f (%d links)",
                mean(\.ours.value), mean(\.simulated), mean(\.rule), significant.count))
        print(
            String(
                format: "ratio of the sums:    player %.3f, simulator %.3f, hls.js rule (simulated) %.3f",
                sum(\.ours.value) / best, sum(\.simulated) / best, sum(\.rule) / best))
        for (index, peer) in peers.enumerated() {
            let played = rows.compactMap { row in row.peers[index].map { ($0.value, row) } }
            let below = played.filter { $0.0 > $0.1.ours.value }.map(\.1.name)
            print(
                String(
                    format: "%@: mean of the ratios %.3f, ratio of the sums %.3f; above the player on %d of %d: %@",
                    peer.name as NSString,
                    played.reduce(0) { $0 + $1.0 / $1.1.optimum } / Double(max(played.count, 1)),
                    played.reduce(0) { $0 + $1.0 } / max(played.reduce(0) { $0 + $1.1.optimum }, 1e-9), below.count,
                    played.count, below.joined(separator: ", ") as NSString))
        }
        let stalled = rows.filter { $0.ours.result.outcome.stallSeconds > 0.05 }
        print("stalled on \(stalled.count) of \(rows.count): \(stalled.map(\.name).joined(separator: ", "))")
        let far = significant.filter { abs($0.ours.value - $0.simulated) > 0.1 * $0.optimum }
        if !far.isEmpty { print("further than 10 % from the simulator: \(far.map(\.name).joined(separator: ", "))") }
        return rows.count == traces.count
    }

    private var head: String {
        let names = peers.map { String(format: "%8@", $0.name as NSString) }.joined()
        return "                       of the optimum" + String(repeating: " ", count: 8 * peers.count + 17)
            + "stalls s             startup s\n                     player  simulated  hls.js rule\(names)"
            + "      record  own       player  own    peers: stalls, start"
    }

    private func line(_ row: Row) -> String {
        let ours = row.ours.result
        var text =
            row.name.padding(toLength: 20, withPad: " ", startingAt: 0)
            + String(
                format: "%7.3f    %7.3f      %7.3f", row.ours.value / row.optimum, row.simulated / row.optimum,
                row.rule / row.optimum)
        for peer in row.peers { text += peer.map { String(format: " %7.3f", $0.value / row.optimum) } ?? "       -" }
        text += String(
            format: "      %6.1f %5.1f       %6.2f %5.2f", ours.outcome.stallSeconds, ours.ownStalls ?? .nan,
            ours.outcome.startupSeconds, ours.ownStartup ?? .nan)
        for peer in row.peers {
            guard let result = peer?.result else { continue }
            text += String(format: "   %.1f, %.2f", result.outcome.stallSeconds, result.outcome.startupSeconds)
        }
        return text + row.note
    }

    private func row(_ trace: NetworkTrace) async -> Row? {
        let playback = RealPlayback(content: content, trace: trace)
        do {
            let result = try await playback.run(.avplayer(program: player))
            // The simulator and the optimum start when the player requested its first segment, and include the same wait before it.
            let shifted = trace.shifted(by: result.leadIn)
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
                    "\n  player    \(result.outcome.variants)\n  simulator \(simulated.variants)\n  optimum   \(best.variants)\n  "
                    + simulated.log.joined(separator: "\n  ")
            }
            if result.outcome.variants.count < content.segmentCount {
                row.note += "  only \(result.outcome.variants.count) of \(content.segmentCount) segments"
            }
            for peer in peers {
                do {
                    let played = try await playback.run(peer.player)
                    row.peers.append((quality.value(of: played.outcome), played))
                    if simulator.keepsLog { row.note += "\n  \(peer.name) \(played.outcome.variants)" }
                } catch {
                    row.peers.append(nil)
                    row.note += "  \(peer.name): \(error)"
                }
            }
            return row
        } catch {
            print("\(trace.name): \(error)")
            return nil
        }
    }
}
