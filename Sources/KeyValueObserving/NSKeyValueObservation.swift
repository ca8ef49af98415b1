public import Foundation

/// The lifetime of an observation, which ends when this object is deallocated or invalidated.
///
/// Thread-safe, also from within the handler.
public final class NSKeyValueObservation: NSObject, Sendable {
    private let registration: any AnyRegistration

    init(_ registration: any AnyRegistration) {
        self.registration = registration
        super.init()
    }

    /// Ends the observation. The handler is not called after this has returned; idempotent.
    public func invalidate() {
        registration.invalidate()
    }

    deinit {
        registration.invalidate()
    }
}
