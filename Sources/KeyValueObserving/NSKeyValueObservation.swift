public import Foundation

/// Keeps an observation alive: released or invalidated, it ends it.
///
/// Any thread may release or invalidate it, also from within the handler.
public final class NSKeyValueObservation: NSObject, Sendable {
    private let registration: any AnyRegistration

    init(_ registration: any AnyRegistration) {
        self.registration = registration
        super.init()
    }

    /// Ends the observation. No call of the handler begins after this has returned; idempotent.
    public func invalidate() {
        registration.invalidate()
    }

    deinit {
        registration.invalidate()
    }
}
