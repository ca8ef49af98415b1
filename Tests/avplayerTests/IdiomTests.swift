import Foundation
import MediaTesting
import Testing

/// One client in both idioms, in a process of its own, as assistive technology sees it.
@Suite(
    .serialized, .timeLimit(.minutes(3)),
    .enabled(if: ClientProgram.url != nil && StreamMaker.isAvailable && DesktopSession.isAvailable), .onDesktop)
struct IdiomTests {
    /// A clip in a size in which every control has a place.
    private static func recipe(hasChapters: Bool) -> ClipRecipe {
        var recipe = ClipRecipe.rich(seconds: 60)
        recipe.video?.isMarked = false
        recipe.video?.width = 1280
        recipe.video?.height = 720
        if !hasChapters { recipe.chapters = [] }
        return recipe
    }

    private func start(_ scene: String, _ idiom: String, hasChapters: Bool = true) async throws -> (
        DesktopSession, ClientProgram
    ) {
        let desktop = try #require(DesktopSession.current)
        let clip = try await StreamMaker.shared.clip(Self.recipe(hasChapters: hasChapters))
        let client = try ClientProgram(scene, idiom: idiom, clip.path, environment: desktop.environment)
        try #require(await client.isReady())
        return (desktop, client)
    }

    /// Presses keys and waits for an element that they show.
    private func press(_ keys: String..., shows name: String, on desktop: DesktopSession) async throws
        -> DesktopSession.Element
    {
        for key in keys { try await desktop.input("key", key) }
        let element = try await desktop.element(named: name)
        let names = element == nil ? await desktop.elements().map { "\($0.role) \($0.name)" } : []
        return try #require(element, "\(name) of \(names)")
    }

    @Test(
        "R8: the same client has its title, its tab and its menu in both idioms", arguments: ["desktop", "tv"])
    func sharedSource(idiom: String) async throws {
        let (desktop, client) = try await start("tabs", idiom)
        if idiom == "tv" {
            _ = try await press("Return", shows: "The Harbour", on: desktop)
            _ = try await press("Up", "Return", shows: "From above", on: desktop)
            try await desktop.input("key", "Escape")
            _ = try await press("Escape", "Down", shows: "Cast", on: desktop)
        } else {
            _ = try await press("Tab", shows: "The Harbour", on: desktop)
            let more = try #require(try await desktop.element(named: "More", role: "push button"))
            try await desktop.activate(more)
            // The row of the submenu, of which the text is an element without an action.
            for element in try await desktop.elements({ $0.name.hasPrefix("Camera") }) {
                if (try? await desktop.activate(element)) != nil { break }
            }
            _ = try #require(try await desktop.element(named: "From above"))
            try await desktop.input("key", "Escape")
            _ = try await press("Escape", "shift+i", shows: "Cast", on: desktop)
        }
        withExtendedLifetime(client) {}
    }

    @Test(
        "R25: an item with chapters has a list of them, without code of the client, and choosing one seeks; another item has no list",
        arguments: ["desktop", "tv"])
    func chapters(idiom: String) async throws {
        do {
            let (desktop, client) = try await start("controller", idiom)
            let button = try await press(idiom == "tv" ? "Down" : "Tab", shows: "Chapters", on: desktop)
            if idiom == "tv" {
                try await desktop.input("key", "Right")
            } else {
                try await desktop.activate(button)
            }
            let chapter = try #require(try await desktop.elements { $0.name.hasPrefix("Middle") }.first)
            try await desktop.activate(chapter)
            let time = try await desktop.elements { $0.role == "slider" && $0.name == "Time" }.first
            let slider = try #require(time)
            // The second of three chapters of 20 s each.
            let end = ContinuousClock.now + .seconds(20)
            var spoken: String?
            while spoken?.hasPrefix("2") != true, ContinuousClock.now < end {
                spoken = await desktop.value(of: slider)
            }
            #expect(spoken?.hasPrefix("2") == true, "\(spoken ?? "no value")")
            withExtendedLifetime(client) {}
        }
        let (desktop, client) = try await start("controller", idiom, hasChapters: false)
        _ = try await press(idiom == "tv" ? "Down" : "Tab", shows: idiom == "tv" ? "Info" : "Pause", on: desktop)
        #expect(await !desktop.elements().contains { $0.name == "Chapters" })
        withExtendedLifetime(client) {}
    }
}
