import CSDL
import DBus
package import Foundation

/// The connection to the display, opened for the first window and not earlier.
///
/// Delivers events to the windows and manages what is common to all windows: displays and the clipboard.
@MainActor
package final class DisplayServer {
    package static let shared = DisplayServer()

    /// Whether the display is open.
    package private(set) var isOpen = false
    /// The driver in use, such as "x11"; nil while closed.
    package private(set) var driver: String?
    /// Called when displays are added, removed or changed.
    package var displaysChangedHandler: (@MainActor () -> Void)?
    /// Called when the clipboard has changed, by this or another program.
    package var clipboardChangedHandler: (@MainActor () -> Void)?

    /// Whether dead keys and the Compose key compose characters. A program without text fields sets it to false before the display is opened,
    /// which then takes less time.
    package var composesText = true

    /// Receives each key before its window does, and returns whether the window must not receive it.
    var keyFilter: (@MainActor (KeyReport) -> Bool)?
    /// Whether the filter has taken the last pressed key, so that its text must not arrive either.
    private var isTextTaken = false

    var windows: [UInt32: WeakWindow] = [:]
    /// False after a lost connection that Xlib cannot replace.
    private var canOpen = true
    private var source: LoopSource?
    /// The display's name; empty while closed.
    private var name = ""
    private var translator = EventTranslator()

    struct WeakWindow {
        weak var window: DisplayWindow?
    }

    private init() {}

    /// Returns the driver that a window would use, from the environment alone: opens nothing. Any thread.
    /// - Throws: `WindowError.noDisplay` or `.unsupportedDriver`, with a remedy.
    package nonisolated static func chooseDriver(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(WindowError) -> String {
        if let wanted = environment["SDL_VIDEODRIVER"], !wanted.isEmpty, wanted != "x11" {
            throw WindowError(
                code: .unsupportedDriver, driver: wanted,
                message: "SDL_VIDEODRIVER selects the driver '\(wanted)', but only 'x11' is supported: unset "
                    + "SDL_VIDEODRIVER, and enable XWayland in a Wayland session.")
        }
        if let display = environment["DISPLAY"], !display.isEmpty { return "x11" }
        if let display = environment["WAYLAND_DISPLAY"], !display.isEmpty {
            throw WindowError(
                code: .unsupportedDriver, driver: "wayland",
                message:
                    "The session is Wayland without XWayland: enable XWayland, which sets DISPLAY, or run headless.")
        }
        throw WindowError(
            code: .noDisplay,
            message: "There is no display: DISPLAY is not set. Run in a desktop session, under 'xvfb-run', or headless."
        )
    }

    /// Opens the display if it is not open. Takes a few milliseconds; `DisplayWindow` calls it. After a display was lost, the method opens the
    /// display that DISPLAY names then.
    package func open() throws(WindowError) {
        guard !isOpen else { return }
        guard MainLoop.isOnProcessMainThread else {
            throw WindowError(code: .mainThreadLost, message: MainLoopError.mainThreadLost.description)
        }
        let wanted = try Self.chooseDriver()
        guard canOpen else {
            throw WindowError(
                code: .displayFailed, driver: wanted,
                message:
                    "The connection to the display was lost, and this version of Xlib cannot replace it. Restart the "
                    + "program to open windows on a display.")
        }
        Self.setHints(driver: wanted)
        SDL_SetMainReady()
        guard StartEnvironment.with(Self.startVariables(), { sdl_x11_open_display() }) == 0 else {
            throw WindowError(
                code: .displayFailed, driver: wanted,
                message:
                    "The display '\(ProcessInfo.processInfo.environment["DISPLAY"] ?? "")' cannot be opened by the "
                    + "driver '\(wanted)': \(sdlError()). Check DISPLAY and XAUTHORITY, or run headless.")
        }
        isOpen = true
        driver = SDL_GetCurrentVideoDriver().map { String(cString: $0) }
        SDL_EventState(SDL_DROPFILE.rawValue, SDL_ENABLE)
        SDL_EventState(SDL_DROPTEXT.rawValue, SDL_ENABLE)
    }

    /// Opens the display if there is one and the process has no other thread yet, which makes opening faster.
    ///
    /// Intended for the start of a program that shows windows. An error is ignored here and reported when a window is created.
    package func openBeforeThreads() {
        guard StartEnvironment.canChange else { return }
        try? open()
    }

    /// Returns environment variables that save time while SDL opens the display.
    static func startVariables(environment: [String: String] = ProcessInfo.processInfo.environment) -> [String: String]
    {
        var variables: [String: String] = [:]
        // Without a session bus, SDL's D-Bus library would start one: this forks, and costs 4 ms and more on a busy machine.
        if BusAddress.session(environment: environment) == nil { variables["DBUS_SESSION_BUS_ADDRESS"] = "disabled:" }
        // Xlib's input method would read the compose table: 5,000 lines, 5 to 10 ms. A table that the user has set is kept.
        if !shared.composesText, environment["XCOMPOSEFILE"] == nil { variables["XCOMPOSEFILE"] = "/dev/null" }
        return variables
    }

    /// The displays in the driver's order; empty while closed.
    package var displays: [DisplayInfo] {
        guard isOpen else { return [] }
        return (0..<max(0, SDL_GetNumVideoDisplays())).map(describe)
    }

    /// The text on the clipboard; nil if there is none or the display is closed. Reading may wait for the program that owns the clipboard.
    package var clipboardText: String? {
        get {
            guard isOpen, SDL_HasClipboardText() == SDL_TRUE, let text = SDL_GetClipboardText() else { return nil }
            defer { SDL_free(text) }
            return String(cString: text)
        }
        set {
            guard isOpen else { return }
            SDL_SetClipboardText(newValue ?? "")
        }
    }

    private var textCursor: OpaquePointer?

    /// Gives the pointer the shape of a text cursor, or that of an arrow.
    func showTextCursor(_ isText: Bool) {
        guard isOpen else { return }
        if textCursor == nil { textCursor = SDL_CreateSystemCursor(SDL_SYSTEM_CURSOR_IBEAM) }
        SDL_SetCursor(isText ? textCursor : SDL_GetDefaultCursor())
    }

    /// Whether the display driver allows screen blanking. See `IdleInhibitor`, which also uses the desktop's service.
    var allowsScreenSaver: Bool {
        get { !isOpen || SDL_IsScreenSaverEnabled() == SDL_TRUE }
        set {
            guard isOpen else { return }
            if newValue { SDL_EnableScreenSaver() } else { SDL_DisableScreenSaver() }
        }
    }

    /// Pixels per point: before the first window was created, the value that the environment determines, or 1.
    package private(set) lazy var scale = ScaleRule.scale(environment: ProcessInfo.processInfo.environment) ?? 1

    func register(_ window: DisplayWindow, identifier: UInt32, handle: OpaquePointer) {
        windows[identifier] = WeakWindow(window: window)
        guard source == nil else { return }
        sdl_x11_survive_errors(handle)
        name = sdl_x11_display_name(handle).map { String(cString: $0) } ?? ""
        readScale(handle)
        MainLoop.shared.ensurePumped()
        let descriptor = sdl_x11_descriptor(handle)
        // Xlib may have read events into its queue while it waited for a reply; the descriptor then does not become readable. The queue is
        // therefore checked before and after each sleep.
        let made = LoopSource(
            priority: LoopPriority.input,
            LoopSourceActions(
                prepare: { Self.pumpedEventsAreWaiting() },
                check: { Self.pumpedEventsAreWaiting() },
                dispatch: { [unowned self] in
                    if sdl_x11_is_lost() != 0 { connectionWasLost() } else { deliverEvents() }
                    return true
                }))
        if descriptor >= 0 { made.watch(descriptor: descriptor) }
        source = made
    }

    private func readScale(_ handle: OpaquePointer) {
        let environment = ProcessInfo.processInfo.environment
        if let given = ScaleRule.scale(environment: environment) {
            scale = given
            return
        }
        var settings = XSettings()
        var length = 0
        if let property = sdl_x11_settings(handle, &length) {
            settings = XSettings(property: Data(bytes: property, count: length))
            sdl_x11_free(property)
        }
        let resources = sdl_x11_resources(handle).map { String(cString: $0) }
        scale = ScaleRule.scale(
            environment: environment, settings: settings,
            fontResolution: resources.flatMap(ScaleRule.fontResolution(resources:)))
    }

    /// Whether the main loop processes SDL's events.
    var isServed: Bool { source != nil }

    func forget(identifier: UInt32) {
        windows[identifier] = nil
    }

    /// Waits for the display's answer to all requests, and handles the loss of the connection if there is none.
    /// - Returns: whether the connection was lost; all windows are then closed.
    func closeIfConnectionIsLost() -> Bool {
        guard isOpen, source != nil else { return false }
        if let handle = windows.values.compactMap({ $0.window?.systemHandle }).first { sdl_x11_synchronize(handle) }
        guard sdl_x11_is_lost() != 0 else { return false }
        connectionWasLost()
        return true
    }

    /// Handles the loss of the connection: closes all windows and SDL's connections, then reports the loss to the windows, whose handlers may
    /// create new ones.
    ///
    /// The X server closes the connection of a single program when another program requests it, as `xkill` does. The server then still
    /// accepts connections, and the windows count as destroyed.
    private func connectionWasLost() {
        guard isOpen, source != nil else { return }
        source = nil
        let loss = x11_display_answers(name) != 0 ? WindowLoss.destroyed : .display
        let reports = windows.values.compactMap(\.window).map { $0.lose(loss) }
        windows = [:]
        canOpen = sdl_x11_close_lost_display() != 0
        isOpen = false
        textCursor = nil
        driver = nil
        reportError(
            loss == .display
                ? "The connection to the display '\(name)' is lost. The program continues without its windows."
                : "Another program has closed the connection to the display '\(name)', and with it all windows.")
        name = ""
        for report in reports { report() }
        displaysChangedHandler?()
    }

    private static func pumpedEventsAreWaiting() -> Bool {
        SDL_PumpEvents()
        return sdl_x11_is_lost() != 0 || SDL_HasEvents(SDL_FIRSTEVENT.rawValue, SDL_LASTEVENT.rawValue) == SDL_TRUE
    }

    /// Reads events in batches, so that motion events can be merged, and delivers them to their windows.
    private func deliverEvents() {
        var batch = [SDL_Event](repeating: SDL_Event(), count: Self.batchSize)
        let count = SDL_PeepEvents(
            &batch, Int32(Self.batchSize), SDL_GETEVENT, SDL_FIRSTEVENT.rawValue, SDL_LASTEVENT.rawValue)
        guard count > 0 else { return }
        for index in 0..<Int(count) {
            let next = index + 1 < Int(count) ? batch[index + 1] : nil
            if let next, EventTranslator.isMotion(batch[index], mergedInto: next) { continue }
            deliver(batch[index])
        }
    }

    private static let batchSize = 64

    private func deliver(_ event: SDL_Event) {
        switch SDL_EventType(event.type) {
        case SDL_DISPLAYEVENT: displaysChangedHandler?()
        case SDL_CLIPBOARDUPDATE: clipboardChangedHandler?()
        case SDL_CONTROLLERAXISMOTION, SDL_CONTROLLERBUTTONDOWN, SDL_CONTROLLERBUTTONUP, SDL_CONTROLLERDEVICEADDED,
            SDL_CONTROLLERDEVICEREMOVED:
            for event in GamepadHub.shared.translate(event) {
                if let handler = GamepadHub.shared.eventHandler {
                    handler(event)
                } else {
                    focusedWindow?.receive(.gamepad(event))
                }
            }
        case SDL_KEYDOWN, SDL_KEYUP:
            let isTaken = isTaken(event.key)
            if event.type == SDL_KEYDOWN.rawValue { isTextTaken = isTaken }
            if !isTaken { deliverToWindows(event) }
        case SDL_TEXTINPUT where isTextTaken: break
        default: deliverToWindows(event)
        }
    }

    private func deliverToWindows(_ event: SDL_Event) {
        for (identifier, event) in translator.translate(event, scale: scale) {
            let target = identifier.map { windows[$0]?.window } ?? focusedWindow
            target?.receive(event)
        }
    }

    /// Returns whether the filter takes a key.
    private func isTaken(_ event: SDL_KeyboardEvent) -> Bool {
        guard let keyFilter, let window = windows[event.windowID]?.window?.systemHandle,
            let key = EventTranslator.report(of: event, in: window)
        else { return false }
        return keyFilter(key)
    }

    var focusedWindow: DisplayWindow? {
        windows.values.lazy.compactMap(\.window).first { $0.hasFocus }
            ?? windows.values.lazy.compactMap(\.window).first { $0.isVisible }
    }

    private func describe(_ index: Int32) -> DisplayInfo {
        var bounds = SDL_Rect()
        var usable = SDL_Rect()
        var mode = SDL_DisplayMode()
        SDL_GetDisplayBounds(index, &bounds)
        SDL_GetDisplayUsableBounds(index, &usable)
        SDL_GetCurrentDisplayMode(index, &mode)
        return DisplayInfo(
            name: SDL_GetDisplayName(index).map { String(cString: $0) } ?? "", frame: points(bounds),
            usableFrame: points(usable), scale: scale,
            refreshRate: mode.refresh_rate > 0 ? Double(mode.refresh_rate) : 60)
    }

    private func points(_ rect: SDL_Rect) -> CGRect {
        CGRect(
            x: CGFloat(rect.x) / scale, y: CGFloat(rect.y) / scale, width: CGFloat(rect.w) / scale,
            height: CGFloat(rect.h) / scale)
    }

    private static func setHints(driver: String) {
        let hints = [
            SDL_HINT_VIDEODRIVER: driver,
            // The main loop handles SIGINT and SIGTERM.
            SDL_HINT_NO_SIGNAL_HANDLERS: "1",
            // Screen blanking is prevented by `IdleInhibitor` during playback only.
            SDL_HINT_VIDEO_ALLOW_SCREENSAVER: "1",
            // Unlike for a game, the desktop's compositor stays enabled, and full screen survives a loss of focus.
            SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR: "0",
            SDL_HINT_VIDEO_MINIMIZE_ON_FOCUS_LOSS: "0",
            SDL_HINT_QUIT_ON_LAST_WINDOW_CLOSE: "0",
            // Compositions of more than 31 bytes arrive whole.
            SDL_HINT_IME_SUPPORT_EXTENDED_TEXT: "1",
            // Touches and the pointer have separate events.
            SDL_HINT_TOUCH_MOUSE_EVENTS: "0",
            SDL_HINT_MOUSE_TOUCH_EVENTS: "0",
            SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH: "1",
        ]
        for (name, value) in hints { SDL_SetHintWithPriority(name, value, SDL_HINT_NORMAL) }
    }
}

/// Returns the message of SDL's last error on this thread.
func sdlError() -> String {
    let text = String(cString: SDL_GetError())
    return text.isEmpty ? "no reason given" : text
}
