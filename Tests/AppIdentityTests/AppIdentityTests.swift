import Foundation
import Testing

@testable import AppIdentity

struct AppIdentityTests {
    @Test("the identifier is that of the environment, else of the Info.plist, else the executable's name")
    func identifier_sources_haveAnOrder() throws {
        let folder = try AppFolder()
        #expect(folder.identity().identifier == "Player")
        try folder.write(
            AppFolder.list("<key>CFBundleIdentifier</key><string>com.example.tv</string>"), to: "Info.plist")
        #expect(folder.identity().identifier == "com.example.tv")
        #expect(folder.identity(["OPENAVKIT_APP_ID": "org.example.other"]).identifier == "org.example.other")
        #expect(folder.identity(["OPENAVKIT_APP_ID": ""]).identifier == "com.example.tv")
    }

    @Test("an Info.plist is found in Resources and below share, and one of another executable is not used")
    func information_places_areSearched() throws {
        let places = [
            "Resources/Info.plist", "../Resources/Info.plist", "../share/Player/Info.plist", "Player.Info.plist",
        ]
        for place in places {
            let folder = try AppFolder()
            try folder.write(AppFolder.list("<key>CFBundleIdentifier</key><string>com.example</string>"), to: place)
            #expect(folder.identity().identifier == "com.example", "\(place)")
        }
        let folder = try AppFolder()
        let entries = "<key>CFBundleIdentifier</key><string>com.example</string><key>CFBundleExecutable</key>"
        try folder.write(AppFolder.list(entries + "<string>Other</string>"), to: "Info.plist")
        #expect(folder.identity().identifier == "Player")
        try folder.write(AppFolder.list(entries + "<string>Player</string>"), to: "Info.plist")
        #expect(folder.identity().identifier == "com.example")
    }

    @Test(
        "an identifier that could leave its folder, is too long or has other characters is ignored and reported",
        arguments: [
            "../../etc", ".", "..", ".hidden", "-x", "a/b", "a b", "a\u{0}b", "ü", "a\n",
            String(repeating: "a", count: 129),
        ])
    func identifier_invalid_isIgnored(_ text: String) throws {
        let folder = try AppFolder()
        let identity = folder.identity(["OPENAVKIT_APP_ID": text])
        #expect(identity.identifier == "Player")
        #expect(identity.problems.count == 1)
        #expect(identity.problems.first?.contains("OPENAVKIT_APP_ID") == true)
    }

    @Test("the name of any executable becomes a valid identifier")
    func identifier_executable_isValid() throws {
        for (name, identifier) in [("My Player", "My-Player"), (".x", "_x"), ("tv+", "tv-"), ("a.b_c-d", "a.b_c-d")] {
            #expect(AppIdentifier.made(from: name) == identifier)
            #expect(AppIdentifier.isValid(identifier))
        }
        #expect(AppIdentifier.isValid(AppIdentifier.made(from: "")))
        #expect(AppIdentifier.isValid(AppIdentifier.made(from: String(repeating: "ü", count: 300))))
        #expect(AppIdentifier.isValid(AppIdentity.current.identifier))
    }

    @Test("the bus name has '_' for other characters and before a digit")
    func busName_characters_areReplaced() throws {
        #expect(AppIdentifier.busName(of: "com.example.my-tv") == "org.openavkit.App.com_example_my_tv")
        #expect(AppIdentifier.busName(of: "9now") == "org.openavkit.App._9now")
        #expect(AppIdentifier.busName(of: "") == "org.openavkit.App._")
        #expect(AppIdentity.busName == AppIdentity.current.busName)
    }

    @Test("the executable of this process is found")
    func executable_current_exists() {
        #expect(FileManager.default.isExecutableFile(atPath: AppIdentity.currentExecutable.path))
    }

    @Test("the private folder is created with mode 0700, and a wider mode is corrected")
    func dataDirectory_mode_isPrivate() throws {
        let folder = try AppFolder()
        let identity = folder.identity(["XDG_DATA_HOME": folder.url.path + "/data", "OPENAVKIT_APP_ID": "com.example"])
        let data = try identity.dataDirectory()
        #expect(data.path == folder.url.path + "/data/openavkit/apps/com.example")
        func mode() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: data.path)[.posixPermissions] as? Int
        }
        #expect(try mode() == 0o700)
        chmod(data.path, 0o755)
        #expect(try identity.dataDirectory() == data)
        #expect(try mode() == 0o700)
        #expect(AppIdentity.appsDirectory(environment: ["HOME": "/h"])?.path == "/h/.local/share/openavkit/apps")
    }

    @Test("a private folder that is a symbolic link or a file, or that has no home, is an error with its reason")
    func dataDirectory_foreign_isAnError() throws {
        let folder = try AppFolder()
        let apps = folder.url.path + "/openavkit/apps"
        let identity = folder.identity(["XDG_DATA_HOME": folder.url.path, "OPENAVKIT_APP_ID": "com.example"])
        try FileManager.default.createDirectory(atPath: apps, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: apps + "/com.example", withDestinationPath: "/tmp")
        let link = #expect(throws: AppDataError.self) { try identity.dataDirectory() }
        #expect(link?.description.contains("not a folder") == true)
        try FileManager.default.removeItem(atPath: apps + "/com.example")
        try Data().write(to: URL(fileURLWithPath: apps + "/com.example"))
        #expect(throws: AppDataError.self) { try identity.dataDirectory() }
        #expect(throws: AppDataError.self) { try folder.identity(["HOME": "relative"]).dataDirectory() }
    }
}

