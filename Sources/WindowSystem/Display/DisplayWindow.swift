import CSDL
public import Foundation
public import QuartzCore

/// A window on the display.
@MainActor
public final class DisplayWindow: PlatformWindow {
    public var eventHandler: (@MainActor (WindowEvent) -> Void)?
    public private(set) var isVisible = false
    public private(set) var hasFocus = false
    public private(set) var pixelSize: (width: Int, height: Int)

    // SDL's window; nil after `close`.
    private var handle: OpaquePointer?
    private let identifier: UInt32
    private let server = DisplayServer.shared
    private var frameBeforeFullScreen: CGRect?
    // nil after `close`.
    private var surface: DisplaySurface?
    private var renderThread: RenderThread?

    /// Opens the display if need be and makes a window that is not shown yet.
    /// - Throws: a `WindowError` that names the driver and the way out. Nothing is left behind then.
    public init(_ options: WindowOptions = WindowOptions()) throws(WindowError) {
        guard MainLoop.isOnProcessMainThread else {
            throw WindowError(code: .mainThreadLost, message: MainLoopError.mainThreadLost.description)
        }
        try server.open()
        var flags = SDL_WINDOW_HIDDEN.rawValue | SDL_WINDOW_ALLOW_HIGHDPI.rawValue
        if options.isResizable { flags |= SDL_WINDOW_RESIZABLE.rawValue }
        if !options.hasFrame { flags |= SDL_WINDOW_BORDERLESS.rawValue }
        if options.isAlwaysOnTop { flags |= SDL_WINDOW_ALWAYS_ON_TOP.rawValue }
        let guess = server.scale
        let made = SDL_CreateWindow(
            options.title, Self.coordinate(options.position?.x, guess), Self.coordinate(options.position?.y, guess),
            Int32(ScaleRule.pixels(options.size.width, scale: guess)),
            Int32(ScaleRule.pixels(options.size.height, scale: guess)), flags)
        guard let made else {
            throw WindowError(
                code: .displayFailed, driver: server.driver ?? "",
                message: "The driver '\(server.driver ?? "")' makes no window: \(sdlError()).")
        }
        handle = made
        identifier = SDL_GetWindowID(made)
        pixelSize = (1, 1)
        surface = DisplaySurface(
            display: sdl_x11_display_name(made).map { String(cString: $0) },
            window: UInt32(truncatingIfNeeded: sdl_x11_window(made)))
        server.register(self, identifier: identifier, handle: made)
        // The scale is known only once there is a first window.
        if server.scale != guess { size = options.size }
        refreshPixelSize()
        minimumSize = options.minimumSize
        if options.isFullScreen { isFullScreen = true }
    }

    isolated deinit {
        close()
    }

    /// The number by which other programs know the window under X11.
    public var systemIdentifier: UInt { UInt(sdl_x11_window(handle)) }

    public var scale: CGFloat { server.scale }

    public var size: CGSize {
        get { CGSize(width: CGFloat(pixelSize.width) / scale, height: CGFloat(pixelSize.height) / scale) }
        set {
            guard let handle else { return }
            SDL_SetWindowSize(
                handle, Int32(ScaleRule.pixels(newValue.width, scale: scale)),
                Int32(ScaleRule.pixels(newValue.height, scale: scale)))
        }
    }

    public var position: CGPoint {
        get {
            var x: Int32 = 0
            var y: Int32 = 0
            if let handle { SDL_GetWindowPosition(handle, &x, &y) }
            return CGPoint(x: CGFloat(x) / scale, y: CGFloat(y) / scale)
        }
        set {
            guard let handle else { return }
            SDL_SetWindowPosition(handle, Self.coordinate(newValue.x, scale), Self.coordinate(newValue.y, scale))
        }
    }

    public var minimumSize: CGSize = .zero {
        didSet {
            guard let handle, minimumSize.width > 0 || minimumSize.height > 0 else { return }
            SDL_SetWindowMinimumSize(
                handle, Int32(ScaleRule.pixels(minimumSize.width, scale: scale)),
                Int32(ScaleRule.pixels(minimumSize.height, scale: scale)))
        }
    }

    public var title: String {
        get { handle.map { String(cString: SDL_GetWindowTitle($0)) } ?? "" }
        set { if let handle { SDL_SetWindowTitle(handle, newValue) } }
    }

    public var isFullScreen: Bool {
        get { frameBeforeFullScreen != nil }
        set {
            guard let handle, newValue != isFullScreen else { return }
            let former = frameBeforeFullScreen
            frameBeforeFullScreen = newValue ? CGRect(origin: position, size: size) : nil
            if sdl_x11_has_window_manager(handle) != 0 {
                SDL_SetWindowFullscreen(handle, newValue ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : 0)
            } else if newValue {
                // Nobody is there to do it: a television's bare X server. The window takes the display itself.
                coverDisplay()
            } else if let former {
                position = former.origin
                size = former.size
            }
            eventHandler?(.fullScreenChanged(newValue))
        }
    }

