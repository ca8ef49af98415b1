import CSDL
import DBus
public import Foundation

/// The connection to the display, made when the first window asks for it and never before.
///
/// It hands the events of all windows out and has what belongs to no single window: displays, the clipboard.
@MainActor
public final class DisplayServer {
    public static let shared = DisplayServer()

    /// Whether the display is open.
    public private(set) var isOpen = false
    /// The driver in use, "x11"; nil while closed.
    public private(set) var driver: String?
    /// Called when displays come, go or change.
    public var displaysChangedHandler: (@MainActor () -> Void)?
    /// Called when another program, or this one, has put something on the clipboard.
    public var clipboardChangedHandler: (@MainActor () -> Void)?

    /// Whether the display went away while it was open. There is no second one for the process.
    private var isLost = false
    var windows: [UInt32: WeakWindow] = [:]
    private var source: LoopSource?
    private var translator = EventTranslator()

    struct WeakWindow {
        weak var window: DisplayWindow?
    }

    private init() {}

    /// The driver that a window would get, from the environment alone: opens nothing. Any time.
    /// - Throws: `WindowError.noDisplay` or `.unsupportedDriver`, with the way out.
    public nonisolated static func chooseDriver(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(WindowError) -> String {
        if let wanted = environment["SDL_VIDEODRIVER"], !wanted.isEmpty, wanted != "x11" {
            throw WindowError(
                code: .unsupportedDriver, driver: wanted,
                message: "SDL_VIDEODRIVER asks for the driver '\(wanted)', but windows are shown by 'x11' only: unset "
                    + "it, and in a Wayland session let XWayland run.")
        }
        if let display = environment["DISPLAY"], !display.isEmpty { return "x11" }
        if let display = environment["WAYLAND_DISPLAY"], !display.isEmpty {
            throw WindowError(
                code: .unsupportedDriver, driver: "wayland",
                message: "The session is Wayland without XWayland: enable XWayland (it sets DISPLAY), or run headless.")
        }
        throw WindowError(
            code: .noDisplay,
            message: "There is no display: DISPLAY is not set. Run in a desktop session, under 'xvfb-run', or headless."
        )
    }

    /// Opens the display if it is not open. Takes a few milliseconds; `DisplayWindow` calls it.
    public func open() throws(WindowError) {
        guard !isOpen else { return }
        guard MainLoop.isOnProcessMainThread else {
            throw WindowError(code: .mainThreadLost, message: MainLoopError.mainThreadLost.description)
        }
        let wanted = try Self.chooseDriver()
        guard !isLost else {
            throw WindowError(
                code: .displayFailed, driver: wanted,
                message: "The connection to the display was lost. Windows on a display need a new start of the program."
            )
        }
        Self.setHints(driver: wanted)
        SDL_SetMainReady()
        guard StartEnvironment.with(Self.startVariables(), { SDL_InitSubSystem(SDL_INIT_VIDEO) }) == 0 else {
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

    /// Opens the display where there is one, provided that the process has no other thread yet: then opening is faster.
    ///
    /// For the beginning of a program that shows windows. What fails here is reported when a window is made.
    public func openBeforeThreads() {
        guard StartEnvironment.canChange else { return }
        try? open()
    }

    /// The variables that save time while SDL opens the display.
    static func startVariables(environment: [String: String] = ProcessInfo.processInfo.environment) -> [String: String]
    {
        var variables: [String: String] = [:]
        // Where there is no bus, SDL's D-Bus library would start one: that forks, and costs 4 ms and more on a busy machine.
        if BusAddress.session(environment: environment) == nil { variables["DBUS_SESSION_BUS_ADDRESS"] = "disabled:" }
        // Xlib's input method would read the table of composed letters: 5,000 lines, 10 ms. No text is typed that way here; the
        // user's own choice of a table stays.
        if environment["XCOMPOSEFILE"] == nil { variables["XCOMPOSEFILE"] = "/dev/null" }
        return variables
    }

    /// The displays in the driver's order; empty while closed.
    public var displays: [DisplayInfo] {
        guard isOpen else { return [] }
        return (0..<max(0, SDL_GetNumVideoDisplays())).map(describe)
    }

    /// The text on the clipboard; nil if there is none or the display is closed. Asking may wait for its owner.
    public var clipboardText: String? {
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

    /// Whether the desktop may blank the screen. The driver's own way; see `IdleInhibitor` for the whole.
    var allowsScreenSaver: Bool {
        get { !isOpen || SDL_IsScreenSaverEnabled() == SDL_TRUE }
        set {
            guard isOpen else { return }
            if newValue { SDL_EnableScreenSaver() } else { SDL_DisableScreenSaver() }
        }
    }

    private(set) var scale: CGFloat = 1

    func register(_ window: DisplayWindow, identifier: UInt32, handle: OpaquePointer) {
        windows[identifier] = WeakWindow(window: window)
        guard source == nil else { return }
        sdl_x11_survive_errors(handle)
        scale = ScaleRule.scale(
            environment: ProcessInfo.processInfo.environment,
            fontResolution: sdl_x11_resources(handle).flatMap {
                ScaleRule.fontResolution(resources: String(cString: $0))
            })
        MainLoop.shared.ensurePumped()
        let descriptor = sdl_x11_descriptor(handle)
        // Events may lie in Xlib's queue already, read while somebody waited for an answer: then the descriptor stays
        // silent. So the queue is looked at before and after each sleep.
        let made = LoopSource(
            priority: LoopPriority.input,
            LoopSourceActions(
                prepare: { Self.pumpedEventsAreWaiting() },
                check: { Self.pumpedEventsAreWaiting() },
                dispatch: { [unowned self] in
                    if sdl_x11_is_lost() != 0 { displayWasLost() } else { deliverEvents() }
                    return true
                }))
        if descriptor >= 0 { made.watch(descriptor: descriptor) }
        source = made
    }

    /// Whether the loop takes SDL's events out.
    var isServed: Bool { source != nil }

    func forget(identifier: UInt32) {
        windows[identifier] = nil
    }

    /// Parts with the display that does not answer any more.
    ///
    /// SDL is not ended: it would close another connection to the same display, and Xlib would end the process for that.
    private func displayWasLost() {
        guard isOpen, source != nil else { return }
        source = nil
        for window in windows.values.compactMap(\.window) { window.displayWasLost() }
        windows = [:]
        isOpen = false
        isLost = true
        driver = nil
        displaysChangedHandler?()
    }

    private static func pumpedEventsAreWaiting() -> Bool {
        SDL_PumpEvents()
        return sdl_x11_is_lost() != 0 || SDL_HasEvents(SDL_FIRSTEVENT.rawValue, SDL_LASTEVENT.rawValue) == SDL_TRUE
    }

    /// Takes events out in batches, so that motion can be merged, and hands them to their windows.
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
        default:
            for (identifier, event) in translator.translate(event, scale: scale) {
                let target = identifier.map { windows[$0]?.window } ?? focusedWindow
                target?.receive(event)
            }
        }
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
            // The main loop has its own way with SIGINT and SIGTERM.
            SDL_HINT_NO_SIGNAL_HANDLERS: "1",
            // Only a playing film keeps the screen awake.
            SDL_HINT_VIDEO_ALLOW_SCREENSAVER: "1",
            // A player is no game: the desktop's compositor goes on, and full screen survives a change of focus.
            SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR: "0",
            SDL_HINT_VIDEO_MINIMIZE_ON_FOCUS_LOSS: "0",
            SDL_HINT_QUIT_ON_LAST_WINDOW_CLOSE: "0",
            // Touches and the pointer have events of their own.
            SDL_HINT_TOUCH_MOUSE_EVENTS: "0",
            SDL_HINT_MOUSE_TOUCH_EVENTS: "0",
            SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH: "1",
        ]
        for (name, value) in hints { SDL_SetHintWithPriority(name, value, SDL_HINT_NORMAL) }
    }
}

/// What SDL says went wrong last on this thread.
func sdlError() -> String {
    let text = String(cString: SDL_GetError())
    return text.isEmpty ? "no reason given" : text
}