struct CapabilitiesTests {
    private static let permission = "<key>org.openavkit.subscription-registration</key><true/>"
    private static let tvApp = "<key>UISupportsTVApp</key><true/>"

    @Test("a file of capabilities permits registrations, under this project's key or Apple's (R154)")
    func capabilities_file_permits() throws {
        for (name, key) in [
            ("Player.capabilities.plist", Capabilities.registrationKeys[0]),
            ("Player.entitlements", Capabilities.registrationKeys[1]),
            ("../share/Player/Player.entitlements", Capabilities.registrationKeys[0]),
        ] {
            let folder = try AppFolder()
            #expect(!folder.identity().capabilities.registersSubscriptions)
            try folder.write(AppFolder.list("<key>\(key)</key><true/>"), to: name)
            #expect(folder.identity().capabilities.registersSubscriptions, "\(name)")
            try folder.write(AppFolder.list("<key>\(key)</key><false/>"), to: name)
            #expect(!folder.identity().capabilities.registersSubscriptions, "\(name)")
        }
        let folder = try AppFolder()
        try folder.write(AppFolder.list(Self.permission), to: "elsewhere.plist")
        let path = folder.executable.deletingLastPathComponent().path + "/elsewhere.plist"
        #expect(folder.identity(["OPENAVKIT_CAPABILITIES": path]).capabilities.registersSubscriptions)
    }

    @Test("the Info.plist key of the TV app has a configurable name (R155)")
    func capabilities_tvAppKey_isConfigurable() throws {
        let folder = try AppFolder()
        #expect(!folder.identity().capabilities.supportsTVApp)
        try folder.write(AppFolder.list(Self.tvApp), to: "Info.plist")
        #expect(folder.identity().capabilities.supportsTVApp)
        try folder.write(
            AppFolder.list(Self.permission + "<key>org.openavkit.tv-app-key</key><string>ExampleTVKey</string>"),
            to: "Player.capabilities.plist")
        #expect(!folder.identity().capabilities.supportsTVApp)
        try folder.write(AppFolder.list("<key>ExampleTVKey</key><true/>"), to: "Info.plist")
        #expect(folder.identity().capabilities.supportsTVApp)
        #expect(folder.identity().registrationError == nil)
    }

    @Test(
        "strict mode rejects an app without the capability or the key, by name; otherwise it is reported once (R154, R155)"
    )
    func capabilities_missing_areAnError() throws {
        let folder = try AppFolder(executable: "Tool\(UInt64.random(in: 0...UInt64.max))")
        let strict = folder.identity(["OPENAVKIT_STRICT_CAPABILITIES": "1"])
        let error = #expect(throws: CapabilityError.self) { try strict.requireRegistration { _ in } }
        #expect(error?.missing == [.registration, .tvAppKey("UISupportsTVApp")])
        #expect(error?.description.contains("org.openavkit.subscription-registration") == true)
        var reports: [String] = []
        for _ in 0..<3 { try folder.identity().requireRegistration { reports.append($0) } }
        #expect(reports.count == 1)
        #expect(reports.first?.contains("UISupportsTVApp") == true)

        let name = folder.executable.lastPathComponent
        try folder.write(
            AppFolder.list(Self.permission + "<key>org.openavkit.strict</key><true/>"), to: name + ".capabilities.plist"
        )
        #expect(
            #expect(throws: CapabilityError.self) { try folder.identity().requireRegistration { _ in } }?.missing
                == [.tvAppKey("UISupportsTVApp")])
        try folder.write(AppFolder.list(Self.tvApp), to: "Info.plist")
        try folder.identity().requireRegistration { Issue.record("\($0)") }
    }

    @Test("a malformed file of capabilities permits nothing, and the error has its line")
    func capabilities_malformed_permitNothing() throws {
        let folder = try AppFolder()
        try folder.write(AppFolder.list(Self.permission + "\n<key>x</key><nonsense/>"), to: "Player.entitlements")
        let identity = folder.identity(["OPENAVKIT_STRICT_CAPABILITIES": "1"])
        #expect(!identity.capabilities.registersSubscriptions)
        let error = #expect(throws: CapabilityError.self) { try identity.requireRegistration { _ in } }
        #expect(
            error?.description.contains("Player.entitlements:6: unexpected '<nonsense>'") == true, "\(error as Any)")
    }

    @Test("a named pipe, a folder and a device in place of the file are ignored")
    func capabilities_specialFiles_areIgnored() throws {
        let folder = try AppFolder()
        let path = folder.executable.deletingLastPathComponent().path + "/Player.entitlements"
        #expect(mkfifo(path, 0o600) == 0)
        #expect(folder.identity().problems.count == 1)
        unlink(path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(folder.identity().problems.count == 1)
        #expect(folder.identity(["OPENAVKIT_CAPABILITIES": "/dev/zero"]).problems.count == 1)
    }
}
