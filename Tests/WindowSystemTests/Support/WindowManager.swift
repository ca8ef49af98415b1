import CSDL
import Foundation

/// A window manager on a display of a test.
final class WindowManager: Sendable {
    private let program: ChildProgram

    static var isAvailable: Bool { TestDisplay.isAvailable && ChildProgram.find("openbox") != nil }

    private init(_ program: ChildProgram) { self.program = program }

    /// Starts the window manager and waits until it manages windows.
    static func start(on display: TestDisplay) async -> WindowManager? {
        let mark = FileManager.default.temporaryDirectory.appendingPathComponent("manager-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: mark) }
        // The command runs when the window manager manages windows.
        // Requests before that are lost, or their windows get no focus.
        guard let program = display.run("openbox", "--sm-disable", "--startup", "touch \(mark.path)") else {
            return nil
        }
        let end = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < end {
            if FileManager.default.fileExists(atPath: mark.path) { return WindowManager(program) }
            try? await Task.sleep(for: .milliseconds(20))
        }
        return nil
    }
}

/// A window manager that does nothing on its own.
final class SilentWindowManager {
    private struct NoDisplay: Error {}
    private let connection: OpaquePointer

    init(_ display: TestDisplay) throws {
        guard let connection = XOpenDisplay(display.name) else { throw NoDisplay() }
        self.connection = connection
        XSelectInput(connection, XDefaultRootWindow(connection), SubstructureRedirectMask)
        XSync(connection, 0)
    }

    deinit { XCloseDisplay(connection) }

    /// Shows a window that requested it.
    func map(_ window: String) {
        guard let number = Window(window) else { return }
        XMapWindow(connection, number)
        XSync(connection, 0)
    }

    /// Writes a window's list of states, empty, as window managers do before they show a window.
    func writeState(of window: String) {
        guard let number = Window(window) else { return }
        let list = XInternAtom(connection, "_NET_WM_STATE", 0)
        XChangeProperty(connection, number, list, XInternAtom(connection, "ATOM", 0), 32, PropModeReplace, nil, 0)
        XSync(connection, 0)
    }

    /// Whether a window has requested to be minimized since the last call.
    func takeMinimizing(of window: String) -> Bool {
        var event = XEvent()
        while XCheckTypedEvent(connection, ClientMessage, &event) != 0 {
            let isRequest = event.xclient.message_type == XInternAtom(connection, "WM_CHANGE_STATE", 0)
            if isRequest, event.xclient.window == Window(window), event.xclient.data.l.0 == 3 { return true }
        }
        return false
    }
}

extension TestDisplay {
    /// Requests that a window be closed, as a window manager does for the button of the window's frame.
    func requestClose(of window: String) throws {
        try send("WM_PROTOCOLS", about: window) { display in [Int(XInternAtom(display, "WM_DELETE_WINDOW", 0))] }
    }

    /// Requests another size from the window manager on behalf of the user.
    func requestResize(of window: String, width: Int, height: Int) throws {
        // Bits 10 and 11: width and height are given; bits 12 to 15: the request comes from the user.
        let flags = 1 << 10 | 1 << 11 | 2 << 12
        try send("_NET_MOVERESIZE_WINDOW", about: window, toRoot: true) { _ in [flags, 0, 0, width, height] }
    }

    private struct NoDisplay: Error {}

    private func send(
        _ type: String, about window: String, toRoot: Bool = false, _ values: (OpaquePointer) -> [Int]
    ) throws {
        guard let display = XOpenDisplay(name), let number = Window(window) else { throw NoDisplay() }
        defer { XCloseDisplay(display) }
        var values = values(display)
        values += Array(repeating: 0, count: 5 - values.count)
        var event = XEvent()
        event.xclient.type = ClientMessage
        event.xclient.window = number
        event.xclient.message_type = XInternAtom(display, type, 0)
        event.xclient.format = 32
        event.xclient.data.l = (values[0], values[1], values[2], values[3], values[4])
        let mask = toRoot ? SubstructureNotifyMask | SubstructureRedirectMask : 0
        XSendEvent(display, toRoot ? XDefaultRootWindow(display) : number, 0, mask, &event)
    }
}
