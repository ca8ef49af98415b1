package import AssetRules
import CoreMedia
import Dispatch
import Foundation
import FrameConversion
import MediaEngine
import Synchronization

/// Collects what the rules for media files need to know.
package enum AssetExamination {
    /// Opens a media file, decodes a few of its frames and, if wanted, all of its audio. Blocks.
    /// - Parameters:
    ///   - measuresLoudness: takes longer than everything else.
    ///   - allowsPrivateAddresses: whether a public server may redirect into private networks.
    /// - Throws: an `AVError` or `URLError` where the file cannot be read.
    package static func facts(
        of url: URL, measuresLoudness: Bool = true, allowsPrivateAddresses: Bool = false
    ) throws -> AssetFacts {
        let locator = MediaLocator.named(url, allowsPrivateAddresses: allowsPrivateAddresses)
        do {
            let info = try MediaAsset(locator).loadBlocking()
            var report = AssetReport(info, url: url)
            report.examinePadding(of: locator)
            var facts = AssetFacts(info, report)
            facts.cutOff = DeclaredLength(url).flatMap { length in
                length.isCutOff
                    ? AssetFacts.CutOff(
                        actual: Int64(clamping: length.actual), declared: Int64(clamping: length.declared))
                    : nil
            }
            facts.captions += CaptionSidecars(of: locator).files.map { AssetFacts.Captions($0.track) }
            if let first = facts.video.indices.first { facts.video[first].beginsBlack = beginsBlack(locator) }
            guard measuresLoudness, !facts.audio.isEmpty else { return facts }
            let tracks = info.tracks.filter { $0.kind == .audio }
            let measured = try LoudnessMeasurement.measure(locator)
            for (at, track) in tracks.enumerated() {
                facts.audio[at].loudness = measured[track.index].map {
                    AssetFacts.Loudness(integrated: $0.integrated, range: $0.range, truePeak: $0.truePeak)
                }
            }
            return facts
        } catch {
            throw error.publicError
        }
    }

    /// Whether the first frame is black; nil if it cannot be decoded.
    private static func beginsBlack(_ locator: MediaLocator) -> Bool? {
        let result = Mutex<Bool?>(nil)
        let group = DispatchGroup()
        group.enter()
        ImageExtractor(locator).extract(.init(time: .zero, toleranceBefore: .positiveInfinity, toleranceAfter: .zero)) {
            if case .success(let image) = $0 { result.withLock { $0 = PaddingDetector.isBlack(image.bitmap) } }
            group.leave()
        }
        group.wait()
        return result.withLock { $0 }
    }
}

extension AssetFacts {
    init(_ info: MediaInfo, _ report: AssetReport) {
        self.init()
        duration = report.durationSeconds
        for (track, described) in zip(info.tracks, report.tracks) {
            switch track.kind {
            case .video:
                var video = Video()
                (video.track, video.codec, video.profile) = (Int(track.trackID), track.codec, track.profile)
                (video.width, video.height) = (track.video?.displayWidth ?? 0, track.video?.displayHeight ?? 0)
                (video.framesPerSecond, video.bitsPerSecond) = (track.video?.frameRate, track.bitsPerSecond)
                video.bars = described.padding
                self.video.append(video)
            case .audio:
                var audio = Audio()
                (audio.track, audio.codec, audio.profile) = (Int(track.trackID), track.codec, track.profile)
                (audio.language, audio.bitsPerSecond) = (track.language, track.bitsPerSecond)
                self.audio.append(audio)
            case .subtitle:
                captions.append(Captions(track))
            default: break
            }
        }
        chapters = report.chapters.map {
            Chapter(
                start: $0.startSeconds, duration: $0.durationSeconds, title: $0.title, language: $0.language,
                level: $0.level ?? 0)
        }
        chapters += info.lateChapters.map {
            Chapter(start: $0.range.start.seconds, title: $0.title, language: $0.language)
        }
        let keys = Self.keys(of: info)
        hasTitle = !keys.isDisjoint(with: Self.titleKeys)
        hasRating = !keys.isDisjoint(with: Self.ratingKeys)
        hasDescription = !keys.isDisjoint(with: Self.descriptionKeys)
        hasArtwork = !info.covers.isEmpty
    }

    /// Returns the lowercase keys of the metadata whose values are not blank, as libavformat and as the container name them.
    private static func keys(of info: MediaInfo) -> Set<String> {
        func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }
        return Set(info.metadata.filter { !isBlank($0.value) }.map { $0.key.lowercased() })
            .union((info.tags ?? []).filter { !isBlank($0.displayValue) }.map { $0.key.lowercased() })
    }

    private static let titleKeys: Set = [
        "title", "tit2", "©nam", "titl", "com.apple.quicktime.title", "com.apple.quicktime.displayname",
    ]
    private static let ratingKeys: Set = [
        "rating", "itunextc", "com.apple.itunes.itunextc", "law_rating", "rtng", "content_rating",
    ]
    private static let descriptionKeys: Set = [
        "description", "synopsis", "summary", "comment", "long_description", "desc", "ldes", "dscp",
        "com.apple.quicktime.description", "com.apple.quicktime.comment",
    ]
}

extension AssetFacts.Captions {
    fileprivate init(_ track: TrackInfo) {
        self.init()
        (self.track, language, isForced) = (Int(track.trackID), track.language, track.isForced)
    }
}
