/// The rules about clips for watches.
enum ClipChecks {
    typealias Found = (message: String, remedy: String)

    static func findings(of rule: AssetRule, _ facts: AssetFacts) -> [Found] {
        switch rule {
        case .clipDuration:
            guard let duration = facts.duration, duration > 30 else { return [] }
            return [("The clip lasts \(ChapterChecks.time(duration)).", "Cut it to at most 30 seconds.")]
        case .clipCodec:
            return facts.video.filter { $0.codec != "h264" || $0.profile.map { $0 != "High" } ?? false }.map {
                (
                    "The video of track \($0.track) is \($0.codec)\($0.profile.map { " (\($0))" } ?? "").",
                    "Encode it as H.264 in High Profile."
                )
            }
        case .clipBitRate: return facts.video.compactMap(bitRate)
        case .clipSize:
            return facts.video.filter { ($0.width, $0.height) != (208, 260) && ($0.width, $0.height) != (320, 180) }.map
            {
                (
                    "The video of track \($0.track) is displayed at \($0.width)x\($0.height).",
                    $0.height > $0.width ? "Scale it to 208x260." : "Scale it to 320x180."
                )
            }
        case .clipAudio:
            return facts.audio.filter { !isRecommended($0) }.map {
                (
                    "Audio track \($0.track) is \($0.codec)\($0.profile.map { " (\($0))" } ?? "")"
                        + ($0.bitsPerSecond.map { " with \($0 / 1000) kbit/s" } ?? "") + ".",
                    "Encode it as HE-AAC with 64 kbit/s."
                )
            }
        default: return []
        }
    }

    /// A bit rate may exceed the recommended one by a tenth: encoders do not meet a rate exactly.
    private static func exceeds(_ rate: Int64?, _ recommended: Int64) -> Bool {
        rate.map { $0 > recommended + recommended / 10 } ?? false
    }

    private static func bitRate(_ video: AssetFacts.Video) -> Found? {
        let isFast = video.framesPerSecond.map { $0 > 30.01 } ?? false
        guard exceeds(video.bitsPerSecond, 160_000) || isFast else { return nil }
        let rate = video.bitsPerSecond.map { "\($0 / 1000) kbit/s" }
        let frames = video.framesPerSecond.map { "\(Int($0.rounded())) frames per second" }
        return (
            "The video of track \(video.track) has \([rate, frames].compactMap { $0 }.joined(separator: " and ")).",
            "Encode it with 160 kbit/s and at most 30 frames per second."
        )
    }

    private static func isRecommended(_ audio: AssetFacts.Audio) -> Bool {
        audio.codec == "aac" && audio.profile.map { $0.hasPrefix("HE-AAC") } ?? true
            && !exceeds(audio.bitsPerSecond, 64_000)
    }
}
