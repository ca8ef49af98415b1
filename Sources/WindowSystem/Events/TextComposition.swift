/// Text that an input method is composing, such as Japanese readings before their conversion.
package struct TextComposition: Sendable, Hashable {
    /// The text; empty where the composition has ended.
    package var text: String
    /// The selected part, or the caret where the length is 0, in code points.
    package var start: Int
    package var length: Int

    package init(text: String, start: Int = 0, length: Int = 0) {
        self.text = text
        self.start = start
        self.length = length
    }
}
