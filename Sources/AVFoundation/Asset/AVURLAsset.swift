public import Foundation
import FoundationNetworking
import MediaEngine

public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"
public let AVURLAssetReferenceRestrictionsKey = "AVURLAssetReferenceRestrictionsKey"
/// `[HTTPCookie]`, or strings in the form of a Set-Cookie header.
public let AVURLAssetHTTPCookiesKey = "AVURLAssetHTTPCookiesKey"
public let AVURLAssetAllowsCellularAccessKey = "AVURLAssetAllowsCellularAccessKey"
public let AVURLAssetAllowsExpensiveNetworkAccessKey = "AVURLAssetAllowsExpensiveNetworkAccessKey"
public let AVURLAssetAllowsConstrainedNetworkAccessKey = "AVURLAssetAllowsConstrainedNetworkAccessKey"
public let AVURLAssetURLRequestAttributionKey = "AVURLAssetURLRequestAttributionKey"
public let AVURLAssetHTTPUserAgentKey = "AVURLAssetHTTPUserAgentKey"
public let AVURLAssetPrimarySessionIdentifierKey = "AVURLAssetPrimarySessionIdentifierKey"
public let AVURLAssetOverrideMIMETypeKey = "AVURLAssetOverrideMIMETypeKey"

/// Restrictions on references from media to other media. Here: no such reference is ever followed.
public struct AVAssetReferenceRestrictions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let forbidRemoteReferenceToLocal = AVAssetReferenceRestrictions(rawValue: 1)
    public static let forbidLocalReferenceToRemote = AVAssetReferenceRestrictions(rawValue: 2)
    public static let forbidCrossSiteReference = AVAssetReferenceRestrictions(rawValue: 4)
    public static let forbidLocalReferenceToLocal = AVAssetReferenceRestrictions(rawValue: 8)
    public static let forbidAll = AVAssetReferenceRestrictions(rawValue: 0xffff)
}

/// Media at a URL: a local file or a resource on a server.
///
/// The options have Apple's keys. The undocumented but widely used `"AVURLAssetHTTPHeaderFieldsKey"` takes headers as `[String: String]`.
///
/// Here: `"OpenAVKitCaptionFilesKey"` takes the URLs of caption files as `[URL]`, local or remote. They become options of the legible group,
/// with the languages of their names (`film.de.srt`, `film.forced.en.vtt`), and the asset's selection is loaded when they have arrived. A
/// file that cannot be loaded is left out and reported in the error log.
///
/// `"OpenAVKitThumbnailTrackKey"` takes the URL of a WebVTT file, local or remote, whose cues name image sheets
/// (`sheet.jpg#xywh=160,0,160,90`). The player's thumbnails are then taken from the sheets, which are requested when they are needed. Where
/// the file or a sheet cannot be used, thumbnails are made from the frames of the media, and the error log says so. Headers and cookies of the
/// asset are sent to its own server only.
open class AVURLAsset: AVAsset, @unchecked Sendable {
    open private(set) var url: URL
    /// Distinguishes the requests of this asset from those of other assets.
    open private(set) var httpSessionIdentifier: UUID
    /// Lets the app load resources that the asset's URL or its playlists name with a custom URL scheme.
    open private(set) var resourceLoader = AVAssetResourceLoader()

    /// Creates the asset. Reads nothing yet and rejects no URL: an invalid one fails when a property is loaded.
    public init(url URL: URL, options: [String: Any]? = nil) {
        let url = URL
        self.url = url
        httpSessionIdentifier = options?[AVURLAssetPrimarySessionIdentifierKey] as? UUID ?? UUID()
        var locator = Self.locator(url: url, options: options ?? [:])
        locator.sessionIdentifier = httpSessionIdentifier.uuidString
        locator.provider = ResourceProviderReference(resourceLoader.provider)
        super.init(locator: locator)
    }

    /// The variants of a stream, as its multivariant playlist declares them; empty for other media.
    open var variants: [AVAssetVariant] {
        guard let info = contents?.info, let list = info.variantsURL else { return [] }
        return info.variants.map { AVAssetVariant($0, of: list) }
    }

    open var referenceRestrictions: AVAssetReferenceRestrictions { .forbidLocalReferenceToRemote }

    static let headerFieldsKey = "AVURLAssetHTTPHeaderFieldsKey"
    static let captionFilesKey = "OpenAVKitCaptionFilesKey"
    static let thumbnailTrackKey = "OpenAVKitThumbnailTrackKey"

    static func locator(url: URL, options: [String: Any]) -> MediaLocator {
        var locator = MediaLocator(url: url)
        locator.headers = options[headerFieldsKey] as? [String: String] ?? [:]
        locator.userAgent = options[AVURLAssetHTTPUserAgentKey] as? String
        locator.mimeType = options[AVURLAssetOverrideMIMETypeKey] as? String
        locator.captionFiles = options[captionFilesKey] as? [URL] ?? []
        let cookies = options[AVURLAssetHTTPCookiesKey] as? [Any] ?? []
        locator.cookies = cookies.compactMap { cookie in
            (cookie as? HTTPCookie).map(setCookieLine) ?? cookie as? String
        }
        locator.thumbnails = (options[thumbnailTrackKey] as? URL).map { ThumbnailFiles($0, for: locator) }
        return locator
    }

    /// Returns the cookie as a Set-Cookie header value.
    private static func setCookieLine(_ cookie: HTTPCookie) -> String {
        var line = "\(cookie.name)=\(cookie.value)"
        if !cookie.domain.isEmpty { line += "; domain=\(cookie.domain)" }
        if !cookie.path.isEmpty { line += "; path=\(cookie.path)" }
        if cookie.isSecure { line += "; secure" }
        return line
    }

    /// The types of file that can be played.
    open class func audiovisualTypes() -> [AVFileType] {
        [.mp4, .mov, .m4v, .m4a, .mp3, .wav, .aiff, .aifc, .caf, .au, .ac3, .eac3, .mobile3GPP, .mobile3GPP2, .amr]
            + [
                "org.matroska.mkv", "org.webmproject.webm", "org.xiph.flac", "org.xiph.ogg-audio", "public.avi",
                "public.mpeg-2-transport-stream",
            ]
            .map(AVFileType.init(rawValue:))
    }

    /// The MIME types that can be played.
    open class func audiovisualMIMETypes() -> [String] {
        ExtendedMIMEType.playableTypes
    }

    /// Returns whether media of this type can be played; the parameter `codecs="…"` is taken into account where it is present.
    open class func isPlayableExtendedMIMEType(_ extendedMIMEType: String) -> Bool {
        ExtendedMIMEType(extendedMIMEType)?.isPlayable ?? false
    }
}

extension AVPartialAsyncProperty where Root: AVURLAsset {
    public static var variants: AVAsyncProperty<Root, [AVAssetVariant]> { AVAsyncProperty("variants") { $0.variants } }
}
