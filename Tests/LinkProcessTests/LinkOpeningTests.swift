import DBus
import Foundation
import MediaTesting
import Testing

/// Links that reach real processes over a real session bus.
@Suite(.enabled(if: LinkPrograms.areAvailable), .serialized, .timeLimit(.minutes(5)))
struct LinkOpeningTests {
    private let link = "linkprobe://open/film-1?campaign=tv"

    @Test(
        "R211 S20.2: a link starts a stopped app, whose application delegate receives it in order; a running app receives the next link"
    )
    func applicationDelegate() async throws {
        let desktop = try await LinkDesktop()
        try await desktop.register("--scheme", "linkprobe")
        let outcome = try await desktop.open(link)
        #expect(outcome.status == 0, "\(outcome.standardError)")
        #expect(await desktop.logs("app active"))
        #expect(
            desktop.log() == [
                "app willFinish \(link) - -", "app didFinish \(link) - -", "window", "app configuration",
                "app open \(link) -", "app active",
            ])
        let second = try await desktop.open("linkprobe:open/film-2")
        #expect(second.status == 0, "\(second.standardError)")
        #expect(await desktop.logs("app open linkprobe:open/film-2 -"))
        #expect(desktop.processes().count == 1)
    }

    @Test("a link to an app that was started before it was registered fails with the remedy")
    func unregisteredApp_fails() async throws {
        let desktop = try await LinkDesktop()
        try await desktop.register("--scheme", "linkprobe")
        // This process owns the app's name, and has no object for links.
        _ = try await desktop.connection.call(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            method: "RequestName", arguments: [.string(LinkDesktop.busName(LinkDesktop.app)), .uint32(0)])
        let outcome = try await desktop.open(link)
        #expect(outcome.status == 1)
        #expect(outcome.standardError.contains("was started before it was registered"))
        #expect(outcome.standardError.contains("Quit it, then open the link again."))
        #expect(desktop.processes().isEmpty)
    }

    @Test(
        "R211 S20.2: the scene delegate receives the link of a cold start with its connection, and later links in a call"
    )
    func sceneDelegate() async throws {
        let desktop = try await LinkDesktop(["LINK_PROBE_SCENES": "1"])
        try await desktop.register("--scheme", "linkprobe")
        #expect(try await desktop.open(link).status == 0)
        #expect(await desktop.logs("app active"))
        #expect(
            desktop.log().filter { $0.hasPrefix("scene") } == [
                "scene willConnect \(link) -", "scene foreground", "scene active",
            ])
        #expect(!desktop.log().contains { $0.hasPrefix("app open") })
        #expect(try await desktop.open("linkprobe://open/film-2").status == 0)
        #expect(await desktop.logs("scene open linkprobe://open/film-2 -"))
        #expect(desktop.processes().count == 1)
    }

    @Test(
        "R211: without a bus, the program is started with the link; a further start passes its link to the running process"
    )
    func withoutActivation() async throws {
        let desktop = try await LinkDesktop(["LINK_PROBE_SCENES": "1"])
        try await desktop.register("--scheme", "linkprobe")
        #expect(try await desktop.open(link, more: ["DBUS_SESSION_BUS_ADDRESS": "disabled:"]).status == 0)
        #expect(await desktop.logs("scene willConnect \(link) -"))
        try await desktop.end(SIGKILL)

        let probe = try #require(LinkPrograms.probe)
        let environment = desktop.environment.merging([
            "OPENAVKIT_LAUNCH": "links", "OPENAVKIT_APP_ID": LinkDesktop.app,
        ]) { $1 }
        async let first = ExternalCommand.run(probe, ["linkprobe:open/film-3"], environment: environment, timeout: 120)
        #expect(await desktop.logs("scene willConnect linkprobe:open/film-3 -"))
        #expect(await eventually(within: .seconds(30)) { desktop.log().last == "app active" })
        var isServing = false
        for _ in 0..<300 where !isServing {
            isServing = (try? await desktop.call("Activate", [.dictionary([:])])) != nil
            if !isServing { try await Task.sleep(for: .milliseconds(50)) }
        }
        let second = try await ExternalCommand.run(
            probe, ["linkprobe:open/film-4"], environment: environment, timeout: 120)
        #expect(second.status == 0)
        #expect(await desktop.logs("scene open linkprobe:open/film-4 -"))
        let processes = desktop.processes()
        #expect(processes.count == 3)
        // The third process has ended; the second one goes on.
        kill(processes[1], SIGTERM)
        _ = try await first
    }

    @Test("an app opens a link of another app, which receives the identifier of the first, and its own link itself")
    func openFromApp() async throws {
        let desktop = try await LinkDesktop()
        try await desktop.register("--scheme", "linkprobe")
        try await desktop.register("--scheme", "otherprobe", as: "com.example.other")
        #expect(try await desktop.open("linkprobe:open/a?forward=otherprobe:open/b").status == 0)
        #expect(await desktop.logs("app open otherprobe:open/b com.example.probe", app: "com.example.other"))
        #expect(await desktop.logs("forwarded otherprobe:open/b true"))
        #expect(try await desktop.open("linkprobe:open/a?forward=linkprobe:open/c").status == 0)
        #expect(await desktop.logs("app open linkprobe:open/c com.example.probe"))
        #expect(try await desktop.open("linkprobe:open/a?forward=javascript:x").status == 0)
        #expect(await desktop.logs("forwarded javascript:x false"))
    }

    @Test(
        "R211 R212 R228 R229 S20.2: a link that plays shows the first frame at its resume time, in a cold start and in a running app",
        .enabled(if: StreamMaker.isAvailable))
    func playback() async throws {
        let clip = try await StreamMaker.shared.clip(.rich(seconds: 12))
        let desktop = try await LinkDesktop(["LINK_PROBE_FILM": clip.path, "LINK_PROBE_SCENES": "1"])
        try await desktop.register("--scheme", "linkprobe")
        func positions() -> [Double] {
            desktop.log().filter { $0.hasPrefix("firstFrame ") }.compactMap { line in
                line.split(separator: " ").dropFirst().first.flatMap { Double($0) }
            }
        }
        #expect(try await desktop.open("linkprobe:play/film?resumeTime=5").status == 0)
        #expect(await eventually(within: .seconds(60)) { positions().count == 1 })
        #expect(try await desktop.open("linkprobe:play/film?resumeTime=2").status == 0)
        #expect(await eventually(within: .seconds(60)) { positions().count == 2 })
        // Playback goes on while the line is written.
        #expect(zip(positions(), [5, 2]).allSatisfy { $0 >= $1 - 0.05 }, "\(positions())")
        #expect(desktop.processes().count == 1)
        // A media control opens a link through the player on the bus, which announces the registered scheme.
        let bus = "org.freedesktop.DBus", root = "org.mpris.MediaPlayer2", path = "/org/mpris/MediaPlayer2"
        var found: String?
        for _ in 0..<1_000 where found == nil {
            let names = try await desktop.connection.call(
                bus, path: "/org/freedesktop/DBus", interface: bus, method: "ListNames")
            found = names.first?.elements?.compactMap(\.stringValue).first { $0.hasPrefix(root + ".") }
            if found == nil { await elapse(.milliseconds(10)) }
        }
        let player = try #require(found)
        let schemes = try await desktop.connection.call(
            player, path: path, interface: bus + ".Properties", method: "Get",
            arguments: [.string(root), .string("SupportedUriSchemes")])
        #expect(schemes.first?.unwrapped == .strings(["linkprobe"]))
        _ = try await desktop.connection.call(
            player, path: path, interface: root + ".Player", method: "OpenUri",
            arguments: [.string("linkprobe:play/film?resumeTime=3")])
        #expect(await eventually(within: .seconds(60)) { positions().count == 3 })
    }

    @Test("links that no app has registered, or that are hostile, are not opened, and the command says why")
    func refused() async throws {
        let desktop = try await LinkDesktop()
        try await desktop.register("--scheme", "linkprobe")
        for (link, status) in [
            ("unknown:open/1", 3), ("https://www.example.com/", 3), ("javascript:alert(1)", 2),
            ("linkprobe:open/%2e%2e/x", 2), ("linkprobe:open/" + String(repeating: "a", count: 5_000), 2),
        ] {
            let outcome = try await desktop.open(link)
            #expect(outcome.status == Int32(status), "\(link.prefix(40)): \(outcome.standardError)")
            #expect(outcome.standardError.hasPrefix("openavkit-open: "))
        }
        #expect(desktop.processes().isEmpty)
    }

    @Test(
        "hostile callers on the bus: links of others, wrong types and a flood are refused, and the app continues to answer"
    )
    func hostileCallers() async throws {
        let desktop = try await LinkDesktop()
        try await desktop.register("--scheme", "linkprobe")
        #expect(try await desktop.open(link).status == 0)
        #expect(await desktop.logs("app active"))
        let before = desktop.log()
        for links in [
            ["file:///etc/passwd"], ["javascript:x"], ["https://www.example.com/"], ["other:x"], [""],
            ["linkprobe:open/%"],
            Array(repeating: "linkprobe:open/x", count: 40),
            ["linkprobe:open/" + String(repeating: "a", count: 100_000)],
        ] {
            let error = await #expect(throws: BusError.self) {
                try await desktop.call("Open", [.strings(links), .dictionary([:])])
            }
            #expect(error?.name == "org.openavkit.Error.Refused", "\(links.first?.prefix(40) ?? "")")
        }
        for arguments: [Variant] in [[], [.string("x"), .dictionary([:])], [.strings([])]] {
            await #expect(throws: BusError.self) { try await desktop.call("Open", arguments) }
        }
        await #expect(throws: BusError.self) {
            try await desktop.call("ActivateAction", [.string("x"), .array(of: .variant, []), .dictionary([:])])
        }
        #expect(desktop.log() == before)
        let answers = await withTaskGroup(of: String.self) { group in
            for _ in 0..<400 {
                group.addTask {
                    do throws(BusError) {
                        _ = try await desktop.call("Open", [.strings(["other:x"]), .dictionary([:])])
                        return "opened"
                    } catch { return error.name ?? "" }
                }
            }
            return await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(
            answers.isSubset(of: ["org.openavkit.Error.Refused", "org.freedesktop.DBus.Error.LimitsExceeded"]),
            "\(answers)")
        #expect(try await desktop.open("linkprobe:open/last").status == 0)
        #expect(await desktop.logs("app open linkprobe:open/last -"))
        #expect(desktop.processes().count == 1)
    }

    @Test(
        "the desktop's own launcher opens a link of the scheme with the registered app",
        .enabled(if: ExternalCommand.find("gio") != nil))
    func desktopLauncher() async throws {
        let desktop = try await LinkDesktop()
        try await desktop.register("--scheme", "linkprobe")
        let gio = try #require(ExternalCommand.find("gio"))
        let outcome = try await ExternalCommand.run(
            gio, ["open", link], environment: desktop.environment, timeout: 120)
        #expect(outcome.status == 0, "\(outcome.standardError)")
        #expect(await desktop.logs("app open \(link) -"))
        let register = try #require(LinkPrograms.register)
        let removal = try await ExternalCommand.run(
            register, ["--uninstall", LinkDesktop.app], environment: desktop.environment, timeout: 120)
        #expect(removal.status == 0, "\(removal.standardError)")
        #expect(try await desktop.open(link).status == 3)
    }
}