    public var isAlwaysOnTop: Bool {
        get { hasFlag(SDL_WINDOW_ALWAYS_ON_TOP) }
        set { if let handle { SDL_SetWindowAlwaysOnTop(handle, newValue ? SDL_TRUE : SDL_FALSE) } }
    }

    /// The pointer has one look for the whole program here: the window under it decides, the last one that was set wins.
    public var isCursorVisible = true {
        didSet {
            guard handle != nil, isCursorVisible != oldValue else { return }
            SDL_ShowCursor(isCursorVisible ? SDL_ENABLE : SDL_DISABLE)
        }
    }

    public func setIcon(_ surface: PixelSurface) {
        guard let handle else { return }
        let picture = SDL_CreateRGBSurfaceWithFormatFrom(
            surface.base, Int32(surface.width), Int32(surface.height), 32, Int32(surface.bytesPerRow),
            SDL_PIXELFORMAT_ARGB8888.rawValue)
        guard let picture else { return }
        SDL_SetWindowIcon(handle, picture)
        SDL_FreeSurface(picture)
    }

    public func show() {
        guard let handle, !isVisible else { return }
        isVisible = true
        SDL_ShowWindow(handle)
        refreshPixelSize()
        var mode = SDL_DisplayMode()
        if SDL_GetCurrentDisplayMode(SDL_GetWindowDisplayIndex(handle), &mode) == 0, mode.refresh_rate > 0 {
            MainLoop.shared.frames.refreshInterval = 1 / TimeInterval(mode.refresh_rate)
        }
        MainLoop.shared.ensurePumped()
    }

    public func hide() {
        guard let handle else { return }
        SDL_HideWindow(handle)
    }

    public func minimise() {
        guard let handle else { return }
        SDL_MinimizeWindow(handle)
    }

    public func raise() {
        guard let handle else { return }
        SDL_RaiseWindow(handle)
    }

    public func close() {
        release()
        eventHandler = nil
    }

    /// The window is gone with its display, as if it had been closed, and reports that it is not to be seen any more.
    func displayWasLost() {
        // The render thread reports the reason: it finds the same.
        let handler = eventHandler
        let hadFocus = hasFocus
        renderThread = nil
        release()
        if hadFocus { handler?(.focusChanged(false)) }
        handler?(.visibilityChanged(false))
    }

    private func release() {
        guard let handle else { return }
        self.handle = nil
        isVisible = false
        hasFocus = false
        // The thread may still draw: it holds the surface as long as it does, and losing the window is no error then.
        renderThread?.stop()
        renderThread = nil
        surface = nil
        server.forget(identifier: identifier)
        if sdl_x11_is_lost() != 0 {
            sdl_x11_destroy_lost_window(handle)
        } else {
            SDL_DestroyWindow(handle)
        }
    }

    public func draw(_ body: (_ surface: PixelSurface, _ isFresh: Bool) -> [PixelRect]) throws(WindowError) {
        guard let surface else { throw WindowError(code: .closed, message: "The window is closed.") }
        try surface.draw(width: pixelSize.width, height: pixelSize.height, body)
    }

    /// Starts a thread that draws and shows `contents` until the window is closed. Once; nil after `close`.
    public func startRendering(_ contents: any RenderContents) -> RenderThread? {
        guard let surface, renderThread == nil else { return nil }
        // Frames of video at twice the display's rate are shown; faster ones are dropped.
        let thread = RenderThread(surface, spacing: MainLoop.shared.frames.refreshInterval / 2, contents: contents)
        renderThread = thread
        thread.start()
        return thread
    }

    /// Takes an event of its own, keeps the facts in step and passes it on.
    func receive(_ event: WindowEvent) {
        guard handle != nil else { return }
        switch event {
        case .focusChanged(let focused):
            guard focused != hasFocus else { return }
            hasFocus = focused
        case .visibilityChanged(let visible):
            guard visible != isVisible else { return }
            isVisible = visible
        case .resized: refreshPixelSize()
        case .exposed:
            // The render thread hears of it from the display itself.
            if renderThread != nil || surface?.reshow() == true { return }
        default: break
        }
        eventHandler?(event)
    }

    private func coverDisplay() {
        guard let handle else { return }
        var bounds = SDL_Rect()
        SDL_GetDisplayBounds(max(0, SDL_GetWindowDisplayIndex(handle)), &bounds)
        SDL_SetWindowPosition(handle, bounds.x, bounds.y)
        SDL_SetWindowSize(handle, bounds.w, bounds.h)
    }

    private func refreshPixelSize() {
        guard let handle else { return }
        var width: Int32 = 0
        var height: Int32 = 0
        SDL_GetWindowSizeInPixels(handle, &width, &height)
        pixelSize = (width: max(1, Int(width)), height: max(1, Int(height)))
    }

    private func hasFlag(_ flag: SDL_WindowFlags) -> Bool {
        handle.map { SDL_GetWindowFlags($0) & flag.rawValue != 0 } ?? false
    }

    private static func coordinate(_ points: CGFloat?, _ scale: CGFloat) -> Int32 {
        guard let points, points.isFinite else { return sdl_position_undefined() }
        return Int32(min(max(points * scale, -32768), 32767).rounded())
    }
}
