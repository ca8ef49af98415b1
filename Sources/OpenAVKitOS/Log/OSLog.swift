public import Foundation

/// A subsystem and a category, under which messages and signposts are written.
open class OSLog: NSObject, @unchecked Sendable {
    // Sendable: every property is a constant of a sendable type; `@unchecked` because the class is open.

    /// Categories with a meaning for tools.
    public struct Category: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")
        public static let dynamicTracing = Category(rawValue: "DynamicTracing")
        public static let dynamicStackTracing = Category(rawValue: "DynamicStackTracing")
    }

    let subsystem: String
    let category: String
    let isDisabled: Bool

    private init(subsystem: String, category: String, isDisabled: Bool) {
        self.subsystem = subsystem
        self.category = category
        self.isDisabled = isDisabled
    }

    public convenience init(subsystem: String, category: String) {
        self.init(subsystem: subsystem, category: category, isDisabled: false)
    }

    public convenience init(subsystem: String, category: Category) {
        self.init(subsystem: subsystem, category: category.rawValue, isDisabled: false)
    }

    /// The log without subsystem and category.
    public static let `default` = OSLog(subsystem: "", category: "", isDisabled: false)
    /// A log that writes nothing.
    public static let disabled = OSLog(subsystem: "", category: "", isDisabled: true)

    /// Whether a message of this type would be written.
    public func isEnabled(type: OSLogType) -> Bool { !isDisabled && LogOutput.shared.isEnabled(type) }

    /// Whether signposts are written.
    public var signpostsEnabled: Bool { !isDisabled && LogOutput.shared.writesSignposts }

    func write(_ type: OSLogType, _ text: (_ showsPrivate: Bool) -> String) {
        guard isEnabled(type: type) else { return }
        let output = LogOutput.shared
        output.write(
            LogRecord(
                type: type, subsystem: subsystem, category: category, text: text(output.settings.showsPrivate)))
    }
}
