import AVKit
import Foundation

/// What the scenarios have in common: their arguments, waiting, and the verdict.
class Scenario: UIResponder, UIApplicationDelegate {
    static var arguments: [String] = []

    let watch = ScreenWatch(timeoutFactor: Windows.timeoutFactor)
    /// The number of findings that are printed.
    private static let printedFindings = 20

    required override init() { super.init() }

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        watch.start()
        Task { @MainActor in
            await run()
            finish()
        }
        return true
    }

    func run() async {}

    /// Prints the findings and exits.
    func finish() -> Never {
        watch.stop()
        let findings = watch.takeFindings()
        for finding in findings.prefix(Self.printedFindings) { printLine(finding) }
        if findings.count > Self.printedFindings { printLine("\(findings.count) findings") }
        exit(findings.isEmpty ? 0 : 1)
    }

    /// Waits without blocking the main thread; a condition that is not met in time is a finding.
    @discardableResult
    func wait(_ seconds: Double, for what: @autoclosure () -> String, until condition: () -> Bool) async -> Bool {
        let end = Date(timeIntervalSinceNow: seconds * Windows.timeoutFactor)
        while !condition() {
            guard Date() < end else {
                watch.add("not in time: \(what())")
                return false
            }
            try? await Task.sleep(nanoseconds: 2_000_000)
        }
        return true
    }

    func pause(_ milliseconds: Int) async { try? await Task.sleep(nanoseconds: UInt64(milliseconds) * 1_000_000) }

    /// Waits until the clip is on the screen.
    @discardableResult
    func see(
        _ clip: Int, in area: Area, rows: [Double] = ScreenWatch.openRows, player: AVPlayer? = nil, _ what: String
    ) async -> Bool {
        watch.expect(ScreenWatch.Expectation(area: area, clip: clip, rows: rows, player: player))
        return await wait(10, for: "clip \(clip), \(what)") { watch.isSeen }
    }

    /// Waits until no video is on the screen.
    func seeNothing(in area: Area, _ what: String) async {
        watch.expect(ScreenWatch.Expectation(area: area, clip: -1, rows: ScreenWatch.openRows))
        await wait(5, for: "no video, \(what)") { watch.isBlank }
        watch.expect(nil)
    }

    /// Creates a player that plays a clip, without audio.
    func makePlayer(_ clip: Int, _ clips: [URL]) -> AVPlayer {
        let player = AVPlayer(url: clips[clip])
        player.isMuted = true
        player.play()
        return player
    }

    /// The process's resources after everything that ends by itself has ended.
    func settled() async -> ProcessFigures {
        await pause(3000)
        return .now
    }
}
