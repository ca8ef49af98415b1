import CoreMedia
import Foundation
import HLS
import MediaEngine
import StreamRules

/// Checks the contents of chapter files, steering manifests and interstitials against statements of their specifications.
struct SideStatements {
    let fetcher: StreamFetcher
    /// Seconds of the longest playlist that has ended; nil for live streams.
    let duration: Double?
    let pathways: Set<String>
    /// The families of the video codecs of the stream; empty where they are unknown.
    let videoCodecs: Set<String>
    let list: MultivariantPlaylist?

    private static let mostImages = 8
    private static let mostBytes: Int64 = 4 << 20

    // MARK: - Chapters

    func chapters(_ bytes: [UInt8], _ url: URL) -> [StatementViolation] {
        guard let written = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [[String: Any]] else { return [] }
        var found: [String] = []
        var images = 0
        for (index, chapter) in written.enumerated() where found.count < 4 {
            let name = "Chapter \(index + 1)"
            guard let start = chapter["start-time"] as? Double else {
                found.append("\(name) has no start-time.")
                continue
            }
            if start < 0 { found.append("\(name) has a negative start-time.") }
            if let duration, start > duration + 1 {
                found.append(
                    "\(name) starts at \(Int(min(start, 1e9))) s, after the end of the stream at \(Int(max(0, duration))) s."
                )
            }
            if let length = chapter["duration"] as? Double, length <= 0 {
                found.append("\(name) has no positive duration.")
            }
            for title in chapter["titles"] as? [[String: Any]] ?? []
            where title["language"] as? String == nil || title["title"] as? String == nil {
                found.append("\(name) has a title without language or text.")
                break
            }
            for image in chapter["images"] as? [[String: Any]] ?? [] where images < Self.mostImages {
                guard let address = image["url"] as? String, image["image-category"] != nil,
                    image["pixel-width"] != nil,
                    image["pixel-height"] != nil
                else {
                    found.append("\(name) has an image without url, image-category, pixel-width or pixel-height.")
                    break
                }
                images += 1
                guard let target = URL(string: address, relativeTo: url)?.absoluteURL else { continue }
                do throws(MediaError) {
                    _ = try fetcher.fetch(target, .playlist, maximumBytes: Self.mostBytes)
                } catch {
                    found.append(
                        "The image \(address.prefix(80)) of chapter \(index + 1) cannot be loaded: \(error.message)")
                }
            }
        }
        return found.map { StatementViolation(.chapters, $0) }
    }

    // MARK: - Steering

    func steering(_ bytes: [UInt8], _ url: URL) -> [StatementViolation] {
        guard let manifest = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else { return [] }
        var found: [StatementViolation] = []
        if let reload = manifest["RELOAD-URI"] as? String,
            let target = URL(string: reload, relativeTo: url)?.absoluteURL
        {
            do throws(MediaError) {
                _ = try fetcher.fetch(target, .playlist, maximumBytes: Self.mostBytes)
            } catch {
                found.append(
                    StatementViolation(
                        .steeringReload, "RELOAD-URI \(reload.prefix(120)) cannot be loaded: \(error.message)"))
            }
        }
        var known = pathways
        for clone in manifest["PATHWAY-CLONES"] as? [[String: Any]] ?? [] {
            guard let id = clone["ID"] as? String, !known.insert(id).inserted else { continue }
            found.append(
                StatementViolation(.steeringClone, "ID “\(id.prefix(40))” of a clone is that of another pathway."))
        }
        return found + missingClones(bytes)
    }

    private static let mostClones = 4
    private static let cloneSeconds = 4.0

    /// Loads the first variant of each pathway clone that players are sent to.
    private func missingClones(_ bytes: [UInt8]) -> [StatementViolation] {
        guard let list, let manifest = try? SteeringManifest.parse(bytes) else { return [] }
        let all = list.adding(manifest.clones)
        let clones = manifest.clones.filter { clone in
            manifest.pathwayPriority.contains(clone.id) && !pathways.contains(clone.id)
        }
        return clones.prefix(Self.mostClones).compactMap { clone in
            guard let variant = all.variants.first(where: { $0.pathway == clone.id }),
                let target = all.url(for: variant.uri)
            else { return nil }
            do throws(MediaError) {
                _ = try fetcher.fetch(target, .playlist, maximumBytes: Self.mostBytes, seconds: Self.cloneSeconds)
                return nil
            } catch {
                return StatementViolation(
                    .steeringCloneMissing,
                    "The first variant of the pathway clone “\(clone.id.prefix(40))” cannot be loaded: "
                        + LoadFailure(error).message)
            }
        }
    }

    // MARK: - Interstitials

    /// - Parameter media: the interstitial, or its first variant.
    func interstitial(_ list: MultivariantPlaylist?, _ media: MediaPlaylist) -> [StatementViolation] {
        var found: [StatementViolation] = []
        let own = Set((list?.variants ?? []).flatMap { $0.codecs(.video).map(\.family.rawValue) })
        if !own.isEmpty, !videoCodecs.isEmpty, own.isDisjoint(with: videoCodecs) {
            found.append(
                StatementViolation(
                    .interstitialAsset,
                    "The interstitial has video of \(own.sorted().joined(separator: ", ")) only, and the stream of "
                        + "\(videoCodecs.sorted().joined(separator: ", ")) only."))
        }
        if media.dateRanges.contains(where: { $0.category == "com.apple.hls.interstitial" }) {
            found.append(
                StatementViolation(
                    .interstitialAsset, "The interstitial has interstitials of its own, which players ignore."))
        }
        return found
    }
}
