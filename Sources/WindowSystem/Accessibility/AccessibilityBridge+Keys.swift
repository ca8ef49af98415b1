import CAccessibility

/// The keys that assistive technology uses as its own commands. A screen reader has no other way to receive the keys of a window.
extension AccessibilityBridge {
    /// Passes a key on to the screen readers that have requested keys, and waits for their answer. Without such a screen reader, the call
    /// returns at once.
    /// - Returns: whether the key was a command of a screen reader, so that the window must not receive it.
    static func takes(_ key: KeyReport) -> Bool {
        guard accessible_hears_keys() != 0 else { return false }
        return key.text.withCString { text in
            accessible_report_key(
                AccessibleKey(
                    is_press: key.isPress ? 1 : 0, state: key.state, symbol: key.symbol, code: key.code, time: key.time,
                    text: text)) != 0
        }
    }
}
