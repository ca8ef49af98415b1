import Foundation

@testable import AppLinks

/// Folders of a user in a temporary folder, which ends with this object.
final class TestFolders: Sendable {
    let top: URL
    let folders: UserFolders

    init() throws {
        top = FileManager.default.temporaryDirectory.appendingPathComponent("links-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: top, withIntermediateDirectories: true)
        folders = UserFolders(
            data: top.appendingPathComponent("data"), config: top.appendingPathComponent("config"),
            cache: top.appendingPathComponent("cache"))
    }

    deinit { try? FileManager.default.removeItem(at: top) }

    /// The environment of a program with these folders.
    var environment: [String: String] {
        [
            "HOME": top.path, "XDG_DATA_HOME": folders.data.path, "XDG_CONFIG_HOME": folders.config.path,
            "XDG_CACHE_HOME": folders.cache.path, "XDG_STATE_HOME": top.path + "/state",
            "XDG_DATA_DIRS": top.path + "/none",
        ]
    }

    func text(_ path: String) -> String? {
        try? String(contentsOf: top.appendingPathComponent(path), encoding: .utf8)
    }
}

extension AppRegistration {
    static func service(
        executable: String = "/bin/true", schemes: [String] = ["service"], domains: [String] = [],
        activityTypes: [String] = []
    ) -> AppRegistration {
        AppRegistration(
            identifier: "com.example.service", name: "Service", executable: executable, schemes: schemes,
            domains: domains, activityTypes: activityTypes)
    }
}
