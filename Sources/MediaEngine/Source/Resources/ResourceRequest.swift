import Foundation
import HLS

/// A whole resource, or one range of it, that a playlist names.
struct ResourceRequest: Sendable {
    enum Kind: Sendable { case multivariant, playlist, segment, initSection, key, interstitialList, other }

    /// `http:`, `https:`, `data:`, or `file:` where the locator is a file too.
    var url: URL
    var kind: Kind
    /// Whether it should stand back behind what plays, where the connection is shared.
    var isBackground = false
    /// nil: the whole.
    var byteRange: Range<Int64>?
    /// Where a range begins that goes on as long as the server has something to add, until `ResourceFetch.limit`; beside no `byteRange`.
    var openStart: Int64?
    /// The last byte of such a range: caches want one (bis section 4.4.5.3).
    static let openEnd: Int64 = 9_007_199_254_740_991
    /// Beside the locator's, which they overrule; credentials among them go to the origin of `url` alone.
    var headers: [String: String] = [:]
    /// What a segment lasts, or a target duration that a server may hold a playlist back for, in seconds: more is waited for it.
    var duration: Double?
    /// What kind of stream it is for; nil where it serves all. For the log.
    var mediaKind: TrackInfo.Kind?
    /// Whether only what the resource is matters, and its bytes do not.
    var isInformation = false
    /// Whether what fails in passing is tried again as the policy says; not where whoever asks has something else to ask for.
    var isRepeated = true
    /// Whether a server that says nothing for long is asked once more; not where there is something else to ask for.
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
    /// After redirects: what relative addresses in the resource count from.
    var url: URL
    /// In lower case, without parameters.
    var mimeType: String?
    /// 200 for `file:` and `data:`.
    var status: Int
    /// Bytes of the whole resource, where it has been told and parts of it can be had.
    var totalLength: Int64?
    /// Seconds that a cache has kept it, where one says so.
    var age: Double?
    var dates = AnswerDates()
    /// Of the attempt that succeeded.
    var record: TransferRecord
}
