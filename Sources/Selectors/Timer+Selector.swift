public import Foundation
import Synchronization

extension Timer {
    /// Returns a timer on the current run loop that calls a method of `target` with the timer.
    ///
    /// The timer retains the target until it is invalidated, or has fired and does not repeat. A selector that `target` cannot perform is
    /// never called.
    @discardableResult
    public static func scheduledTimer(
        timeInterval ti: TimeInterval, target aTarget: Any, selector aSelector: Selector, userInfo: Any?,
        repeats yesOrNo: Bool
    ) -> Timer {
        let timer = Timer(timeInterval: ti, target: aTarget, selector: aSelector, userInfo: userInfo, repeats: yesOrNo)
        RunLoop.current.add(timer, forMode: .default)
        return timer
    }
}

extension Timer: _SelectorTimerCreation {}

/// The initializers of `Timer` that take a selector. Declared in a protocol, so that they can return a timer of a class of ours.
public protocol _SelectorTimerCreation {}

extension _SelectorTimerCreation {
    /// In an extension for values and objects, an initializer can return another object than the one that was allocated.
    fileprivate init(made value: Self) { self = value }
}

extension _SelectorTimerCreation where Self: Timer {
    /// Creates a timer that calls a method of `target`. It runs once it is added to a run loop.
    public init(
        timeInterval ti: TimeInterval, target aTarget: Any, selector aSelector: Selector, userInfo: Any?,
        repeats yesOrNo: Bool
    ) {
        self.init(
            fireAt: Date(timeIntervalSinceNow: ti), interval: ti, target: aTarget, selector: aSelector,
            userInfo: userInfo, repeats: yesOrNo)
    }

    /// Creates a timer that first fires at `date`.
    public init(
        fireAt date: Date, interval ti: TimeInterval, target t: Any, selector s: Selector, userInfo ui: Any?,
        repeats rep: Bool
    ) {
        let call = TimerCall(target: t as AnyObject, selector: s, userInfo: ui, repeats: rep)
        let timer = SelectorTimer(fire: date, interval: ti, repeats: rep) { timer in call.perform(with: timer) }
        timer.call = call
        // `Self` is Timer: Foundation's documentation forbids subclasses.
        self.init(made: unsafeDowncast(timer, to: Self.self))
    }
}

/// A timer that returns the user information with which it was created, and releases its target when it is invalidated. Foundation's class
/// on Linux does neither.
private final class SelectorTimer: Timer {
    var call: TimerCall?

    override var userInfo: Any? { call?.userInfo }

    override func invalidate() {
        super.invalidate()
        call?.end()
    }
}

/// What a timer calls.
///
/// `@unchecked`: constants, and a target behind a mutex. Target and user information are used on the thread of the run loop on which the
/// timer was scheduled, as on Apple's platforms.
private final class TimerCall: @unchecked Sendable {
    private let target: Mutex<UncheckedReference?>
    private let selector: Selector
    private let repeats: Bool
    let userInfo: Any?

    init(target: AnyObject, selector: Selector, userInfo: Any?, repeats: Bool) {
        self.target = Mutex(UncheckedReference(object: target))
        self.selector = selector
        self.userInfo = userInfo
        self.repeats = repeats
    }

    func perform(with timer: Timer) {
        guard let target = target.withLock({ $0 }) else { return }
        selector.call(on: target.object, with: [timer])
        if !repeats { end() }
    }

    func end() {
        // Released outside of the lock: the target's deinit may invalidate the timer.
        let ended = target.withLock { target in
            defer { target = nil }
            return target
        }
        withExtendedLifetime(ended) {}
    }
}

/// A strong reference that is passed on to the thread on which it is used.
///
/// `@unchecked`: the object is only passed to its own methods, on the thread that its owner chose.
struct UncheckedReference: @unchecked Sendable {
    let object: AnyObject
}

/// A reference that does not retain.
///
/// `@unchecked`: the reference is constant, and a weak reference may be read from several threads. The object is only passed to its own
/// methods, on the thread that its caller chose.
package final class WeakReference: @unchecked Sendable {
    package private(set) weak var object: AnyObject?

    package init(_ object: AnyObject) { self.object = object }
}
