package import Foundation

/// The folders of the XDG base directory specification, from an environment.
package struct UserFolders: Sendable, Hashable {
    package var data: URL
    package var config: URL
    package var cache: URL
    /// Folders with the data of all users, in order of precedence.
    package var systemData: [URL]

    package init(data: URL, config: URL, cache: URL, systemData: [URL] = []) {
        self.data = data
        self.config = config
        self.cache = cache
        self.systemData = systemData
    }

    /// Relative folders in the variables are ignored, as the specification says.
    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        func folder(_ variable: String, _ fallback: String) -> URL {
            if let path = environment[variable], path.hasPrefix("/") { return URL(fileURLWithPath: path) }
            let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
            return URL(fileURLWithPath: home).appendingPathComponent(fallback)
        }
        data = folder("XDG_DATA_HOME", ".local/share")
        config = folder("XDG_CONFIG_HOME", ".config")
        cache = folder("XDG_CACHE_HOME", ".cache")
        let system = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
        systemData = system.split(separator: ":").filter { $0.hasPrefix("/") }.map { URL(fileURLWithPath: String($0)) }
    }
}
