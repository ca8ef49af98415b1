import AppIdentity
import Foundation

/// The registered apps: one file an app, in `openavkit/registrations` below the user's data folder and those of the system.
package struct AppRegistry: Sendable {
    package let folders: UserFolders

    package init(_ folders: UserFolders = UserFolders()) { self.folders = folders }

    static func folder(in data: URL) -> URL { data.appendingPathComponent("openavkit/registrations") }

    static func file(of identifier: String, in data: URL) -> URL {
        folder(in: data).appendingPathComponent(identifier + ".json")
    }

    /// Returns an app by its identifier; the user's registration precedes that of the system.
    package func registration(of identifier: String) -> AppRegistration? {
        guard AppIdentifier.isValid(identifier) else { return nil }
        for data in [folders.data] + folders.systemData {
            if let app = Self.read(Self.file(of: identifier, in: data)), app.identifier == identifier { return app }
        }
        return nil
    }

    /// Returns all apps, sorted by identifier. Files that are damaged or invalid are ignored.
    package var all: [AppRegistration] {
        var apps: [String: AppRegistration] = [:]
        for data in [folders.data] + folders.systemData {
            let files = try? FileManager.default.contentsOfDirectory(
                at: Self.folder(in: data), includingPropertiesForKeys: nil)
            for file in files ?? [] where file.pathExtension == "json" {
                guard let app = Self.read(file), file.lastPathComponent == app.identifier + ".json",
                    apps[app.identifier] == nil
                else { continue }
                apps[app.identifier] = app
            }
        }
        return apps.values.sorted { $0.identifier < $1.identifier }
    }

    private static func read(_ file: URL) -> AppRegistration? {
        guard let data = SmallFile.read(file), let app = try? JSONDecoder().decode(AppRegistration.self, from: data)
        else { return nil }
        do { try app.validate() } catch { return nil }
        return app
    }
}
