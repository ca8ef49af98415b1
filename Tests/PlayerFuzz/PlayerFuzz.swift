import AVKit
import Foundation
import MediaTesting
import UIKit

/// Uses players in random ways on the display of DISPLAY: real events of keyboard, pointer and fingers, and a client's calls between them.
///
///     player-fuzz SEED COUNT CLIP…
///
/// Performs COUNT actions that SEED determines, and prints each of them before it begins. `script/soak ui` provides the display. The exit code is 0
/// if all invariants held: the main thread answers, the interface is consistent at rest, at most one session of Picture in Picture is active and
/// its delegate is called in order, and no released object remains. `OPENAVKIT_PATIENCE` multiplies all limits of time.
@main
@MainActor
final class PlayerFuzz: UIResponder, UIApplicationDelegate {
    private static var seed: UInt64 = 0
    private static var count = 0
    private static var clips: [URL] = []
    private var stage: ClientStage?

    required override init() { super.init() }

    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count > 2, let seed = UInt64(arguments[0]), let count = Int(arguments[1]) else {
            print("usage: player-fuzz SEED COUNT CLIP…")
            exit(2)
        }
        (self.seed, self.count, clips) = (seed, count, arguments.dropFirst(2).map { URL(fileURLWithPath: $0) })
        exit(UIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, "player_fuzz.PlayerFuzz"))
    }

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        UIApplication.endsWithLastWindow = false
        // Every third seed is for the television idiom.
        if Self.seed % 3 == 2 { UIDevice.current.setIdiom(.tv) }
        var sound: SoundServer?
        do { sound = SoundServer.isAvailable ? try SoundServer() : nil } catch {
            printLine("the audio server cannot be started: \(error)")
        }
        setenv("PULSE_SERVER", sound?.address ?? "unix:/nonexistent", 1)
        printLine("seed \(Self.seed), \(UIDevice.current.userInterfaceIdiom), sound \(sound != nil)")
        let stage = ClientStage(media: ClientMedia(clips: Self.clips), sound: sound)
        self.stage = stage
        FuzzDriver(seed: Self.seed, count: Self.count) { stage }.start()
        return true
    }
}
