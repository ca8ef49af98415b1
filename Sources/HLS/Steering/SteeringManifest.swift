import Foundation

/// A steering manifest: the pathways to use, best first (bis section 7.2).
public struct SteeringManifest: Sendable, Hashable {
    /// Seconds until the next request.
    public var timeToLive: Double
    /// The URI of the next request, relative to this manifest's URL; nil: the same URL.
    public var reloadURI: String?
    /// Best first, without duplicates, never empty.
    public var pathwayPriority: [String]
    public var clones: [PathwayClone]

    public static let defaultTimeToLive = 300.0
    /// The maximum of `timeToLive`, whatever the server declares.
    public static let longestTimeToLive = 86_400.0
    static let maximumClones = 64

    /// - Throws: `PlaylistError` with one fault. A manifest that violates a rule is ignored as a whole.
    public static func parse(
        _ bytes: [UInt8], limits: ParsingLimits = .standard
    ) throws(PlaylistError) -> SteeringManifest {
        let written: Written
        do throws(BoundedJSON.Failure) {
            written = try BoundedJSON.decode(Written.self, from: bytes, limits: limits)
        } catch {
            throw failure(
                "hls.steering.json", "The steering manifest is not a JSON object with VERSION and PATHWAY-PRIORITY.")
        }
        guard written.version == 1 else {
            throw failure(
                "hls.steering.version",
                "VERSION of the steering manifest is \(written.version); only 1 is "
                    + "supported.")
        }
        guard !written.priority.isEmpty, Set(written.priority).count == written.priority.count else {
            throw failure("hls.steering.priority", "PATHWAY-PRIORITY must name at least one pathway, and each once.")
        }
        let ttl = written.ttl ?? defaultTimeToLive
        return SteeringManifest(
            timeToLive: ttl.isFinite && ttl > 0 ? min(ttl, longestTimeToLive) : defaultTimeToLive,
            reloadURI: written.reload,
            pathwayPriority: written.priority, clones: Array((written.clones?.elements ?? []).prefix(maximumClones)))
    }

    private static func failure(_ rule: PlaylistRule, _ message: String) -> PlaylistError {
        PlaylistError(fault: PlaylistFault(line: 0, rule: rule, level: .error, message: message))
    }

    private struct Written: Decodable {
        var version: Int
        var ttl: Double?
        var reload: String?
        var priority: [String]
        var clones: LossyList<PathwayClone>?

        enum CodingKeys: String, CodingKey {
            case version = "VERSION"
            case ttl = "TTL"
            case reload = "RELOAD-URI"
            case priority = "PATHWAY-PRIORITY"
            case clones = "PATHWAY-CLONES"
        }
    }
}

/// A pathway that differs from its base only in its URLs (bis section 7.3).
public struct PathwayClone: Sendable, Hashable, Codable {
    public var baseID: String
    public var id: String
    public var replacement: Replacement

    public struct Replacement: Sendable, Hashable, Codable {
        /// Replaces the host of every URI.
        public var host: String?
        /// Query parameters to set.
        public var parameters: [String: String]?
        /// Complete URLs by stable identifier; they override the other replacements.
        public var variantURIs: [String: String]?
        public var renditionURIs: [String: String]?

        enum CodingKeys: String, CodingKey {
            case host = "HOST"
            case parameters = "PARAMS"
            case variantURIs = "PER-VARIANT-URIS"
            case renditionURIs = "PER-RENDITION-URIS"
        }
    }

    enum CodingKeys: String, CodingKey {
        case baseID = "BASE-ID"
        case id = "ID"
        case replacement = "URI-REPLACEMENT"
    }
}
