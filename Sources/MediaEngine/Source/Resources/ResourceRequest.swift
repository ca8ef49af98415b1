import Foundation
import HLS

/// A request for a whole resource, or for one range of it.
struct ResourceRequest: Sendable {
    enum Kind: Sendable { case multivariant, playlist, segment, initSection, key, interstitialList, other }

    /// An `http:`, `https:` or `data:` URL, or a `file:` URL if the locator is a file too.
    var url: URL
    var kind: Kind
    /// Whether the request yields to playback on a shared connection.
    var isBackground = false
    /// Nil: the whole resource.
    var byteRange: Range<Int64>?
    /// The start of an open range, which is received until the server ends it or until `ResourceFetch.limit`; exclusive with `byteRange`.
    var openStart: Int64?
    /// The last byte of an open range: caches require one (bis section 4.4.5.3).
    static let openEnd: Int64 = 9_007_199_254_740_991
    /// Headers in addition to the locator's, with precedence; credentials among them are sent only to the origin of `url`.
    var headers: [String: String] = [:]
    /// The duration of a segment, or for playlists the target duration that a server may block for, in seconds. Extends the timeouts.
    var duration: Double?
    /// The kind of media that the resource carries, for the log; nil if it is not specific to one.
    var mediaKind: TrackInfo.Kind?
    /// Whether only the properties of the resource are requested, not its bytes.
    var isInformation = false
    /// A smaller limit than the policy's for the size of the resource.
    var maximumBytes: Int64?
    /// Whether temporary failures are retried according to the policy; false if the caller has a fallback.
    var isRepeated = true
    /// Whether a request that timed out is retried; false if the caller has a fallback.
    var isRepeatedAfterSilence = true

    init(
        url: URL, kind: Kind, byteRange: Range<Int64>? = nil, headers: [String: String] = [:], duration: Double? = nil,
        mediaKind: TrackInfo.Kind? = nil
    ) {
        self.url = url
        self.kind = kind
        self.byteRange = byteRange
        self.headers = headers
        self.duration = duration
        self.mediaKind = mediaKind
    }
}

struct FetchedResource: Sendable {
    var bytes: [UInt8]
    /// The URL after redirects: the base of relative URLs in the resource.
    var url: URL
    /// In lower case, without parameters.
    var mimeType: String?
    /// 200 for `file:` and `data:`.
    var status: Int
    /// The size of the whole resource, if it is declared and ranges are supported.
    var totalLength: Int64?
    /// The seconds for which a cache has stored the resource, if declared.
    var age: Double?
    var dates = ResponseDates()
    /// The fields of the response by their names in lower case; empty for `file:` and `data:`.
    var fields: [String: String] = [:]
    /// The record of the successful attempt.
    var record: TransferRecord
}
