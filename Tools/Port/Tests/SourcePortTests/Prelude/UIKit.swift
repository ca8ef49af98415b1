// The parts of UIKit that the snippets use, with the takers of selectors. It is compiled as the module UIKit.
@_exported import Foundation
@_exported import KeyValueObserving
@_exported import Selectors

@MainActor open class UIResponder: NSObject {
    open func becomeFirstResponder() -> Bool { false }
}

@MainActor public protocol UIApplicationDelegate: AnyObject {
    init()
    func applicationDidStart()
}

extension UIApplicationDelegate {
    public func applicationDidStart() {}
    public static func main() { Self().applicationDidStart() }
}

@MainActor open class UIView: UIResponder {
    open var isHidden = false
    public private(set) var gestureRecognizers: [UIGestureRecognizer] = []
    open func addGestureRecognizer(_ recognizer: UIGestureRecognizer) { gestureRecognizers.append(recognizer) }
    open func layoutSubviews() {}
}

public final class UIEvent: NSObject {}

@MainActor open class UIControl: UIView {
    public struct Event: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let touchUpInside = Event(rawValue: 1)
        public static let valueChanged = Event(rawValue: 2)
    }

    private struct Action {
        weak var target: AnyObject?
        let selector: Selector
        let events: Event
    }

    private var actions: [Action] = []

    open func addTarget(_ target: Any?, action: Selector, for events: Event) {
        actions.append(Action(target: target.map { $0 as AnyObject }, selector: action, events: events))
    }

    open func removeTarget(_ target: Any?, action: Selector?, for events: Event) {
        let target = target.map { $0 as AnyObject }
        actions.removeAll { entry in
            (target == nil || entry.target === target) && (action == nil || entry.selector == action)
                && entry.events == events
        }
    }

    public func sendActions(for events: Event) {
        for action in actions where !action.events.isDisjoint(with: events) {
            guard let target = action.target else { continue }
            action.selector.call(on: target, with: [self, UIEvent()])
        }
    }
}

@MainActor open class UIButton: UIControl {
    open var title = ""
}

@MainActor open class UISlider: UIControl {
    open var value: Float = 0
}

@MainActor open class UILabel: UIView {
    open var text: String?
}

@MainActor open class UIGestureRecognizer: NSObject {
    private weak var target: AnyObject?
    private let action: Selector?

    public init(target: Any?, action: Selector?) {
        self.target = target.map { $0 as AnyObject }
        self.action = action
        super.init()
    }

    public func recognize() {
        guard let target, let action else { return }
        action.call(on: target, with: [self])
    }
}

@MainActor public final class UITapGestureRecognizer: UIGestureRecognizer {}

@MainActor public final class UIBarButtonItem: NSObject {
    public enum Style: Sendable { case plain, done }
    public enum SystemItem: Sendable { case done, cancel }
    private weak var target: AnyObject?
    private let action: Selector?

    public init(title: String?, style: Style, target: Any?, action: Selector?) {
        self.target = target.map { $0 as AnyObject }
        self.action = action
        super.init()
    }

    public convenience init(barButtonSystemItem systemItem: SystemItem, target: Any?, action: Selector?) {
        self.init(title: nil, style: .plain, target: target, action: action)
    }

    public func press() {
        guard let target, let action else { return }
        action.call(on: target, with: [self])
    }
}

@MainActor public final class UINavigationItem: NSObject {
    public var rightBarButtonItem: UIBarButtonItem?
    public var leftBarButtonItems: [UIBarButtonItem]?
}

@MainActor open class UIViewController: UIResponder {
    public let view = UIView()
    public let navigationItem = UINavigationItem()
    open func viewDidLoad() {}
    open func viewWillAppear(_ animated: Bool) {}
    open func close() {}
    public func loadViewIfNeeded() { viewDidLoad() }
}
