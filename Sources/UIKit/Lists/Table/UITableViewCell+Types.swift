import Foundation

extension UITableViewCell {
    public enum CellStyle: Int, Sendable {
        /// An image and a text.
        case `default` = 0
        /// A text, and a second one at the trailing edge.
        case value1 = 1
        /// A text in a column, and a second one beside it.
        case value2 = 2
        /// A text, and a second one below it.
        case subtitle = 3
    }

    public enum SelectionStyle: Int, Sendable {
        /// A selected row looks like the others.
        case none = 0
        /// As `default`.
        case blue = 1
        /// As `default`.
        case gray = 2
        case `default` = 3
    }

    public enum SeparatorStyle: Int, Sendable {
        case none = 0
        case singleLine = 1
    }

    public enum AccessoryType: Int, Sendable {
        case none = 0
        case disclosureIndicator = 1
        case detailDisclosureButton = 2
        case checkmark = 3
        case detailButton = 4
    }

    /// What the control of a row does while the table is edited.
    public enum EditingStyle: Int, Sendable {
        case none = 0
        case delete
        case insert
    }
}
