import Foundation

/// An HLS ladder with all its playlists, segments, keys and side files, generated from a recipe and kept in memory.
///
/// As an `OriginContent` it is served on demand; `LiveLadder` serves it live. Paths:
///
///     /main.m3u8                   the multivariant playlist
///     /v0/index.m3u8, /v0/iframes.m3u8, /v0/init-0.mp4, /v0/3.m4s        variant 0; a0, s0, … alike
///     /keys/0.key  /chapters.json  /steering.json  /tiles/index.m3u8  /ads/main.m3u8  /ads/ID.json
///
/// Redundant copies are served under `/b`, `/c`, … Thread-safe.
public final class Ladder: Sendable {
    public let recipe: LadderRecipe
    /// Renditions with media, in the order v0, v1, …, a0, a1, …
    let renditions: [Rendition]
    let tiles: MediaTrack?
    let advertisement: Ladder?
    /// Properties for the multivariant playlist, by rendition name.
    let facts: [String: Facts]

    struct Facts: Sendable {
        var codecs: [String]
        /// Bits per second of the segments as served.
        var peak: Int
        var average: Int
        /// The peak of contiguous key frames that last 0.5 to 1.5 target durations together (RFC 8216bis section 4.4.6.2).
        var keyPeak: Int
        /// Bytes of each segment of the first lap, and of each programme's initialization section.
        var sizes: [Int]
        var headSizes: [Int]
    }

    /// Creates a ladder: encodes clips that are not cached (seconds), parses and segments them.
    /// - Throws: `StreamMakerError` for a contradictory recipe or a failure of ffmpeg.
    public static func make(_ recipe: LadderRecipe, maker: StreamMaker = .shared) async throws -> Ladder {
        if let problem = recipe.problem { throw StreamMakerError(message: "the ladder recipe is invalid: \(problem)") }
        try await makeClips(of: recipe, maker)
        var renditions: [Rendition] = []
        var sounds: [[MediaTrack]] = []
        for index in recipe.audio.indices {
            var programs: [MediaTrack] = []
            for program in 0..<recipe.programs {
                programs.append(try await track(recipe.sound(index, program: program), maker))
            }
            sounds.append(programs)
        }
        let ownForm: Rendition.Form = recipe.container == .fragmented ? .fragmented : .transportStream
        for index in recipe.variants.indices {
            var programs: [[MediaTrack]] = []
            for program in 0..<recipe.programs {
                var picture = try await track(recipe.video(index, program: program), maker)
                if !recipe.closedCaptions.isEmpty {
                    picture = try picture.captioned(
                        .regular(
                            recipe.closedCaptions.map(\.instreamID), seconds: recipe.seconds,
                            framesPerSecond: recipe.variants[index].framesPerSecond),
                        framesPerSecond: recipe.variants[index].framesPerSecond)
                }
                programs.append([picture] + (recipe.audioForm == .muxed ? [sounds[0][program]] : []))
            }
            renditions.append(Rendition(name: "v\(index)", form: ownForm, programs: programs, recipe: recipe))
        }
        let soundForm: Rendition.Form =
            switch recipe.audioForm {
            case .fragmented: .fragmented
            case .transportStream: .transportStream
            case .packed: .packed
            case .muxed: ownForm
            }
        for index in recipe.audio.indices where recipe.audioForm != .muxed || index > 0 || recipe.variants.isEmpty {
            renditions.append(
                Rendition(name: "a\(index)", form: soundForm, programs: sounds[index].map { [$0] }, recipe: recipe))
        }
        let tiles = recipe.hasTiles ? try await track(recipe.tileClip, maker) : nil
        let advertisement =
            recipe.interstitials.isEmpty ? nil : try await make(LadderRecipe.advertisement, maker: maker)
        return try Ladder(recipe, renditions: renditions, tiles: tiles, advertisement: advertisement)
    }

    /// Runs as many encodes at once as there are processors; cached clips cost nothing.
    private static func makeClips(of recipe: LadderRecipe, _ maker: StreamMaker) async throws {
        var clips = (0..<recipe.programs).flatMap { program in
            recipe.variants.indices.map { recipe.video($0, program: program) }
                + recipe.audio.indices.map { recipe.sound($0, program: program) }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<max(1, ProcessInfo.processInfo.activeProcessorCount) {
                guard let clip = clips.popLast() else { break }
                group.addTask { _ = try await maker.clip(clip) }
            }
            while try await group.next() != nil {
                guard let clip = clips.popLast() else { continue }
                group.addTask { _ = try await maker.clip(clip) }
            }
        }
    }

