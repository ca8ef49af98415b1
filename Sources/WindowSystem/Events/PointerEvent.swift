public import Foundation

/// A button of a pointing device; the raw value is X11's button number.
public struct PointerButton: RawRepresentable, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let primary = PointerButton(rawValue: 1)
    public static let middle = PointerButton(rawValue: 2)
    public static let secondary = PointerButton(rawValue: 3)
    public static let back = PointerButton(rawValue: 4)
    public static let forward = PointerButton(rawValue: 5)
}

/// An event of a mouse or touchpad over a window. Touches have events of their own and never cause pointer events.
public struct PointerEvent: Sendable, Hashable {
    public enum Phase: Sendable, Hashable { case entered, moved, pressed, released, left }

    public var phase: Phase
    /// The position in points of the window, from its top left corner. It may lie outside while a button is held.
    public var location: CGPoint
    /// The button that was pressed or released; nil in the other phases.
    public var button: PointerButton?
    /// The buttons that are down after the event.
    public var heldButtons: Set<PointerButton>
    /// 1 for a click, 2 for a double click and so on, by the desktop's limits of time and distance; 0 while moving.
    public var clickCount: Int
    public var modifiers: KeyModifiers
    /// Seconds of `MonotonicTime`.
    public var timestamp: TimeInterval

    public init(
        phase: Phase, location: CGPoint, button: PointerButton? = nil, heldButtons: Set<PointerButton> = [],
        clickCount: Int = 0, modifiers: KeyModifiers = [], timestamp: TimeInterval = MonotonicTime.now
    ) {
        self.phase = phase
        self.location = location
        self.button = button
        self.heldButtons = heldButtons
        self.clickCount = clickCount
        self.modifiers = modifiers
        self.timestamp = timestamp
    }
}

/// A turn of the wheel, or a scroll gesture on a touchpad.
public struct WheelEvent: Sendable, Hashable {
    /// The distance in notches, which may be fractional; positive values move the content right and down, like a wheel turned away from the
    /// user.
    public var deltaX: Double
    public var deltaY: Double
    /// The pointer's position in points of the window.
    public var location: CGPoint
    public var modifiers: KeyModifiers
    /// Seconds of `MonotonicTime`.
    public var timestamp: TimeInterval

    public init(
        deltaX: Double, deltaY: Double, location: CGPoint, modifiers: KeyModifiers = [],
        timestamp: TimeInterval = MonotonicTime.now
    ) {
        self.deltaX = deltaX
        self.deltaY = deltaY
        self.location = location
        self.modifiers = modifiers
        self.timestamp = timestamp
    }
}

/// The event of a finger on a touch screen.
public struct TouchEvent: Sendable, Hashable {
    public enum Phase: Sendable, Hashable { case began, moved, ended }

    public var phase: Phase
    /// The finger's ID, constant from the beginning to the end of its touch.
    public var finger: Int64
    /// The position in points of the window.
    public var location: CGPoint
    /// The pressure, 0 to 1; 1 if the screen does not measure it.
    public var pressure: Double
    /// Seconds of `MonotonicTime`.
    public var timestamp: TimeInterval

    public init(
        phase: Phase, finger: Int64, location: CGPoint, pressure: Double = 1,
        timestamp: TimeInterval = MonotonicTime.now
    ) {
        self.phase = phase
        self.finger = finger
        self.location = location
        self.pressure = pressure
        self.timestamp = timestamp
    }
}
