import Foundation

/// The content of a panel over the video, such as the settings or a playlist.
package struct PanelContent {
    package struct Row {
        package var title: String
        /// The present value, at the right.
        package var value: String?
        /// Whether the row has a check mark: the present item of a list.
        package var isMarked = false
        /// Performed by a click and by Return.
        package var choose: @MainActor () -> Void
        /// Performed by the left (-1) and right (1) arrow keys; nil: the row has no values to step through.
        package var adjust: (@MainActor (Int) -> Void)?
        /// Performed by the Delete key and by a click on the row's cross; nil: the row cannot be removed.
        package var remove: (@MainActor () -> Void)?

        package init(
            title: String, value: String? = nil, isMarked: Bool = false, choose: @escaping @MainActor () -> Void,
            adjust: (@MainActor (Int) -> Void)? = nil, remove: (@MainActor () -> Void)? = nil
        ) {
            self.title = title
            self.value = value
            self.isMarked = isMarked
            self.choose = choose
            self.adjust = adjust
            self.remove = remove
        }
    }

    package struct Section {
        package var title: String?
        package var rows: [Row]

        package init(title: String? = nil, rows: [Row]) {
            self.title = title
            self.rows = rows
        }
    }

    /// A request for a passcode of digits, which takes the place of the rows.
    package struct Entry {
        package static let length = 4

        package var prompt: String
        /// Called with the digits when the last one has been typed.
        package var finish: @MainActor (String) -> Void
    }

    package var title: String
    package var sections: [Section] = []
    package var entry: Entry?

    package init(title: String, sections: [Section] = []) {
        self.title = title
        self.sections = sections
    }

    var rows: [Row] { sections.flatMap(\.rows) }
}
