import DBus

/// The page that an app displays, by its current user activity.
struct DisplayedPage: Sendable, Hashable {
    var contentIdentifier: String
    var application: String
    var title: String

    static let namePrefix = "org.openavkit.App."
    static let path = "/org/openavkit/App"
    static let interface = "org.openavkit.UserActivity1"
    private static let maximumApps = 64

    /// Returns the pages of all apps with a content identifier, that of the preferred app first.
    static func all(on directory: PlayerDirectory, preferring application: String?) async -> [DisplayedPage] {
        guard let names = try? await directory.list(prefix: namePrefix) else { return [] }
        var pages: [DisplayedPage] = []
        for name in names.prefix(maximumApps) {
            guard let values = try? await directory.values(of: interface, name, path: path),
                let current = values["Current"],
                let identifier = current["contentIdentifier"]?.stringValue, !identifier.isEmpty
            else { continue }
            let application = values["Application"]?.stringValue ?? String(name.dropFirst(namePrefix.count))
            let title = current["title"]?.stringValue.flatMap(PublishedPlayer.line) ?? ""
            pages.append(DisplayedPage(contentIdentifier: identifier, application: application, title: title))
        }
        let preferred = pages.filter { $0.application == application }
        return preferred + pages.filter { $0.application != application }
    }
}
