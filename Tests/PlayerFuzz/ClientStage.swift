import AVKit
import CoreMedia
import Foundation
import MediaTesting
import UIKit

/// The objects of a client: its windows, player controllers, players and sessions of Picture in Picture.
@MainActor
final class ClientStage {
    private static let greatestCount = 4

    private let media: ClientMedia
    let sound: SoundServer?
    private(set) var windows: [UIWindow] = []
    private(set) var controllers: [AVPlayerViewController] = []
    private(set) var playerViews: [AVPlayerView] = []
    private(set) var layers: [LayerClient] = []
    private var delegates: [ClientDelegate] = []
    let remains = Remains()

    init(media: ClientMedia, sound: SoundServer?) {
        self.media = media
        self.sound = sound
    }

    // MARK: Windows

    func openWindow(_ numbers: inout SeededNumbers) {
        guard windows.count < 3 else { return closeWindow(&numbers) }
        let sizes = [(640, 360), (320, 500), (900, 600), (200, 120)]
        let (width, height) = numbers.choose(sizes) ?? (640, 360)
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: width, height: height))
        remains.add(window, "window")
        if numbers.chance(0.4) {
            let controller = makeController(&numbers)
            window.rootViewController = controller
        } else {
            window.rootViewController = UIViewController()
        }
        window.makeKeyAndVisible()
        windows.append(window)
    }

    func closeWindow(_ numbers: inout SeededNumbers) {
        guard let index = windows.indices.randomElement(using: &numbers) else { return }
        let window = windows.remove(at: index)
        if numbers.chance(0.5) { window.close() } else { window.isHidden = true }
    }

    /// Drops the windows that the viewer has closed.
    func dropClosedWindows() { windows.removeAll(where: \.isClosed) }

    func window(_ numbers: inout SeededNumbers) -> UIWindow? {
        dropClosedWindows()
        if windows.isEmpty { openWindow(&numbers) }
        return windows.randomElement(using: &numbers)
    }

    // MARK: Controllers

    @discardableResult
    func makeController(_ numbers: inout SeededNumbers) -> AVPlayerViewController {
        while controllers.count >= Self.greatestCount { release(controllers[0]) }
        let controller = AVPlayerViewController()
        remains.add(controller, "player view controller")
        controller.player = player(&numbers)
        if numbers.chance(0.8) {
            let delegate = makeDelegate(&numbers)
            delegate.owner = controller
            controller.delegate = delegate
        }
        controller.entersFullScreenWhenPlaybackBegins = numbers.chance(0.1)
        controller.exitsFullScreenWhenPlaybackEnds = numbers.chance(0.3)
        controller.canStartPictureInPictureAutomaticallyFromInline = numbers.chance(0.3)
        controllers.append(controller)
        return controller
    }

    func makeDelegate(_ numbers: inout SeededNumbers) -> ClientDelegate {
        let delegate = ClientDelegate()
        delegate.register()
        delegate.answers = numbers.choose(ClientDelegate.Answers.allCases) ?? .atOnce
        delegates.append(delegate)
        if delegates.count > 3 * Self.greatestCount { delegates.removeFirst() }
        return delegate
    }

    func delegate(_ numbers: inout SeededNumbers) -> ClientDelegate? { numbers.choose(delegates) }

    func controller(_ numbers: inout SeededNumbers) -> AVPlayerViewController? {
        if controllers.isEmpty { makeController(&numbers) }
        return numbers.choose(controllers)
    }

    /// Shows a controller in a window: presented, embedded, in a scroll view, or as its root.
    func show(_ controller: AVPlayerViewController, _ numbers: inout SeededNumbers) {
        guard controller.parent == nil, controller.presentingViewController == nil,
            !windows.contains(where: { $0.rootViewController === controller }), let window = window(&numbers),
            let root = window.rootViewController
        else { return }
        switch numbers.integer(0...3) {
        case 0: root.present(controller, animated: numbers.chance(0.7))
        case 1, 2:
            let size = window.bounds.size
            let frame = CGRect(
                x: Double(size.width) * numbers.number(0...0.5), y: Double(size.height) * numbers.number(0...0.5),
                width: Double(size.width) * numbers.number(0.2...1),
                height: Double(size.height) * numbers.number(0.2...1))
            root.addChild(controller)
            controller.view.frame = frame
            if numbers.chance(0.3) {
                let scroll = UIScrollView(frame: root.view.bounds)
                scroll.contentSize = CGSize(width: size.width, height: size.height * 3)
                root.view.addSubview(scroll)
                scroll.addSubview(controller.view)
            } else {
                root.view.addSubview(controller.view)
            }
            controller.didMove(toParent: root)
        default: window.rootViewController = controller
        }
    }

    /// Removes a controller from the place where it is shown; the client keeps it.
    func hide(_ controller: AVPlayerViewController, _ numbers: inout SeededNumbers) {
        if controller.parent != nil {
            controller.willMove(toParent: nil)
            controller.view.removeFromSuperview()
            controller.removeFromParent()
        } else if controller.presentingViewController != nil {
            controller.dismiss(animated: numbers.chance(0.7))
        } else if let window = windows.first(where: { $0.rootViewController === controller }) {
            window.rootViewController = UIViewController()
        }
    }

    /// Drops the client's reference without notifying anyone.
    func release(_ controller: AVPlayerViewController) {
        controllers.removeAll { $0 === controller }
        controller.viewIfLoaded?.removeFromSuperview()
        controller.removeFromParent()
        for window in windows where window.rootViewController === controller {
            window.rootViewController = UIViewController()
        }
        if controller.presentingViewController != nil { controller.dismiss(animated: true) }
    }

    // MARK: Players

    /// Returns a new player, one of another controller, or nil.
    func player(_ numbers: inout SeededNumbers) -> AVPlayer? {
        if numbers.chance(0.1) { return nil }
        if numbers.chance(0.15), let other = numbers.choose(controllers)?.player { return other }
        let player: AVPlayer
        if numbers.chance(0.25) {
            player = AVQueuePlayer(items: (0..<3).map { _ in media.item(&numbers) })
        } else {
            player = AVPlayer(playerItem: media.item(&numbers))
        }
        remains.add(player, "player")
        player.isMuted = numbers.chance(0.3)
        if numbers.chance(0.8) { player.play() }
        return player
    }

    func item(_ numbers: inout SeededNumbers) -> AVPlayerItem { media.item(&numbers) }
    func decorate(_ item: AVPlayerItem, _ numbers: inout SeededNumbers) { media.decorate(item, &numbers) }

    // MARK: Other views

    func togglePlayerView(_ numbers: inout SeededNumbers) {
        if let view = playerViews.popLast() { return view.removeFromSuperview() }
        guard let root = window(&numbers)?.rootViewController, !(root is AVPlayerViewController) else { return }
        let view = AVPlayerView(frame: CGRect(x: 10, y: 10, width: 300, height: 200))
        remains.add(view, "player view")
        let styles: [AVPlayerViewControlsStyle] = [.floating, .inline, .minimal, .none]
        view.controlsStyle = numbers.choose(styles) ?? .floating
        view.showsFullScreenToggleButton = numbers.chance(0.5)
        view.showsFrameSteppingButtons = numbers.chance(0.5)
        view.allowsMagnification = numbers.chance(0.5)
        view.player = player(&numbers)
        root.view.addSubview(view)
        playerViews.append(view)
    }

    func toggleLayer(_ numbers: inout SeededNumbers) {
        if let layer = layers.popLast() { return layer.view.removeFromSuperview() }
        guard let root = window(&numbers)?.rootViewController, !(root is AVPlayerViewController),
            let client = LayerClient(player: player(&numbers), delegate: makeDelegate(&numbers))
        else { return }
        remains.add(client.controller, "Picture in Picture controller")
        client.controller.canStartPictureInPictureAutomaticallyFromInline = numbers.chance(0.3)
        root.view.addSubview(client.view)
        layers.append(client)
    }

    // MARK: The end

    /// Releases everything, as a client does that leaves its player.
    func releaseAll() {
        for controller in controllers { controller.player = nil }
        // Picture in Picture retains the controllers that the client has released meanwhile.
        for object in remains.objects {
            (object as? AVPlayerViewController)?.allowsPictureInPicturePlayback = false
            (object as? AVPictureInPictureController)?.stopPictureInPicture()
        }
        for view in playerViews { view.player = nil }
        for (index, window) in windows.enumerated() where !window.isClosed {
            if index.isMultiple(of: 2) { window.close() } else { window.isHidden = true }
        }
        (windows, controllers, playerViews, layers, delegates) = ([], [], [], [], [])
    }
}

