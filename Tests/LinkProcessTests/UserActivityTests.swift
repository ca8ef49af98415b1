import DBus
import Foundation
import MediaTesting
import Testing

/// Activities of real processes on a real session bus.
@Suite(.enabled(if: LinkPrograms.areAvailable), .serialized, .timeLimit(.minutes(5)))
struct UserActivityTests {
    private func content(_ desktop: LinkDesktop, becomes identifier: String?) async throws -> Bool {
        for _ in 0..<1_200 {
            if let activity = await desktop.currentActivity(),
                activity["contentIdentifier"]?.stringValue == identifier
            {
                return true
            }
            try await Task.sleep(for: .milliseconds(25))
        }
        return false
    }

    @Test(
        "R206 R207 R209 R210: the activity of the shown page of a film, show, season or episode is on the bus, and none without one"
    )
    func publication() async throws {
        let desktop = try await LinkDesktop(["LINK_PROBE_SCENES": "1"])
        try await desktop.register("--scheme", "linkprobe", "--activity", "details")
        #expect(try await desktop.open("linkprobe:play/none").status == 0)
        #expect(await desktop.logs("app active"))
        #expect(try await content(desktop, becomes: nil))
        #expect(try await desktop.open("linkprobe:open/Film-7").status == 0)
        #expect(try await content(desktop, becomes: "Film-7"))
        let activity = try #require(await desktop.currentActivity())
        #expect(activity["activityType"]?.stringValue == "details" && activity["title"]?.stringValue == "Film")
        for identifier in ["Show-1", "Show-1.Season-2", "Show-1.Season-2.Episode-3"] {
            #expect(try await desktop.open("linkprobe:open/\(identifier)").status == 0)
            #expect(try await content(desktop, becomes: identifier))
        }
        // A process that is killed leaves nothing on the bus.
        try await desktop.end(SIGKILL)
        #expect(try await desktop.isAbsent())
    }

    @Test("an app continues the activity of another app of the user, which saves it first; other types are refused")
    func continuation() async throws {
        let desktop = try await LinkDesktop(["LINK_PROBE_SCENES": "1"])
        try await desktop.register("--scheme", "linkprobe")
        try await desktop.register("--activity", "details", "--scheme", "otherprobe", as: "com.example.other")
        #expect(try await desktop.open("linkprobe:open/film-7").status == 0)
        #expect(try await content(desktop, becomes: "film-7"))
        func resume(_ type: String, from: String, with: String) async throws -> Int32 {
            try await desktop.open("--continue", type, "--from", from, "--with", with).status
        }
        // The other app is started for the activity.
        #expect(try await resume("details", from: LinkDesktop.app, with: "com.example.other") == 0)
        #expect(await desktop.logs("scene continue details - film-7 12", app: "com.example.other"))
        let lines = desktop.log("com.example.other")
        #expect(lines.contains("scene handoff details"))
        let will = try #require(lines.firstIndex(of: "scene willContinue details"))
        let active = try #require(lines.firstIndex(of: "scene active"))
        #expect(active < will)
        #expect(try await resume("secrets", from: LinkDesktop.app, with: "com.example.other") == 1)
        #expect(try await resume("details", from: "com.example.other", with: LinkDesktop.app) == 1)
        #expect(try await resume("details", from: "com.example.none", with: "com.example.other") == 0)
        #expect(await desktop.logs("scene didFail details", app: "com.example.other"))
    }

    @Test(
        "the activity by which a scene restores its state is stored, and given back at the next start, unless the file is damaged"
    )
    func restoration() async throws {
        let desktop = try await LinkDesktop(["LINK_PROBE_SCENES": "1"])
        try await desktop.register("--scheme", "linkprobe")
        #expect(try await desktop.open("linkprobe:open/film-7").status == 0)
        #expect(await desktop.logs("app active"))
        #expect(!desktop.log().contains { $0.hasPrefix("scene restore") })
        // The signal ends the app in an orderly way once its main loop runs.
        #expect(try await desktop.open("linkprobe:open/film-7?again").status == 0)
        #expect(await desktop.logs("scene open linkprobe:open/film-7?again -"))
        try await desktop.end(SIGTERM)
        #expect(desktop.log().contains("app terminate"))
        #expect(try await desktop.open("linkprobe:play/none").status == 0)
        #expect(await desktop.logs("scene restore film-7"))
        #expect(try await desktop.open("linkprobe:open/film-8").status == 0)
        #expect(await desktop.logs("scene open linkprobe:open/film-8 -"))
        try await desktop.end(SIGTERM)
        let file = desktop.folder.appendingPathComponent("data/openavkit/apps/\(LinkDesktop.app)/restoration.json")
        let whole = try Data(contentsOf: file)
        #expect(whole.count > 20)
        try whole.prefix(whole.count / 2).write(to: file)
        #expect(try await desktop.open("linkprobe:open/film-9").status == 0)
        #expect(await eventually(within: .seconds(30)) { desktop.log().filter { $0 == "app active" }.count == 3 })
        #expect(desktop.log().filter { $0.hasPrefix("scene restore") } == ["scene restore film-7"])
    }
}