    private static func track(_ recipe: ClipRecipe, _ maker: StreamMaker) async throws -> MediaTrack {
        try MediaTrack(movie: [UInt8](try Data(contentsOf: try await maker.clip(recipe))))
    }

    private init(_ recipe: LadderRecipe, renditions: [Rendition], tiles: MediaTrack?, advertisement: Ladder?) throws {
        self.recipe = recipe
        self.renditions = renditions
        self.tiles = tiles
        self.advertisement = advertisement
        facts = try renditions.reduce(into: [:]) { $0[$1.name] = try Self.facts(of: $1) }
    }

    private static func facts(of rendition: Rendition) throws -> Facts {
        var bits = 0.0
        var seconds = 0.0
        var peak = 0.0
        var keyPeak = 0.0
        var sizes: [Int] = []
        var pictures: [(bits: Double, seconds: Double)] = []
        for number in 0..<rendition.recipe.segmentCount {
            sizes.append(try rendition.sealedSegment(number).count)
            let size = Double((sizes.last ?? 0) * 8)
            let duration = rendition.duration(of: number)
            bits += size
            seconds += duration
            peak = max(peak, size / max(duration, 0.001))
            if rendition.hasVideo {
                let frames = try rendition.keyFrames(of: number)
                let keys = frames.reduce(0) { $0 + $1.range.count }
                keyPeak = max(keyPeak, Double(keys * 8) / max(duration, 0.001))
                for (index, frame) in frames.enumerated() {
                    let end = index + 1 < frames.count ? frames[index + 1].offset : duration
                    pictures.append((Double(frame.range.count * 8), end - frame.offset))
                }
            }
        }
        var names: [String] = []
        for track in rendition.programs.flatMap({ $0 }) {
            let name = try track.codecName()
            if !names.contains(name) { names.append(name) }
        }
        return Facts(
            codecs: names, peak: Int(peak.rounded(.up)), average: Int((bits / max(seconds, 0.001)).rounded(.up)),
            keyPeak: Int(
                max(keyPeak, Self.peak(of: pictures, target: Double(rendition.recipe.segmentSeconds))).rounded(.up)),
            sizes: sizes,
            headSizes: try (0..<rendition.recipe.programs).map {
                try rendition.sealedInitialization(program: $0)?.count ?? 0
            })
    }

    /// Returns the highest rate of contiguous pieces that last 0.5 to 1.5 target durations together.
    private static func peak(of pieces: [(bits: Double, seconds: Double)], target: Double) -> Double {
        var peak = 0.0
        for first in pieces.indices {
            var (bits, seconds) = (0.0, 0.0)
            for piece in pieces[first...] {
                bits += piece.bits
                seconds += piece.seconds
                if seconds > 1.5 * target { break }
                if seconds >= 0.5 * target - 0.001 { peak = max(peak, bits / seconds) }
            }
        }
        return peak
    }

    /// Returns whether the folder of this name contains media or subtitles.
    func isRendition(_ name: String) -> Bool {
        rendition(name) != nil || recipe.subtitles.indices.contains { "s\($0)" == name }
    }

    func rendition(_ name: some StringProtocol) -> Rendition? { renditions.first { $0.name == name } }

    /// The maximum segment number; requests beyond it are rejected, so that arithmetic cannot overflow.
    static let maximumNumber = 1_000_000_000

    /// The number of tiles in a thumbnail sheet.
    static let tileColumns = 4
    static let tileRows = 3
}

extension LadderRecipe {
    /// Thumbnail sheets of twelve tiles, one per second.
    var tileClip: ClipRecipe {
        let first = variants.first ?? Variant(256, 144, bitsPerSecond: 0)
        var video = VideoRecipe(codec: .mjpeg, width: 160, height: 90, framesPerSecond: 1)
        video.markStep = first.framesPerSecond
        video.tiles = .init(width: Ladder.tileColumns, height: Ladder.tileRows)
        let sheet = Ladder.tileColumns * Ladder.tileRows
        var clip = ClipRecipe(seconds: Double((seconds * programs + sheet - 1) / sheet * sheet), video: video)
        clip.container = .mov
        return clip
    }
}
