import Foundation

/// The playlists that one interstitial plays in turn (X-ASSET-LIST).
public struct InterstitialAssets: Sendable, Hashable {
    public struct Asset: Sendable, Hashable {
        public var uri: String
        /// Seconds.
        public var duration: Double
    }

    /// The assets in order of playing. When empty, nothing plays and the primary resumes at its resume offset.
    public var assets: [Asset]
    /// Overrides the skip control of the date range.
    public var skipControl: Interstitial.SkipControl?

    static let maximumAssets = 1_000

    /// - Throws: `PlaylistError` where the list cannot be read; the event is then cancelled. An asset without a URI
    ///   or a valid duration is dropped.
    public static func parse(
        _ bytes: [UInt8], limits: ParsingLimits = .standard
    ) throws(PlaylistError) -> InterstitialAssets {
        do throws(BoundedJSON.Failure) {
            let written = try BoundedJSON.decode(Written.self, from: bytes, limits: limits)
            let assets = written.assets.elements.prefix(maximumAssets).filter { $0.duration >= 0 }
            return InterstitialAssets(
                assets: assets.map { Asset(uri: $0.uri, duration: $0.duration) },
                skipControl: written.control.map {
                    Interstitial.SkipControl(
                        offset: max(0, $0.offset ?? 0), duration: $0.duration.flatMap { $0 > 0 ? $0 : nil },
                        labelID: $0.label)
                })
        } catch {
            throw PlaylistError(
                fault: PlaylistFault(
                    line: 0, rule: "hls.interstitial.list", level: .error,
                    message:
                        "The list of assets is not a JSON object with an array ASSETS of objects with URI and "
                        + "DURATION."))
        }
    }

    private struct Written: Decodable {
        struct Entry: Decodable {
            var uri: String
            var duration: Double

            enum CodingKeys: String, CodingKey {
                case uri = "URI"
                case duration = "DURATION"
            }
        }

        struct Control: Decodable {
            var offset: Double?
            var duration: Double?
            var label: String?

            enum CodingKeys: String, CodingKey {
                case offset = "OFFSET"
                case duration = "DURATION"
                case label = "LABEL-ID"
            }
        }

        var assets: LossyList<Entry>
        var control: Control?

        enum CodingKeys: String, CodingKey {
            case assets = "ASSETS"
            case control = "SKIP-CONTROL"
        }
    }
}
