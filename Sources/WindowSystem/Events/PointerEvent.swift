package import Foundation

/// A button of a pointing device; the raw value is X11's button number.
package struct PointerButton: RawRepresentable, Sendable, Hashable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let primary = PointerButton(rawValue: 1)
    package static let middle = PointerButton(rawValue: 2)
    package static let secondary = PointerButton(rawValue: 3)
    package static let back = PointerButton(rawValue: 4)
    package static let forward = PointerButton(rawValue: 5)
}

/// An event of a mouse or touchpad over a window. Touches have events of their own and never cause pointer events.
package struct PointerEvent: Sendable, Hashable {
    package enum Phase: Sendable, Hashable { case entered, moved, pressed, released, left }

    package var phase: Phase
    /// The position in points of the window, from its top left corner. It may lie outside while a button is held.
    package var location: CGPoint
    /// The button that was pressed or released; nil in the other phases.
    package var button: PointerButton?
    /// The buttons that are down after the event.
    package var heldButtons: Set<PointerButton>
    /// 1 for a click, 2 for a double click and so on, by the desktop's limits of time and distance; 0 while moving.
    package var clickCount: Int
    package var modifiers: KeyModifiers
    /// Seconds of `MonotonicTime`.
    package var timestamp: TimeInterval

    package init(
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
package struct WheelEvent: Sendable, Hashable {
    /// The distance in notches, which may be fractional; positive values move the content right and down, like a wheel turned away from the
    /// user.
    package var deltaX: Double
    package var deltaY: Double
    /// The pointer's position in points of the window.
    package var location: CGPoint
    package var modifiers: KeyModifiers
    /// Seconds of `MonotonicTime`.
    package var timestamp: TimeInterval

    package init(
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
package struct TouchEvent: Sendable, Hashable {
    package enum Phase: Sendable, Hashable { case began, moved, ended }

    package var phase: Phase
    /// The finger's ID, constant from the beginning to the end of its touch.
    package var finger: Int64
    /// The position in points of the window.
    package var location: CGPoint
    /// The pressure, 0 to 1; 1 if the screen does not measure it.
    package var pressure: Double
    /// Seconds of `MonotonicTime`.
    package var timestamp: TimeInterval

    package init(
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
