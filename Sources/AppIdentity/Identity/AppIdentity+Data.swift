package import Foundation

/// The reason why an app's private folder cannot be used.
package struct AppDataError: Error, Sendable, Hashable, CustomStringConvertible {
    package let path: String
    package let reason: String

    package var description: String { "The folder '\(path)' cannot be used: \(reason)." }
}

extension AppIdentity {
    /// The folder of all apps' data: `openavkit/apps` in XDG_DATA_HOME, else in `~/.local/share`. Nil without a home.
    package static func appsDirectory(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> URL? {
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
        return (data ?? home?.appendingPathComponent(".local/share"))?.appendingPathComponent("openavkit")
            .appendingPathComponent("apps")
    }

    /// Returns the app's private folder, which only its owner may enter, and creates it where it is missing.
    /// - Throws: `AppDataError` if it cannot be created, belongs to another user, or is not a folder.
    package func dataDirectory() throws(AppDataError) -> URL {
        guard let apps = Self.appsDirectory(environment: environment) else {
            throw AppDataError(
                path: "openavkit/apps", reason: "neither XDG_DATA_HOME nor HOME is an absolute path; set one of them")
        }
        do {
            try FileManager.default.createDirectory(
                at: apps, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw AppDataError(path: apps.path, reason: error.localizedDescription)
        }
        let folder = apps.appendingPathComponent(identifier, isDirectory: true)
        if mkdir(folder.path, 0o700) != 0, errno != EEXIST {
            throw AppDataError(path: folder.path, reason: String(cString: strerror(errno)))
        }
        var information = stat()
        guard lstat(folder.path, &information) == 0 else {
            throw AppDataError(path: folder.path, reason: String(cString: strerror(errno)))
        }
        guard information.st_mode & S_IFMT == S_IFDIR else {
            throw AppDataError(path: folder.path, reason: "it is not a folder; remove it")
        }
        guard information.st_uid == geteuid() else {
            throw AppDataError(path: folder.path, reason: "it belongs to another user; remove it")
        }
        if information.st_mode & 0o777 != 0o700, chmod(folder.path, 0o700) != 0 {
            throw AppDataError(path: folder.path, reason: String(cString: strerror(errno)))
        }
        return folder
    }
}
