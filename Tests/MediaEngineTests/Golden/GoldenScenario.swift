import Foundation
import MediaEngine
import MediaTesting

/// A playback session whose record is compared with a text file of the same name in `Dumps`.
struct GoldenScenario: Sendable {
    /// The media to play.
    enum Media: Sendable {
        case clip(ClipRecipe)
        /// A clip served over HTTP.
        case served(ClipRecipe, faults: [OriginFault] = [])
        case ladder(LadderRecipe, faults: [OriginFault] = [])
        /// A ladder with some resources replaced.
        case edited(LadderRecipe, @Sendable (Ladder, any OriginContent) -> any OriginContent)
        /// A file made by the test.
        case bytes(String, [UInt8])
        /// A clip in which all occurrences of some bytes are replaced.
        case altered(ClipRecipe, [(from: String, to: String)])
        /// A live ladder, on the fake clock.
        case live(LadderRecipe, @Sendable (inout LiveLadder.Settings) -> Void)
        case missing(String)
    }

    /// Parts of a dump.
    enum Section: String, CaseIterable, Sendable {
        case course, pictures, sound, requests, end
    }

    /// Lower-case words with hyphens; the file is `NAME.txt`.
    var name: String
    /// One sentence: subject, condition, outcome.
    var says: String
    var media: Media
    var device: (@Sendable (inout SimulatedAudioDevice.Settings) -> Void)?
    var options: @Sendable (inout PlaybackSession.Options) -> Void = { _ in }
    /// The client's actions. The session is prepared, and everything that takes no time has happened.
    var script: @Sendable (GoldenRun) -> Void
    /// The client's commands before it calls `prepare()`.
    var beforeOpening: (@Sendable (GoldenRun) -> Void)?
    /// The seconds of the fake clock before the first byte of each response.
    var latency = 0.0
    /// Sections that depend on thread scheduling are excluded.
    var sections = Set(Section.allCases)
    /// The known defect that makes the playback differ from the dump.
    var defect: String?

    init(
        _ name: String, _ says: String, _ media: Media,
        options: @escaping @Sendable (inout PlaybackSession.Options) -> Void = { _ in },
        device: (@Sendable (inout SimulatedAudioDevice.Settings) -> Void)? = nil, latency: Double = 0,
        without: Set<Section> = [], defect: String? = nil, beforeOpening: (@Sendable (GoldenRun) -> Void)? = nil,
        script: @escaping @Sendable (GoldenRun) -> Void
    ) {
        self.name = name
        self.says = says
        self.media = media
        self.options = options
        self.device = device
        self.script = script
        self.defect = defect
        self.latency = latency
        self.beforeOpening = beforeOpening
        sections.subtract(without)
    }

    /// Generates the media, so that playback does not wait for it.
    func prepare() async throws {
        switch media {
        case .clip(let recipe), .served(let recipe, _), .altered(let recipe, _):
            _ = try await StreamMaker.shared.clip(recipe)
        case .ladder(let recipe, _), .edited(let recipe, _), .live(let recipe, _): _ = try await Ladder.make(recipe)
        case .bytes, .missing: break
        }
    }

    /// Returns the URL to play, and the server, which must be retained. The server's latency and live playlists use the fake clock.
    func open(_ clock: FakeHostClock) async throws -> (URL, Origin?) {
        switch media {
        case .clip(let recipe): return (try await StreamMaker.shared.clip(recipe), nil)
        case .served(let recipe, let faults):
            let bytes = [UInt8](try Data(contentsOf: try await StreamMaker.shared.clip(recipe)))
            let content = FixedContent(["/film.mp4": OriginResource(bytes, contentType: "video/mp4")])
            return try serve(content, "/film.mp4", faults, clock)
        case .ladder(let recipe, let faults):
            return try serve(try await Ladder.make(recipe), "/main.m3u8", faults, clock)
        case .edited(let recipe, let change):
            let ladder = try await Ladder.make(recipe)
            return try serve(change(ladder, ladder), "/main.m3u8", [], clock)
        case .live(let recipe, let change):
            let live = try LiveLadder(try await Ladder.make(recipe), clock: clock, change)
            return try serve(live, "/main.m3u8", [], clock)
        case .bytes(let name, let bytes):
            return (try await StreamMaker.shared.file(named: name, bytes: Data(bytes)), nil)
        case .altered(let recipe, let changes):
            var data = try Data(contentsOf: try await StreamMaker.shared.clip(recipe))
            for (old, new) in changes {
                while let range = data.range(of: Data(old.utf8)) { data.replaceSubrange(range, with: Data(new.utf8)) }
            }
            return (try await StreamMaker.shared.file(named: "\(name).mp4", bytes: data), nil)
        case .missing(let name): return (URL(fileURLWithPath: "/nowhere/\(name)"), nil)
        }
    }

    private func serve(
        _ content: any OriginContent, _ path: String, _ faults: [OriginFault], _ clock: FakeHostClock
    ) throws -> (URL, Origin?) {
        let latency = latency
        let origin = try Origin(content, clock: clock) { $0.latency = latency }
        for fault in faults { origin.inject(fault) }
        return (origin.url(path), origin)
    }
}
