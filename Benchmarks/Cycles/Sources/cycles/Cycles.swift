import AVKit
import Foundation

/// Opens, plays and closes items repeatedly, and measures what the process retains: memory, threads, descriptors.
///
///     cycles [--windows] COUNT FILE…
///
/// Without `--windows` only a player is created; with it each item has a window and a player view controller.
@main
struct Cycles {
    @MainActor
    static func main() {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let opensWindows = arguments.first == "--windows"
        if opensWindows { arguments.removeFirst() }
        guard let count = arguments.first.flatMap(Int.init), arguments.count > 1 else {
            print("usage: cycles [--windows] COUNT FILE…")
            exit(2)
        }
        let files = arguments.dropFirst().map { URL(fileURLWithPath: $0) }
        if opensWindows {
            WindowCycles.plan = (count, files)
            exit(UIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, "cycles.WindowCycles"))
        }
        var tally = Tally(count: count)
        for cycle in 0..<count {
            if cycle == tally.warmUp { tally.settled = calm() }
            if !playOnce(files[cycle % files.count]) { tally.failures += 1 }
            tally.tell(cycle)
        }
        tally.finish(calm())
    }

    /// Plays one item from opening to its first frames.
    @MainActor
    static func playOnce(_ url: URL) -> Bool {
        let player = AVPlayer(url: url)
        let layer = AVPlayerLayer(player: player)
        player.play()
        let hasPlayed = wait(10) { layer.isReadyForDisplay && player.currentTime().seconds > 0.05 }
        player.pause()
        player.replaceCurrentItem(with: nil)
        return hasPlayed
    }

    /// The resources that remain after everything that ends by itself has ended.
    @MainActor
    static func calm() -> Use {
        _ = wait(Use.settlingSeconds) { false }
        return Use.now()
    }

    @MainActor
    static func wait(_ seconds: Double, until condition: () -> Bool) -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        while !condition() {
            guard Date() < end else { return false }
            RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.005))
        }
        return true
    }
}
