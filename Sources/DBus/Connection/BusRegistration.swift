import CDesktop
import Synchronization

/// A name that is owned, or something that is watched, for as long as this object lives.
public final class BusRegistration: Sendable {
    private let isOver = Mutex(false)
    private let cancellation = Mutex<(@Sendable () -> Void)?>(nil)
    // Whatever is registered belongs to the connection: it lives as long.
    private let connection: BusConnection

    init(_ connection: BusConnection) {
        self.connection = connection
    }

    deinit { end() }

    /// Ends it before its time. No handler is called any more once this has returned, but one that is at work finishes.
    public func end() {
        isOver.withLock { $0 = true }
        guard let cancel = cancellation.withLock({ $0.take() }) else { return }
        let connection = connection
        BusThread.shared.perform {
            cancel()
            withExtendedLifetime(connection) {}
        }
    }

    /// Registers on the bus thread, unless the registration has ended already. `body` returns what takes it back.
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

/// What GLib keeps for a registration: the handler, and the registration that may have ended meanwhile.
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

/// Frees the object behind the data that GLib kept.
let releaseObject: GDestroyNotify = { data in
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}
