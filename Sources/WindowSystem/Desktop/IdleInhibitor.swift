public import Foundation
import Synchronization

/// Keeps the desktop from blanking the screen for as long as this object lives: while a film plays.
///
/// The display driver is told, and the desktop's `org.freedesktop.ScreenSaver` where there is one (GNOME and others heed
/// only that). Main actor; returns at once, the bus is called on another thread.
@MainActor
public final class IdleInhibitor {
    private let request: InhibitRequest
    private static var holders = 0

    /// `reason` is shown by the desktop: "Playing a film".
    public init(application: String = ProcessInfo.processInfo.processName, reason: String) {
        Self.holders += 1
        if Self.holders == 1 { DisplayServer.shared.allowsScreenSaver = false }
        request = InhibitRequest(application: application, reason: reason)
    }

    isolated deinit {
        Self.holders -= 1
        if Self.holders == 0 { DisplayServer.shared.allowsScreenSaver = true }
        request.end()
    }
}

/// The pair of calls on the bus, in order, on a queue of their own.
private final class InhibitRequest: Sendable {
    private static let queue = DispatchQueue(label: "idle-inhibitor")
    private static let service = "org.freedesktop.ScreenSaver"
    private let cookie = Mutex<String?>(nil)

    init(application: String, reason: String) {
        Self.queue.async { [self] in
            let answer = Self.call("Inhibit", "(\(SessionBus.quote(application)), \(SessionBus.quote(reason)))")
            // "(uint32 7,)"
            let number = answer?.filter(\.isNumber).dropFirst("32".count)
            cookie.withLock { $0 = number.map { String($0) } }
        }
    }

    func end() {
        Self.queue.async { [self] in
            guard let number = cookie.withLock({ $0.take() }), !number.isEmpty else { return }
            _ = Self.call("UnInhibit", "(uint32 \(number),)")
        }
    }

    private static func call(_ method: String, _ arguments: String) -> String? {
        SessionBus.call(service, "/org/freedesktop/ScreenSaver", service, method, arguments)
    }
}
