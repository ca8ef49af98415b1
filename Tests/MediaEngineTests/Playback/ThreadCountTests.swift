import CoreMedia
import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

/// The number of threads that the process has for its sessions.
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized, .ownThreads)
struct ThreadCountTests {
    /// Returns the names of this process's threads that belong to the engine or its libraries.
    private func engineThreads() -> [String] {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        let names = tasks.compactMap { task in
            (try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8))?
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        return names.filter { name in
            ["media ", "av:", "libdav1d", "threaded-ml", "alsa"].contains { name.hasPrefix($0) }
        }
    }

    private func become(_ count: Int) async throws -> [String] {
        var threads = engineThreads()
        _ = await eventually(every: .milliseconds(20)) {
            threads = engineThreads()
            return threads.count <= count
        }
        return threads
    }

    private func sessions(_ count: Int) async throws -> [SessionProbe] {
        var recipe = ClipRecipe.marked(frames: 240)
        recipe.audio = [AudioRecipe()]
        let clip = try await StreamMaker.shared.clip(recipe)
        let probes = (0..<count).map { _ in SessionProbe(clip) { $0.playsAudio = true } }
        for probe in probes { #expect(await probe.firstPicture()) }
        return probes
    }

    @Test("30 loaded, paused sessions have at most 12 threads in total")
    func pausedSessions() async throws {
        let probes = try await sessions(30)
        let threads = try await become(12)
        #expect(threads.count <= 12, "\(threads.sorted())")
        // The sessions still work: a seek restarts one session's threads.
        #expect(await probes[7].seek(3).reachedTime == 3)
        for probe in probes { probe.session.close() }
    }

    @Test("4 playing sessions have at most 24 threads in total")
    func playingSessions() async throws {
        let probes = try await sessions(4)
        for probe in probes { probe.session.setRate(1) }
        #expect(
            await eventually(within: SessionProbe.timeout) {
                probes.allSatisfy { $0.session.currentTime.seconds > 0.3 }
            })
        let threads = engineThreads()
        #expect(threads.count <= 24, "\(threads.sorted())")
        for probe in probes { probe.session.close() }
    }
}
