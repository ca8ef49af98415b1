import Foundation
import MediaEngine

/// The folder of a session's downloads, with one package for each asset.
struct DownloadLibrary: Sendable {
    let folder: URL

    /// - Parameters:
    ///   - session: the identifier of the session's configuration; nil: the program's name.
    ///   - root: the folder that contains the folders of all sessions; nil: `openavkit/downloads` in the user's data
    ///     directory.
    init(session: String?, root: URL? = nil) {
        let environment = ProcessInfo.processInfo.environment
        // Relative paths are ignored, as the XDG Base Directory Specification requires.
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
        let home = FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share")
        let name = Self.plain(session ?? ProcessInfo.processInfo.processName, length: 80)
        let usual = (data ?? home).appendingPathComponent("openavkit/downloads")
        folder = (root ?? usual).appendingPathComponent(name)
    }

    /// Returns the package of an asset. The same arguments give the same package, so that a later task continues an interrupted download.
    func package(title: String, source: URL, choice: String) -> URL {
        // FNV-1a: stable between runs, unlike `hashValue`.
        let hash = "\(source.absoluteString)\n\(choice)".utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        let name = "\(Self.plain(title, length: 60))-\(String(hash, radix: 16))"
        return folder.appendingPathComponent(name).appendingPathExtension(StreamDownload.packageExtension)
    }

    /// The packages of all started downloads, complete or not.
    var packages: [URL] {
        let found = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (found ?? []).filter(DownloadedPackage.isPackage).sorted { $0.path < $1.path }
    }

    /// The interrupted downloads.
    var unfinished: [(package: URL, source: URL, title: String)] {
        packages.compactMap { package in
            guard let found = DownloadedPackage.summary(package), !found.isComplete else { return nil }
            return (package, found.source, found.title)
        }
    }

    /// Removes the packages whose expiration date has passed.
    func removeExpired(now: Date = Date()) {
        for package in packages {
            guard let date = StoredPolicy.read(in: package)?.expirationDate, date <= now else { continue }
            try? FileManager.default.removeItem(at: package)
        }
    }

    /// Removes packages until `bytes` more bytes are free: the expired ones first, then complete ones whose policy has the default
    /// priority, the least recently used first. Packages without a policy, and important ones, are kept.
    func makeRoom(for bytes: Int64, except own: URL, now: Date = Date()) {
        removeExpired(now: now)
        // Access dates are read before any manifest is opened here, because opening a manifest changes them.
        let byAge = packages.map { package in
            let manifest = package.appendingPathComponent(DownloadedPackage.manifestName)
            let values = try? manifest.resourceValues(forKeys: [.contentAccessDateKey])
            return (package, values?.contentAccessDate ?? .distantPast)
        }.sorted { $0.1 < $1.1 }
        var freed: Int64 = 0
        for (package, _) in byAge where freed < bytes && package.lastPathComponent != own.lastPathComponent {
            guard StoredPolicy.read(in: package)?.priority == AVAssetDownloadedAssetEvictionPriority.default.rawValue,
                DownloadedPackage.isComplete(package)
            else { continue }
            let size = DownloadedPackage.bytes(of: package)
            guard (try? FileManager.default.removeItem(at: package)) != nil else { continue }
            freed = freed.addingReportingOverflow(size).partialValue
        }
    }

    /// Returns the text as a part of a file name that is valid on every file system.
    private static func plain(_ text: String, length: Int) -> String {
        let mapped = text.map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "_" }
        let short = String(mapped.prefix(length))
        return short.isEmpty ? "film" : short
    }
}

/// A storage policy as stored in a package.
struct StoredPolicy: Codable {
    var priority: String
    var expirationDate: Date?

    private static let fileName = "policy.json"

    static func read(in package: URL) -> StoredPolicy? {
        let file = package.appendingPathComponent(fileName)
        guard let handle = try? FileHandle(forReadingFrom: file) else { return nil }
        defer { try? handle.close() }
        guard let bytes = try? handle.read(upToCount: 4_096) else { return nil }
        return try? JSONDecoder().decode(StoredPolicy.self, from: bytes)
    }

    func write(in package: URL) {
        guard DownloadedPackage.isPackage(package), let bytes = try? JSONEncoder().encode(self) else { return }
        try? bytes.write(to: package.appendingPathComponent(Self.fileName), options: .atomic)
    }
}
