import Compositor
import Foundation
import QuartzCore
import WindowSystem

/// Connects a `UIWindow` to its platform window: passes frames to the platform window, and events to the `UIWindow`.
@MainActor final class WindowHost {
    let platform: any PlatformWindow
    private let pipeline: any FramePipeline
    private weak var window: UIWindow?
    private var isFrameRequested = false
    private(set) var hasDrawn = false
    /// Whether the window displays video that keeps the display awake.
    private var isWakeful = false

    static func makePlatform(_ options: WindowOptions) -> any PlatformWindow {
        guard !UIApplication.isHeadless else { return MemoryWindow(options) }
        do {
            return try DisplayWindow(options)
        } catch {
            if error.code != .noDisplay { FileHandle.standardError.write(Data("\(error)\n".utf8)) }
            return MemoryWindow(options)
        }
    }

    init(_ window: UIWindow) {
        self.window = window
        var options = WindowOptions()
        options.title = window.title
        options.size = window.bounds.size == .zero ? UIScreen.main.bounds.size : window.bounds.size
        if let restrictions = window.windowScene?.sizeRestrictions {
            (options.minimumSize, options.maximumSize) = (restrictions.minimumSize, restrictions.maximumSize)
        }
        options.resizing = window.resizing(atSize: options.size)
        options.position = window.screen.display?.frame.origin
        options.hasFrame = window.hasFrame
        options.isAlwaysOnTop = window.windowLevel > .normal
        let isTelevision = UIDevice.current.userInterfaceIdiom == .tv && !UIApplication.isHeadless
        options.isFullScreen = isTelevision || window.isFullScreen
        window.panel?.apply(to: &options)
        platform = UIWindow.platformMaker(options)
        pipeline =
            if let display = platform as? DisplayWindow {
                DisplayPipeline(window.layer, display)
            } else {
                MemoryPipeline(window.layer, platform)
            }
        platform.eventHandler = { [weak self] event in self?.handle(event) }
        pipeline.start(
            FrameHandlers(
                // Layers change on the main thread and video frames on any thread, so the main queue is used for both.
                frameNeeded: { [weak self] in
                    DispatchQueue.main.async { MainActor.assumeIsolated { self?.requestFrame() } }
                },
                firstFrameShown: { [weak self] in self?.drewFirstFrame() }))
        fit()
        WakefulContents.shared.setChangeHandler {
            DispatchQueue.main.async {
                MainActor.assumeIsolated {
                    for window in UIApplication.shared.windows + UIWindow.panels { window.host?.updateWakefulness() }
                }
            }
        }
    }

    isolated deinit {
        setWakeful(false)
        pipeline.end()
        platform.eventHandler = nil
        platform.close()
    }

    func show() {
        platform.show()
        fit()
        requestFrame()
    }

    func close() {
        setWakeful(false)
        pipeline.end()
        if hasDrawn, let window { AccessibilityBridge.shared.remove(window: window.accessibleNode) }
        platform.eventHandler = nil
        platform.close()
        window = nil
    }

    /// Applies the size and scale that the window system has assigned.
    private func fit() {
        guard let window else { return }
        pipeline.scale = platform.scale
        UIScreen.main.update(scale: platform.scale)
        let size = platform.size
        guard size != window.bounds.size else { return }
        let coordinator = TransitionCoordinator(
            from: window.rootViewController, to: window.rootViewController, containerView: window, duration: 0)
        if hasDrawn { window.rootViewController?.viewWillTransition(to: size, with: coordinator) }
        UIView.performWithoutAnimation {
            window.bounds = CGRect(origin: .zero, size: size)
            window.center = CGPoint(x: size.width / 2, y: size.height / 2)
            coordinator.runAnimations()
        }
        coordinator.finish()
        window.windowScene?.geometryChanged()
    }

    func requestFrame() {
        guard !isFrameRequested, window != nil else { return }
        isFrameRequested = true
        MainLoop.shared.frames.requestFrame { [weak self] _ in self?.render() }
    }

    func render() {
        isFrameRequested = false
        guard let window, !window.isHidden else { return }
        pipeline.commit(at: HostTime.now)
        if pipeline.isAnimating { requestFrame() }
        updateWakefulness()
    }

    /// Keeps the display awake while a visible layer of the window plays video.
    func updateWakefulness() {
        setWakeful(platform.isVisible && WakefulContents.shared.contains(anyOf: pipeline.shownVideo))
    }

    private func setWakeful(_ newValue: Bool) {
        guard newValue != isWakeful else { return }
        isWakeful = newValue
        UIApplication.shared.keepDisplayAwake(newValue, for: ObjectIdentifier(self))
    }

    private func drewFirstFrame() {
        guard !hasDrawn, let window else { return }
        hasDrawn = true
        window.firstFrameHandler?()
        window.firstFrameHandler = nil
        guard platform is DisplayWindow else { return }
        MainLoop.shared.whenIdle { [weak window] in
            if let window { AccessibilityBridge.shared.add(window: window.accessibleNode) }
            GamepadHub.shared.start()
            UIApplication.shared.followDesktop()
        }
    }

    private func handle(_ event: WindowEvent) {
        guard let window else { return }
        if let panel = window.panel, panel.handles(event, in: window) { return }
        switch event {
        case .resized:
            fit()
            window.applySizeAfterFullScreen()
            render()
        case .exposed:
            pipeline.surfaceWasLost()
            requestFrame()
        case .focusChanged(let isActive):
            isActive ? window.makeKey() : window.setKey(false)
            if !isActive { window.dispatcher.cancelAll(in: window) }
            if hasDrawn { AccessibilityBridge.shared.window(window.accessibleNode, isActive: isActive) }
            UIApplication.shared.windowStateChanged(in: window.windowScene)
        case .visibilityChanged(let isVisible):
            if isVisible { requestFrame() }
            updateWakefulness()
            UIApplication.shared.windowStateChanged(in: window.windowScene)
        case .fullScreenChanged:
            fit()
            window.updateChrome()
            NotificationCenter.default.post(name: UIWindow.fullScreenDidChangeNotification, object: window)
            requestFrame()
        case .closeRequested, .lost(.destroyed): UIApplication.shared.closeRequested(window)
        case .lost(.display): window.displayWasLost()
        case .drop(let drop): UIApplication.shared.open(drop.files, droppedAt: drop.location, in: window)
        case .moved: break
        case .pointer, .wheel, .key, .text, .composition, .touch, .gamepad: window.dispatcher.handle(event, in: window)
        }
    }
}
