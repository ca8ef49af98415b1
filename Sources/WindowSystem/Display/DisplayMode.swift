import CSDL

/// A mode of a display: its size in pixels and its refresh rate.
package struct DisplayMode: Sendable, Hashable {
    /// The mode's identifier on the display.
    package var identifier: UInt
    package var width: Int
    package var height: Int
    /// Frames per second.
    package var refreshRate: Double

    package init(identifier: UInt, width: Int, height: Int, refreshRate: Double) {
        self.identifier = identifier
        self.width = width
        self.height = height
        self.refreshRate = refreshRate
    }

    /// Returns the mode of the present size whose refresh rate suits a frame rate best: the smallest multiple of the frame rate, and where
    /// no mode is one, nil. The present mode wins where it suits.
    package static func best(for frameRate: Double, among modes: [DisplayMode], current: DisplayMode) -> DisplayMode? {
        guard frameRate > 1 else { return nil }
        func suits(_ mode: DisplayMode) -> Bool {
            let multiple = (mode.refreshRate / frameRate).rounded()
            // Half a thousandth separates 23.976 from 24.
            return multiple >= 1 && abs(mode.refreshRate / (multiple * frameRate) - 1) < 0.0005
        }
        if suits(current) { return current }
        return modes.filter { $0.width == current.width && $0.height == current.height && suits($0) }
            .min { $0.refreshRate < $1.refreshRate }
    }
}

/// The mode of the display under a window, which this process may switch and restores.
///
/// Calls wait for the display, which may take seconds during a switch; call them off the main thread. Any thread.
package struct DisplayModeSwitch: Sendable {
    private let display: String?
    private let controller: UInt
    package let current: DisplayMode
    package let modes: [DisplayMode]

    /// Reads the modes of the display that shows a point of the desktop, in pixels.
    /// - Parameter display: the display's name; nil for the one that DISPLAY names.
    /// - Returns: nil if no display with modes shows the point.
    package init?(display: String? = nil, x: Int, y: Int) {
        var found = display_modes()
        guard display_modes_read(display, Int32(clamping: x), Int32(clamping: y), &found) != 0, found.controller != 0
        else { return nil }
        let count = Int(found.count)
        let modes = withUnsafeBytes(of: &found.modes) { raw in
            raw.bindMemory(to: display_mode.self).prefix(count).map { mode in
                DisplayMode(
                    identifier: UInt(mode.mode), width: Int(mode.width), height: Int(mode.height),
                    refreshRate: mode.rate)
            }
        }
        guard let current = modes.first(where: { $0.identifier == UInt(found.current) }) else { return nil }
        self.display = display
        controller = UInt(found.controller)
        self.current = current
        self.modes = modes
    }

    package func isSameDisplay(as other: DisplayModeSwitch) -> Bool {
        other.controller == controller && other.display == display
    }

    /// - Returns: whether the display has accepted the mode.
    package func apply(_ mode: DisplayMode) -> Bool {
        display_modes_switch(display, controller, mode.identifier) != 0
    }
}
