import Foundation

/// Generates the subtitles of a ladder as WebVTT segments.
struct CueSegment {
    var recipe: LadderRecipe
    var subtitles: LadderRecipe.Subtitles

    struct Cue {
        var id: String
        /// Seconds from the start of the programme.
        var from: Double
        var to: Double
        var text: String
        var settings = ""
    }

    /// Returns one cue every two seconds, and one across every other segment boundary. Forced tracks have only the cues that start in
    /// seconds divisible by ten.
    func cues() -> [Cue] {
        var cues = stride(from: 0, to: recipe.seconds, by: 2).map {
            Cue(id: "\($0)", from: Double($0) + 0.5, to: Double($0) + 1.75, text: "\(subtitles.language) \($0)")
        }
        for joint in stride(from: recipe.segmentSeconds, to: recipe.seconds, by: 2 * recipe.segmentSeconds) {
            cues.append(
                Cue(
                    id: "joint-\(joint)", from: Double(joint) - 0.75, to: Double(joint) + 0.75,
                    text: "<i>\(subtitles.language) over \(joint)</i>", settings: " line:10% align:start"))
        }
        if subtitles.isForced { cues = cues.filter { Int($0.from) % 10 == 0 } }
        return cues.sorted { $0.from < $1.from }
    }

    /// Returns the segment at `place`; cues are repeated in each segment that they overlap.
    func text(_ place: Rendition.Place) -> String {
        let start = Double(place.index * recipe.segmentSeconds)
        let end = start + Double(recipe.segmentSeconds)
        let laps = recipe.programs == 1 ? place.lap * recipe.seconds * TransportStream.clock : 0
        let stamp = (recipe.firstStamp + laps) & 0x1_ffff_ffff
        var text = "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:\(stamp),LOCAL:00:00:00.000\n"
        for cue in cues() where cue.from < end && cue.to > start {
            text += "\n\(cue.id)\n\(Self.time(cue.from)) --> \(Self.time(cue.to))\(cue.settings)\n\(cue.text)\n"
        }
        return text
    }

    private static func time(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1000).rounded())
        return String(
            format: "%02d:%02d:%02d.%03d", milliseconds / 3_600_000, milliseconds / 60_000 % 60,
            milliseconds / 1000 % 60, milliseconds % 1000)
    }
}
