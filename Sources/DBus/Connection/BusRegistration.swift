import CDesktop
import Synchronization

/// The registration of an owned name or of a watch, active while the object exists.
public final class BusRegistration: Sendable {
    private let isOver = Mutex(false)
    private let cancellation = Mutex<(@Sendable () -> Void)?>(nil)
    // Retains the connection that the registration belongs to.
    private let connection: BusConnection

    init(_ connection: BusConnection) {
        self.connection = connection
    }

    deinit { end() }

    /// Ends the registration early. After the method has returned, no handler is called, but a handler that is running finishes.
    public func end() {
        isOver.withLock { $0 = true }
        guard let cancel = cancellation.withLock({ $0.take() }) else { return }
        let connection = connection
        BusThread.shared.perform {
            cancel()
            withExtendedLifetime(connection) {}
        }
    }

    /// Registers on the bus thread, unless the registration has already ended. `body` returns the function that cancels the registration.
    func begin(_ body: @escaping @Sendable () -> @Sendable () -> Void) {
        BusThread.shared.perform { [weak self] in
            guard let self, !isOver.withLock({ $0 }) else { return }
            let cancel = body()
            let isLate = isOver.withLock { isOver in
                if !isOver { cancellation.withLock { $0 = cancel } }
                return isOver
            }
            if isLate { cancel() }
        }
    }

    var hasEnded: Bool { isOver.withLock { $0 } }
}

/// The data that GLib retains for a registration: the handler, and a weak reference to the registration.
final class BusHandler<Event>: Sendable {
    private let handler: @Sendable (Event) -> Void
    private let registration: Weak

    private final class Weak: Sendable {
        private let held: Mutex<Holder>
        struct Holder { weak var registration: BusRegistration? }
        init(_ registration: BusRegistration) { held = Mutex(Holder(registration: registration)) }
        var isActive: Bool { held.withLock { $0.registration.map { !$0.hasEnded } ?? false } }
    }

    init(_ registration: BusRegistration, _ handler: @escaping @Sendable (Event) -> Void) {
        self.handler = handler
        self.registration = Weak(registration)
    }

    func receive(_ event: Event) {
        if registration.isActive { handler(event) }
    }

    static func from(_ data: UnsafeMutableRawPointer) -> BusHandler {
        Unmanaged<BusHandler>.fromOpaque(data).takeUnretainedValue()
    }
}

/// Releases the object that GLib retained as user data.
let releaseObject: GDestroyNotify = { data in
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}
