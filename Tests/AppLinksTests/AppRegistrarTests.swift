import DeepLinks
import Foundation
import MediaTesting
import Testing

@testable import AppLinks

struct AppRegistrarTests {
    @Test(
        "R155 R211: a registration writes desktop file, bus service and scheme handler, and unregistering removes them all"
    )
    func files() throws {
        let test = try TestFolders()
        let other = "[Default Applications]\nx-scheme-handler/other=other.desktop;\ntext/html=browser.desktop\n"
        let list = test.folders.config.appendingPathComponent("mimeapps.list")
        try SmallFile.write(Data(other.utf8), to: list)
        var app = AppRegistration.service(schemes: ["Service", "service-tv"], domains: ["www.example.com"])
        app.isTVAppCompatible = true
        try AppRegistrar(test.folders).register(app)
        let registry = AppRegistry(test.folders)
        #expect(registry.registration(of: "com.example.service") == app)
        #expect(registry.all == [app])
        let name = "org.openavkit.App.com_example_service"
        let entry = try #require(test.text("data/applications/\(name).desktop"))
        #expect(entry.hasPrefix("[Desktop Entry]\nType=Application\n"))
        #expect(entry.contains("\nDBusActivatable=true\n"))
        #expect(entry.contains("\nMimeType=x-scheme-handler/service;x-scheme-handler/service-tv;\n"))
        #expect(entry.contains("\nX-OpenAVKit-TVApp=true\n"))
        let service = try #require(test.text("data/dbus-1/services/\(name).service"))
        #expect(service.contains("Name=\(name)\n"))
        #expect(service.contains("OPENAVKIT_APP_ID=com.example.service \"/bin/true\""))
        let handlers = try #require(test.text("config/mimeapps.list"))
        #expect(handlers.contains("x-scheme-handler/service=\(name).desktop;"))
        #expect(
            handlers.contains("x-scheme-handler/other=other.desktop;") && handlers.contains("text/html=browser.desktop")
        )
        // A second registration replaces the first one.
        try AppRegistrar(test.folders).register(.service(schemes: ["service"]))
        #expect(test.text("config/mimeapps.list")?.contains("service-tv") == false)
        try AppRegistrar(test.folders).unregister("com.example.service")
        #expect(registry.all.isEmpty)
        #expect(test.text("data/applications/\(name).desktop") == nil)
        #expect(test.text("data/dbus-1/services/\(name).service") == nil)
        #expect(test.text("config/mimeapps.list")?.contains(name) == false)
        #expect(test.text("config/mimeapps.list")?.contains("x-scheme-handler/other=other.desktop;") == true)
        let error = #expect(throws: RegistrationError.self) {
            try AppRegistrar(test.folders).unregister("com.example.service")
        }
        #expect(error?.reason == .notRegistered("com.example.service"))
    }

    @Test("a path with spaces, quotes, dollars, percents and backslashes is one argument of the started command")
    func quoting() async throws {
        let test = try TestFolders()
        let program = test.top.appendingPathComponent("a b\"$HOME`%f\\x'")
        try "#!/bin/sh\nprintf '%s\\n' \"$OPENAVKIT_LAUNCH $OPENAVKIT_APP_ID\" >\"$0.log\"\n".write(
            to: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        try AppRegistrar(test.folders).register(.service(executable: program.path))
        let name = "org.openavkit.App.com_example_service"
        let service = try #require(test.text("data/dbus-1/services/\(name).service"))
        let command = try #require(service.split(separator: "\n").first { $0.hasPrefix("Exec=") }?.dropFirst(5))
        let shell = try await ExternalCommand.run(
            URL(fileURLWithPath: "/bin/sh"), ["-c", String(command)], environment: test.environment, timeout: 60)
        #expect(shell.status == 0, "\(shell.standardError)")
        let log = try String(contentsOfFile: program.path + ".log", encoding: .utf8)
        #expect(log == "service com.example.service\n")
        let entry = try #require(test.text("data/applications/\(name).desktop"))
        #expect(entry.contains("%%f") && entry.contains("\\\\\\\\x"))
    }

    @Test(
        "a registration with an invalid identifier, program, scheme or domain writes nothing",
        arguments: [
            { (app: inout AppRegistration) in app.identifier = "../x" }, { $0.identifier = "" },
            { $0.identifier = "a/b" },
            { $0.executable = "true" }, { $0.executable = "/nonexistent/program" }, { $0.executable = "/bin/true\nx" },
            { $0.name = "a\nExec=evil" }, { $0.name = "" }, { $0.schemes = ["https"] }, { $0.schemes = ["javascript"] },
            { $0.schemes = ["a b"] }, { $0.schemes = ["1a"] }, { $0.schemes = ["file"] }, { $0.domains = ["a..b"] },
            { $0.domains = ["https://a.b"] }, { $0.domains = ["*.a.b"] }, { $0.domains = ["a.b/c"] },
            { $0.domains = ["a.b:0"] }, { $0.activityTypes = ["a\nb"] },
        ] as [@Sendable (inout AppRegistration) -> Void])
    func invalid(change: @Sendable (inout AppRegistration) -> Void) throws {
        let test = try TestFolders()
        var app = AppRegistration.service()
        change(&app)
        #expect(throws: RegistrationError.self) { try AppRegistrar(test.folders).register(app) }
        #expect(!FileManager.default.fileExists(atPath: test.folders.data.path))
    }

    @Test("a second app whose identifier gives the same bus name is rejected; damaged registrations are ignored")
    func collisions() throws {
        let test = try TestFolders()
        try AppRegistrar(test.folders).register(.service())
        var other = AppRegistration.service(schemes: ["other"])
        other.identifier = "com.example-service"
        let error = #expect(throws: RegistrationError.self) { try AppRegistrar(test.folders).register(other) }
        #expect(error?.reason == .sameBusName("com.example.service"))
        let folder = AppRegistry.folder(in: test.folders.data)
        for (name, text) in [("a", "{"), ("b", "{\"identifier\": \"com.example.service\"}"), ("com.example.x", "[]")] {
            try text.write(to: folder.appendingPathComponent(name + ".json"), atomically: true, encoding: .utf8)
        }
        let whole = try Data(contentsOf: folder.appendingPathComponent("com.example.service.json"))
        #expect(AppRegistry(test.folders).all.map(\.identifier) == ["com.example.service"])
        for length in stride(from: 0, to: whole.count - 1, by: 7) {
            try whole.prefix(length).write(to: folder.appendingPathComponent("com.example.service.json"))
            #expect(AppRegistry(test.folders).all.isEmpty, "\(length) bytes")
        }
    }

    @Test("R211: links resolve to the app that registered the scheme, scripts to none, and others to the desktop")
    func resolving() throws {
        let test = try TestFolders()
        let app = AppRegistration.service()
        try AppRegistrar(test.folders).register(app)
        let resolver = LinkResolver(AppRegistry(test.folders))
        func url(_ text: String) throws -> URL { try #require(URL(string: text)) }
        #expect(try resolver.destination(of: url("service://play/1")) == .scheme(app))
        #expect(try resolver.destination(of: url("SERVICE:play/1")) == .scheme(app))
        #expect(try resolver.destination(of: url("mailto:a@b.c")).app == nil)
        #expect(try resolver.destination(of: url("https://www.example.com/")).app == nil)
        #expect(throws: DeepLinkError.self) { try resolver.destination(of: url("javascript:alert(1)")) }
        #expect(throws: DeepLinkError.self) { try resolver.destination(of: url("service://play/%2e%2e/x")) }
        #expect(resolver.problem(of: "service://play/1", for: "com.example.service") == nil)
        for link in [
            "service://play/1%", "service://play/../1", "other:1", "file:///etc/passwd", "", "https://www.example.com/",
            "service:" + String(repeating: "a", count: 5_000),
        ] {
            #expect(resolver.problem(of: link, for: "com.example.service")?.isEmpty == false, "\(link.prefix(50))")
        }
        #expect(resolver.problem(of: "service://play/1", for: "com.example.other") != nil)
    }
}