/// A client that shows video with a player layer of its own, and offers Picture in Picture for it.
@MainActor
final class LayerClient {
    let view: LayerView
    let controller: AVPictureInPictureController

    init?(player: AVPlayer?, delegate: ClientDelegate) {
        view = LayerView(frame: CGRect(x: 40, y: 40, width: 240, height: 135))
        guard let layer = view.layer as? AVPlayerLayer,
            let controller = AVPictureInPictureController(playerLayer: layer)
        else { return nil }
        self.controller = controller
        layer.player = player
        delegate.owner = controller
        controller.delegate = delegate
    }
}

/// A view whose layer is an `AVPlayerLayer`.
final class LayerView: UIView {
    override class var layerClass: AnyClass { AVPlayerLayer.self }
}

/// Weak references to everything that the client has created.
@MainActor
final class Remains {
    private struct Entry {
        weak var object: AnyObject?
        var name: String
    }
    private var entries: [Entry] = []

    func add(_ object: AnyObject, _ name: String) {
        entries.removeAll { $0.object == nil }
        entries.append(Entry(object: object, name: name))
    }

    var objects: [AnyObject] { entries.compactMap(\.object) }

    /// The objects that still exist, by kind.
    var description: String {
        Dictionary(grouping: entries.filter { $0.object != nil }, by: \.name).sorted { $0.key < $1.key }
            .map { "\($0.value.count) \($0.key)" }.joined(separator: ", ")
    }
}
