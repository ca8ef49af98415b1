package import Foundation

/// Writes and removes the files of a registration in the user's folders.
package struct AppRegistrar: Sendable {
    private let folders: UserFolders

    package init(_ folders: UserFolders = UserFolders()) { self.folders = folders }

    private func files(of app: AppRegistration) -> (registration: URL, desktop: URL, service: URL) {
        (
            AppRegistry.file(of: app.identifier, in: folders.data),
            folders.data.appendingPathComponent("applications/\(app.busName).desktop"),
            folders.data.appendingPathComponent("dbus-1/services/\(app.busName).service")
        )
    }

    private var schemeDefaults: URL { folders.config.appendingPathComponent("mimeapps.list") }

    /// Registers an app, in place of an earlier registration of the same identifier.
    /// - Returns: the files that were written.
    @discardableResult
    package func register(_ app: AppRegistration) throws(RegistrationError) -> [URL] {
        try app.validate()
        guard FileManager.default.isExecutableFile(atPath: app.executable) else {
            throw RegistrationError(.executable(app.executable))
        }
        let registry = AppRegistry(folders)
        if let other = registry.all.first(where: { $0.busName == app.busName && $0.identifier != app.identifier }) {
            throw RegistrationError(.sameBusName(other.identifier))
        }
        let files = files(of: app)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            // The registration is written last: until then, the app receives no links.
            try SmallFile.write(Data(DesktopFiles(app: app).desktopEntry.utf8), to: files.desktop)
            try SmallFile.write(Data(DesktopFiles(app: app).busService.utf8), to: files.service)
            try changeSchemeDefaults { defaults in
                defaults.remove(files.desktop.lastPathComponent)
                for scheme in app.schemes { defaults.add(files.desktop.lastPathComponent, scheme: scheme) }
            }
            try SmallFile.write(try encoder.encode(app), to: files.registration)
        } catch {
            throw RegistrationError(.file("The registration cannot be written: \(error.localizedDescription)"))
        }
        return [files.registration, files.desktop, files.service]
    }

    /// Removes a registration of the user with all its files.
    package func unregister(_ identifier: String) throws(RegistrationError) {
        let registry = AppRegistry(UserFolders(data: folders.data, config: folders.config, cache: folders.cache))
        guard let app = registry.registration(of: identifier) else {
            throw RegistrationError(.notRegistered(identifier))
        }
        let files = files(of: app)
        do {
            for file in [files.registration, files.desktop, files.service] {
                guard unlink(file.path) != 0, errno != ENOENT else { continue }
                throw CocoaError(.fileWriteUnknown, userInfo: [NSLocalizedDescriptionKey: file.path])
            }
            try changeSchemeDefaults { $0.remove(files.desktop.lastPathComponent) }
        } catch {
            throw RegistrationError(.file("The registration cannot be removed: \(error.localizedDescription)"))
        }
    }

    private func changeSchemeDefaults(_ change: (inout SchemeDefaults) -> Void) throws {
        let file = schemeDefaults
        let data = SmallFile.read(file)
        // A file that exists and cannot be read must not be replaced.
        guard data != nil || !FileManager.default.fileExists(atPath: file.path) else {
            throw CocoaError(.fileReadNoPermission, userInfo: [NSLocalizedDescriptionKey: file.path])
        }
        let before = String(decoding: data ?? Data(), as: UTF8.self)
        var defaults = SchemeDefaults(before)
        change(&defaults)
        if defaults.text != before { try SmallFile.write(Data(defaults.text.utf8), to: file) }
    }
}
