import Foundation

/// The association files of domains, as they were fetched: one file a domain, below the user's cache folder.
struct AssociationCache: Sendable {
    struct Entry: Codable, Sendable {
        var domain: String
        var fetched: Date
        /// The file is fetched again after this date.
        var expires: Date
        /// The association file; nil where the domain has none that can be used.
        var file: Data?
        /// Why there is no file.
        var problem: String?
    }

    let folder: URL

    init(_ folders: UserFolders) { folder = folders.cache.appendingPathComponent("openavkit/associations") }

    /// Domains consist of letters, digits, `-`, `.` and `:`, so that their names are those of files.
    private func file(_ domain: String) -> URL {
        folder.appendingPathComponent(domain.replacing(":", with: "_") + ".json")
    }

    func entry(for domain: String) -> Entry? {
        guard let data = SmallFile.read(file(domain)), let entry = try? JSONDecoder().decode(Entry.self, from: data),
            entry.domain == domain
        else { return nil }
        return entry
    }

    /// A cache that cannot be written costs another request, so that errors are not reported.
    func store(_ entry: Entry) {
        guard let data = try? JSONEncoder().encode(entry) else { return }
        try? SmallFile.write(data, to: file(entry.domain))
    }
}
