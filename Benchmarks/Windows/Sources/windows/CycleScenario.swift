import AVKit
import Foundation

/// Many windows, one after the other, each misused in some way while its video is drawn, and then closed in the middle of it.
final class CycleScenario: Scenario {
    /// Cycles before the first measurement, after which caches, pools and the allocator have settled.
    private static let warmUp = 50
    private static let allowedGrowthKilobytes = 10 * 1024

    private var clips: [URL] = []
    private let builders = LayerBuilders()
    private let screen = Screen()

    override func run() async {
        let count = Self.arguments.first.flatMap(Int.init) ?? 1
        clips = Self.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
        builders.start()
        var before = await figures()
        for cycle in 0..<count {
            if cycle == min(Self.warmUp, count / 2) { before = await figures() }
            await runCycle(cycle)
        }
        compare(before, await figures())
        builders.stop()
    }

    // MARK: Resources

    private func figures() async -> (process: ProcessFigures, display: Screen.Counts) {
        builders.removeAll()
        return (await settled(), screen?.counts ?? Screen.Counts())
    }

    private func compare(
        _ before: (process: ProcessFigures, display: Screen.Counts),
        _ after: (process: ProcessFigures, display: Screen.Counts)
    ) {
        printLine(
            "report: before \(before.process), \(before.display.clients) connections, \(before.display.resources) X resources"
        )
        printLine(
            "report: after \(after.process), \(after.display.clients) connections, \(after.display.resources) X resources"
        )
        if after.process.threads > before.process.threads { watch.add("threads grew: \(ProcessFigures.threadNames)") }
        if after.process.descriptors > before.process.descriptors { watch.add("descriptors grew") }
        if after.display.clients > before.display.clients { watch.add("connections to the display grew") }
        if after.display.resources > before.display.resources { watch.add("X resources grew") }
        let growth = after.process.kilobytes - before.process.kilobytes
        if growth > Self.allowedGrowthKilobytes, !Windows.isSanitized { watch.add("memory grew by \(growth) kB") }
    }

    // MARK: One cycle

    private enum Misuse: CaseIterable {
        case closeAtOnce, replacePlayer, replaceItemFromThread, removeView, releaseController, resize, churnLayers,
            moveLayer
    }

    private func runCycle(_ cycle: Int) async {
        let misuse = Misuse.allCases[cycle % Misuse.allCases.count]
        let isController =
            misuse == .releaseController || (misuse != .churnLayers && misuse != .moveLayer && Bool.random())
        let what = "cycle \(cycle), \(misuse) of a \(isController ? "controller" : "layer")"
        watch.note(what)
        let remains = await perform(misuse, isController: isController, what, cycle)
        await seeNothing(in: Area(windowOf: 480, 270), what)
        await wait(5, for: "the release of window, controller and player, \(what): \(remains.names)") {
            remains.isEmpty
        }
    }

    private func perform(_ misuse: Misuse, isController: Bool, _ what: String, _ cycle: Int) async -> Remains {
        let area = Area(windowOf: 480, 270)
        let clip = cycle % clips.count
        let next = (clip + 1) % clips.count
        let player = makePlayer(clip, clips)
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: area.width, height: area.height))
        let remains = Remains(window)
        remains.player = player
        let video: Video =
            isController ? .controller(AVPlayerViewController()) : .view(PlayerView(frame: window.bounds))
        video.player = player
        window.rootViewController = video.makeRoot()
        remains.root = window.rootViewController
        window.makeKeyAndVisible()
        if misuse == .closeAtOnce {
            await pause(Int.random(in: 0...40))
            return remains
        }
        guard await see(clip, in: area, player: player, what) else { return remains }
        await pause(Int.random(in: 0...20))
        switch misuse {
        case .closeAtOnce: break
        case .replacePlayer:
            let other = makePlayer(next, clips)
            watch.expect(.init(area: area, clip: next, rows: ScreenWatch.openRows, player: other))
            video.player = other
            await wait(10, for: "the second player, \(what)") { watch.isSeen }
        case .replaceItemFromThread:
            watch.expect(.init(area: area, clip: next, rows: ScreenWatch.openRows))
            let url = clips[next]
            for _ in 0..<2 {
                Thread.detachNewThread {
                    player.pause()
                    player.replaceCurrentItem(with: AVPlayerItem(url: url))
                    player.play()
                }
            }
            await wait(10, for: "the second item, \(what)") { watch.isSeen }
        case .removeView:
            video.removeFromRoot()
            await seeNothing(in: area, what)
        case .releaseController:
            window.rootViewController = UIViewController()
            await seeNothing(in: area, what)
        case .resize:
            watch.expect(nil)
            for _ in 0..<4 {
                // Not nearly as wide as at last, so that video of another size is not taken for that of the last size.
                let width = Bool.random() ? Int.random(in: 200...370) : Int.random(in: 430...500)
                window.frame.size = CGSize(width: width, height: Int.random(in: 120...400))
                await pause(Int.random(in: 0...15))
            }
            window.frame.size = CGSize(width: 400, height: 300)
            await see(clip, in: area.resized(to: 400, 300), player: player, what)
        case .churnLayers:
            guard let root = window.rootViewController?.view else { break }
            let end = Date(timeIntervalSinceNow: 0.1)
            while Date() < end {
                let layers = builders.take()
                for layer in layers {
                    layer.frame = CGRect(x: 20, y: 125, width: 440, height: 20)
                    root.layer.addSublayer(layer)
                }
                await pause(2)
                for layer in layers { layer.removeFromSuperlayer() }
            }
        case .moveLayer:
            guard case .view(let view) = video else { break }
            let second = UIWindow(frame: CGRect(x: 0, y: 0, width: 440, height: 240))
            second.rootViewController = UIViewController()
            second.makeKeyAndVisible()
            view.frame = second.bounds
            watch.expect(nil)
            second.rootViewController?.view.addSubview(view)
            let before =
                await see(clip, in: Area(windowOf: 440, 240), player: player, what) ? watch.counts.changes : .max
            await wait(5, for: "frames in the second window, \(what)") { watch.counts.changes > before + 3 }
            // The second window closes at the end of its scope.
            watch.expect(nil)
        }
        watch.expect(nil)
        return remains
    }
}

/// How a window shows video.
@MainActor
enum Video {
    case controller(AVPlayerViewController)
    case view(PlayerView)

    var player: AVPlayer? {
        get {
            switch self {
            case .controller(let controller): controller.player
            case .view(let view): view.playerLayer.player
            }
        }
        nonmutating set {
            switch self {
            case .controller(let controller): controller.player = newValue
            case .view(let view): view.playerLayer.player = newValue
            }
        }
    }

    func makeRoot() -> UIViewController {
        switch self {
        case .controller(let controller):
            controller.showsPlaybackControls = false
            controller.videoGravity = .resize
            return controller
        case .view(let view):
            let root = UIViewController()
            view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            root.view.frame = view.frame
            root.view.addSubview(view)
            return root
        }
    }

    func removeFromRoot() {
        switch self {
        case .controller(let controller): controller.view.removeFromSuperview()
        case .view(let view): view.removeFromSuperview()
        }
    }
}

/// Weak references to the objects of a cycle.
@MainActor
final class Remains {
    weak var window: UIWindow?
    weak var root: UIViewController?
    weak var player: AVPlayer?

    init(_ window: UIWindow) { self.window = window }

    var names: String {
        [window == nil ? nil : "window", root == nil ? nil : "controller", player == nil ? nil : "player"]
            .compactMap { $0 }.joined(separator: ", ")
    }

    var isEmpty: Bool { names.isEmpty }
}
