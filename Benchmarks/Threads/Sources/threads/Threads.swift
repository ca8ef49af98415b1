import AVFoundation
import Foundation

/// Counts all threads of a process without a window that has 30 loaded, paused players, and of one with 4 playing players.
///
///     threads URL
///
/// `opening` is the maximum while the 30 players open; `paused` and `playing` are counted after the idle workers of libdispatch have ended.
@main
struct Threads {
    private static let pausedPlayers = 30
    private static let playingPlayers = 4
    private static let timeout = 30.0
    /// Seconds after which libdispatch has ended idle workers (after five seconds).
    private static let settlingSeconds = 8.0

    @MainActor
    static func main() {
        guard let address = CommandLine.arguments.dropFirst().first else {
            print("usage: threads URL")
            exit(2)
        }
        let url = address.contains("://") ? URL(string: address) : URL(fileURLWithPath: address)
        guard let url else {
            print("threads: '\(address)' is not a URL")
            exit(2)
        }
        var players = (0..<pausedPlayers).map { _ in AVPlayer(url: url) }
        let layers = players.map { AVPlayerLayer(player: $0) }
        var opening = 0
        let areReady = wait {
            opening = max(opening, count)
            return layers.allSatisfy(\.isReadyForDisplay)
        }
        guard areReady else { fail("not every player became ready") }
        run(for: settlingSeconds)
        let paused = count
        for player in players.dropFirst(playingPlayers) { player.replaceCurrentItem(with: nil) }
        players.removeLast(players.count - playingPlayers)
        for player in players {
            player.isMuted = true
            player.play()
        }
        guard wait(until: { players.allSatisfy { $0.currentTime().seconds > 1 } }) else {
            fail("not every player is playing")
        }
        run(for: settlingSeconds)
        var playing = 0
        for _ in 0..<20 {
            playing = max(playing, count)
            run(for: 0.1)
        }
        print("{\"opening\":\(opening),\"paused\":\(paused),\"playing\":\(playing)}")
    }

    /// All threads of the process, including those of Foundation's pools.
    private static var count: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
    }

    @MainActor
    private static func wait(until condition: () -> Bool) -> Bool {
        let end = Date(timeIntervalSinceNow: timeout)
        while !condition() {
            guard Date() < end else { return false }
            run(for: 0.02)
        }
        return true
    }

    @MainActor
    private static func run(for seconds: Double) { RunLoop.main.run(until: Date(timeIntervalSinceNow: seconds)) }

    private static func fail(_ message: String) -> Never {
        print("threads: \(message)")
        exit(1)
    }
}
