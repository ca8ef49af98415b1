import CSDL
package import Foundation
package import QuartzCore

/// A window on the display.
@MainActor
package final class DisplayWindow: PlatformWindow {
    package var eventHandler: (@MainActor (WindowEvent) -> Void)?
    package private(set) var isVisible = false
    /// What was requested last. The window system reports changes of `isVisible` later than they are requested.
    private enum Request {
        case hide
        /// The window manager has not shown the window yet. Until then SDL can report that the window is minimized.
        case show
        /// The window was shown, or is to be minimized.
        case shown
    }
    private var request = Request.hide
    package private(set) var hasFocus = false
    package private(set) var pixelSize: (width: Int, height: Int)

    // SDL's window; nil after `close`.
    private var handle: OpaquePointer?
    private let identifier: UInt32
    private let server = DisplayServer.shared
    private var cover = DisplayCover.windowed
    // nil after `close`.
    private var surface: DisplaySurface?
    private var renderThread: RenderThread?
    /// The pointer's distance from the window's position while the program moves the window.
    var moveOffset: CGPoint?

    /// Opens the display if necessary and creates a hidden window.
    /// - Throws: a `WindowError` with the driver and a remedy; nothing is allocated then.
    package init(_ options: WindowOptions = WindowOptions()) throws(WindowError) {
        guard MainLoop.isOnProcessMainThread else {
            throw WindowError(code: .mainThreadLost, message: MainLoopError.mainThreadLost.description)
        }
        try server.open()
        var flags = SDL_WINDOW_HIDDEN.rawValue | SDL_WINDOW_ALLOW_HIGHDPI.rawValue
        if options.resizing != .fixed { flags |= SDL_WINDOW_RESIZABLE.rawValue }
        if !options.hasFrame { flags |= SDL_WINDOW_BORDERLESS.rawValue }
        if options.isAlwaysOnTop { flags |= SDL_WINDOW_ALWAYS_ON_TOP.rawValue }
        let guess = server.scale
        let pixels = Self.initialPixels(options.size, scale: guess)
        let made = SDL_CreateWindow(
            options.title, Self.coordinate(options.position?.x, guess), Self.coordinate(options.position?.y, guess),
            pixels.width, pixels.height, flags)
        guard let made else {
            throw WindowError(
                code: .displayFailed, driver: server.driver ?? "",
                message: "The driver '\(server.driver ?? "")' could not create a window: \(sdlError()).")
        }
        resizing = options.resizing
        handle = made
        identifier = SDL_GetWindowID(made)
        pixelSize = (1, 1)
        surface = DisplaySurface(
            display: sdl_x11_display_name(made).map { String(cString: $0) },
            window: UInt32(truncatingIfNeeded: sdl_x11_window(made)))
        server.register(self, identifier: identifier, handle: made)
        // The scale is known only after the first window was created.
        if server.scale != guess {
            let pixels = Self.initialPixels(options.size, scale: scale)
            SDL_SetWindowSize(made, pixels.width, pixels.height)
            SDL_SetWindowPosition(
                made, Self.coordinate(options.position?.x, scale, or: sdl_position_centered()),
                Self.coordinate(options.position?.y, scale, or: sdl_position_centered()))
        }
        refreshPixelSize()
        (minimumSize, maximumSize) = (options.minimumSize, options.maximumSize)
        setSizeLimits()
        if !options.hasFrame { sdl_x11_set_frame(made, 0) }
        if options.isPanel { sdl_x11_make_panel(made) }
        if options.isFullScreen { isFullScreen = true }
    }

    isolated deinit {
        close()
    }

    /// SDL's window; nil after `close`.
    var systemHandle: OpaquePointer? { handle }

    /// The window's X11 ID, by which other programs refer to the window.
    package var systemIdentifier: UInt { UInt(sdl_x11_window(handle)) }

    package var scale: CGFloat { server.scale }

    package var size: CGSize {
        get { CGSize(width: CGFloat(pixelSize.width) / scale, height: CGFloat(pixelSize.height) / scale) }
        set {
            guard let handle else { return }
            SDL_SetWindowSize(
                handle, Int32(ScaleRule.pixels(newValue.width, scale: scale)),
                Int32(ScaleRule.pixels(newValue.height, scale: scale)))
        }
    }

    package var position: CGPoint {
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

    package func move(to frame: CGRect) {
        guard let handle else { return }
        sdl_x11_move_resize(
            handle, Self.coordinate(frame.minX, scale), Self.coordinate(frame.minY, scale),
            Int32(ScaleRule.pixels(frame.width, scale: scale)), Int32(ScaleRule.pixels(frame.height, scale: scale)))
    }

    /// The position of the pointer in points of the desktop; nil after `close`.
    package var pointerPosition: CGPoint? {
        var x: Int32 = 0
        var y: Int32 = 0
        guard let handle, sdl_x11_pointer(handle, &x, &y) != 0 else { return nil }
        return CGPoint(x: CGFloat(x) / scale, y: CGFloat(y) / scale)
    }

    package var minimumSize: CGSize = .zero { didSet { if minimumSize != oldValue { setSizeLimits() } } }
    package var maximumSize: CGSize = .zero { didSet { if maximumSize != oldValue { setSizeLimits() } } }
    package var resizing: WindowResizing {
        didSet {
            guard let handle, resizing != oldValue else { return }
            SDL_SetWindowResizable(handle, resizing == .fixed ? SDL_FALSE : SDL_TRUE)
            setSizeLimits()
        }
    }

    /// Sends the limits to the window manager. SDL's functions for limits move and raise the window, and SDL has none for the aspect ratio.
    private func setSizeLimits() {
        guard let handle else { return }
        func pixels(_ points: CGFloat) -> Int32 {
            let pixels = points > 0 ? ScaleRule.pixels(points, scale: scale) : 0
            return pixels < MemoryWindow.largestSide ? Int32(pixels) : 0
        }
        var limits = sdl_x11_size_limits()
        (limits.minimum_width, limits.minimum_height) = (pixels(minimumSize.width), pixels(minimumSize.height))
        (limits.maximum_width, limits.maximum_height) = (pixels(maximumSize.width), pixels(maximumSize.height))
        switch resizing {
        case .free: break
        case .fixed:
            let size = cover.former?.size ?? size
            (limits.minimum_width, limits.minimum_height) = (pixels(size.width), pixels(size.height))
            (limits.maximum_width, limits.maximum_height) = (limits.minimum_width, limits.minimum_height)
        case .proportional(let ratio):
            (limits.aspect_width, limits.aspect_height) = (pixels(ratio.width), pixels(ratio.height))
        }
        sdl_x11_set_size_limits(handle, limits)
    }

    package var hasFrame: Bool {
        get { !hasFlag(SDL_WINDOW_BORDERLESS) }
        set {
            guard let handle, newValue != hasFrame else { return }
            SDL_SetWindowBordered(handle, newValue ? SDL_TRUE : SDL_FALSE)
            sdl_x11_set_frame(handle, newValue ? 1 : 0)
        }
    }

    package var title: String {
        get { handle.map { String(cString: SDL_GetWindowTitle($0)) } ?? "" }
        set { if let handle { SDL_SetWindowTitle(handle, newValue) } }
    }

    package var isFullScreen: Bool {
        get { cover.former != nil }
        set {
            guard let handle, newValue != isFullScreen else { return }
            let former = cover.former
            cover = newValue ? .entering(former: CGRect(origin: position, size: size)) : .leaving
            if sdl_x11_has_window_manager(handle) != 0 {
                requestFullScreen(newValue)
            } else if newValue {
                // Without a window manager, as on a television's bare X server, the window covers the display itself.
                coverDisplay()
                DisplayWatch.shared.cover(self)
            } else if let former {
                position = former.origin
                size = former.size
            }
            eventHandler?(.fullScreenChanged(newValue))
        }
    }

    private func requestFullScreen(_ isFullScreen: Bool) {
        guard let handle else { return }
        SDL_SetWindowFullscreen(handle, isFullScreen ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : 0)
    }

    /// Detects that the window manager has entered or left full screen without a request of the program, such as by a shortcut of the desktop.
    private func readCover() {
        guard let handle, isVisible,
            let change = cover.windowManagerShows(
                sdl_x11_is_full_screen(handle), frame: CGRect(origin: position, size: size))
        else { return }
        // SDL ignores a later request for the state that it assumes.
        requestFullScreen(change)
        eventHandler?(.fullScreenChanged(change))
    }

    package var isAlwaysOnTop: Bool {
        get { hasFlag(SDL_WINDOW_ALWAYS_ON_TOP) }
        set { if let handle { SDL_SetWindowAlwaysOnTop(handle, newValue ? SDL_TRUE : SDL_FALSE) } }
    }

    /// Whether the pointer is visible. The setting is global to the program: the window that sets it last wins.
    package var isCursorVisible = true {
        didSet {
            guard handle != nil, isCursorVisible != oldValue else { return }
            SDL_ShowCursor(isCursorVisible ? SDL_ENABLE : SDL_DISABLE)
        }
    }

    /// The shape is global to the program: the window that sets it last wins.
    package var showsTextCursor = false {
        didSet {
            guard handle != nil, showsTextCursor != oldValue else { return }
            server.showTextCursor(showsTextCursor)
        }
    }

    package var textInputArea: CGRect? {
        didSet {
            guard handle != nil, let textInputArea, textInputArea != oldValue else { return }
            var area = SDL_Rect(
                x: Self.coordinate(textInputArea.minX, scale), y: Self.coordinate(textInputArea.minY, scale),
                w: max(1, Self.coordinate(textInputArea.width, scale)),
                h: max(1, Self.coordinate(textInputArea.height, scale)))
            SDL_SetTextInputRect(&area)
        }
    }

    package func setIcon(_ surface: PixelSurface) {
        guard let handle else { return }
        let picture = SDL_CreateRGBSurfaceWithFormatFrom(
            surface.base, Int32(surface.width), Int32(surface.height), 32, Int32(surface.bytesPerRow),
            SDL_PIXELFORMAT_ARGB8888.rawValue)
        guard let picture else { return }
        SDL_SetWindowIcon(handle, picture)
        SDL_FreeSurface(picture)
    }

    package func show() {
        guard let handle, !isVisible || request == .hide else { return }
        request = .show
        isVisible = true
        sdl_x11_show_window(handle)
        refreshPixelSize()
        var mode = SDL_DisplayMode()
        if SDL_GetCurrentDisplayMode(SDL_GetWindowDisplayIndex(handle), &mode) == 0, mode.refresh_rate > 0 {
            MainLoop.shared.frames.refreshInterval = 1 / TimeInterval(mode.refresh_rate)
        }
        MainLoop.shared.ensurePumped()
    }

    package func hide() {
        guard let handle else { return }
        request = .hide
        SDL_HideWindow(handle)
    }

    package func minimise() {
        guard let handle else { return }
        if request == .show { request = .shown }
        sdl_x11_minimize_window(handle)
    }

    package func raise() {
        guard let handle else { return }
        if hasFlag(SDL_WINDOW_MINIMIZED) { sdl_x11_restore_window(handle) }
        SDL_RaiseWindow(handle)
        sdl_x11_focus_without_manager(handle)
    }

    package func close() {
        release()
        eventHandler = nil
    }

    /// Releases the window, which no longer exists on the display.
    /// - Returns: a closure that reports the loss to the window's handler.
    func lose(_ loss: WindowLoss) -> @MainActor () -> Void {
        let (handler, hadFocus, wasVisible) = (eventHandler, hasFocus, isVisible)
        release(isLost: true)
        return {
            if hadFocus { handler?(.focusChanged(false)) }
            if wasVisible { handler?(.visibilityChanged(false)) }
            handler?(.lost(loss))
        }
    }

    /// Closes the window after the render thread has detected that another program destroyed it.
    private func wasDestroyed() {
        // When another program has closed the connection, all windows are lost.
        guard handle != nil, !server.closeIfConnectionIsLost(), handle != nil else { return }
        let report = lose(.destroyed)
        reportError("Another program has destroyed a window of this program.")
        report()
    }

    private func release(isLost: Bool = false) {
        guard let handle else { return }
        self.handle = nil
        isVisible = false
        hasFocus = false
        // The render thread may still be drawing: it retains the surface meanwhile, and its loss of the window is then not an error.
        renderThread?.stop()
        renderThread = nil
        surface = nil
        server.forget(identifier: identifier)
        if isLost || sdl_x11_is_lost() != 0 {
            sdl_x11_destroy_lost_window(handle)
        } else {
            sdl_x11_destroy_window(handle)
        }
    }

    package func draw(_ body: (_ surface: PixelSurface, _ isFresh: Bool) -> [PixelRect]) throws(WindowError) {
        guard let surface else { throw WindowError(code: .closed, message: "The window is closed.") }
        try surface.draw(width: pixelSize.width, height: pixelSize.height, body)
    }

    /// Starts a thread that draws and shows `contents` until the window is closed. Call at most once; returns nil after `close`.
    package func startRendering(_ contents: any RenderContents) -> RenderThread? {
        guard let surface, renderThread == nil else { return nil }
        // Video is shown at up to twice the display's refresh rate; frames beyond that are dropped.
        let thread = RenderThread(
            surface, spacing: MainLoop.shared.frames.refreshInterval / 2, contents: contents,
            windowDestroyed: { [weak self] in
                DispatchQueue.main.async { MainActor.assumeIsolated { self?.wasDestroyed() } }
            })
        renderThread = thread
        thread.start()
        return thread
    }

    /// Updates the window's state from an event and passes the event to the handler.
    func receive(_ event: WindowEvent) {
        guard let handle else { return }
        let isAwaited = request == .show
        if isAwaited, sdl_x11_is_mapped(handle) != 0 { request = .shown }
        switch event {
        case .focusChanged(let focused):
            guard focused != hasFocus else { return }
            hasFocus = focused
        case .visibilityChanged(let visible):
            guard visible != isVisible, visible || !isAwaited || sdl_x11_is_iconic(handle) != 0 else { return }
            isVisible = visible
        case .resized:
            // The frame before a change of the window manager is the one before this event.
            readCover()
            refreshPixelSize()
        case .moved: readCover()
        case .exposed:
            // The render thread receives its own Expose events from the display.
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

    /// Covers the display at the window's place, or the first one, after displays have changed.
    func coverDisplay(of displays: [DisplayInfo]) {
        guard let display = displays.first(where: { $0.frame.contains(position) }) ?? displays.first else { return }
        if position != display.frame.origin { position = display.frame.origin }
        if size != display.frame.size { size = display.frame.size }
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

    /// Returns the size of a new window: smaller, in the same ratio, where the display has less space.
    private static func initialPixels(_ size: CGSize, scale: CGFloat) -> (width: Int32, height: Int32) {
        let (width, height) = (ScaleRule.pixels(size.width, scale: scale), ScaleRule.pixels(size.height, scale: scale))
        var space = SDL_Rect()
        guard SDL_GetDisplayUsableBounds(0, &space) == 0, space.w > 0, space.h > 0 else {
            return (Int32(width), Int32(height))
        }
        let factor = min(1, Double(space.w) / Double(width), Double(space.h) / Double(height))
        return (Int32((Double(width) * factor).rounded()), Int32((Double(height) * factor).rounded()))
    }

    private static func coordinate(
        _ points: CGFloat?, _ scale: CGFloat, or missing: Int32 = sdl_position_undefined()
    ) -> Int32 {
        guard let points, points.isFinite else { return missing }
        return Int32(min(max(points * scale, -32768), 32767).rounded())
    }
}
