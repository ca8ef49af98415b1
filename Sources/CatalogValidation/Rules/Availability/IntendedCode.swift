import UniversalMediaCatalog

/// Codes of availability feeds and manifests that other words stand for.
enum IntendedCode {
    /// Returns a remedy that names the intended code; nil if none resembles the text.
    static func remedy(_ text: FeedText, among codes: [String], synonyms: [String: String] = [:]) -> String? {
        let word = text.string.lowercased()
        return (synonyms[word] ?? Spelling.nearest(to: word, among: codes)).map { "write `\($0)`" }
    }

    static let offers = ["free", "account", "subscription", "coming_soon"]
    static let offerSynonyms = [
        "svod": "subscription", "subscribe": "subscription", "subscriber": "subscription", "paid": "subscription",
        "avod": "free", "ads": "free", "fvod": "free", "registered": "account", "login": "account", "est": "buy",
        "purchase": "buy", "tvod": "rent", "upcoming": "coming_soon", "preorder": "coming_soon",
    ]
    static let platforms = ["atv", "ios", "web", "macos", "android", "linux"]
    static let platformSynonyms = [
        "appletv": "atv", "apple_tv": "atv", "apple-tv": "atv", "apple tv": "atv", "tvos": "atv", "tv": "atv",
        "iphone": "ios", "ipad": "ios", "ipados": "ios", "mobile": "ios", "browser": "web", "desktop": "web",
        "www": "web", "mac": "macos",
    ]
    static let actionSynonyms = [
        "view": "open", "detail": "open", "details": "open", "show": "open", "browse": "open", "watch": "play",
        "playback": "play", "stream": "play", "start": "play",
    ]
    static let restrictions = ["deviceLocation", "billingLocation", "tier"]
    static let restrictionSynonyms = [
        "geo": "deviceLocation", "location": "deviceLocation", "territory": "deviceLocation",
        "country": "deviceLocation", "region": "deviceLocation", "dma": "deviceLocation", "billing": "billingLocation",
        "package": "tier", "entitlement": "tier", "plan": "tier",
    ]
    static let relationshipSynonyms = [
        "allowed": "allow", "include": "allow", "whitelist": "allow", "permit": "allow", "denied": "deny",
        "block": "deny", "blocked": "deny", "exclude": "deny", "blacklist": "deny", "blackout": "deny",
        "disallow": "deny",
    ]
    static let audioFormats = ["AAC", "STEREO", "MONO", "DD5.1", "DD+5.1", "DD+7.1", "ATMOS"]
    static let audioSynonyms = [
        "5.1": "DD5.1", "ac3": "DD5.1", "ac-3": "DD5.1", "dolby digital": "DD5.1", "eac3": "DD+5.1",
        "e-ac-3": "DD+5.1", "ec-3": "DD+5.1", "dolby digital plus": "DD+5.1", "7.1": "DD+7.1",
        "dolby atmos": "ATMOS", "dolby_atmos": "ATMOS", "2.0": "STEREO", "1.0": "MONO",
    ]
    static let qualities = ["sd", "hd", "uhd", "uhd_hdr10", "uhd_dolby_vision"]
    static let qualitySynonyms = [
        "4k": "uhd", "2160p": "uhd", "ultrahd": "uhd", "1080p": "hd", "1080i": "hd", "720p": "hd", "fhd": "hd",
        "fullhd": "hd", "full_hd": "hd", "480p": "sd", "576p": "sd", "hdr": "uhd_hdr10", "hdr10": "uhd_hdr10",
        "uhd_hdr": "uhd_hdr10", "dolby_vision": "uhd_dolby_vision", "dolby vision": "uhd_dolby_vision",
        "uhd_dv": "uhd_dolby_vision",
    ]
    static let statusSynonyms = [
        "live": "active", "enabled": "active", "on": "active", "isolated": "isolation", "disabled": "paused",
        "inactive": "paused", "suspended": "paused", "off": "paused", "removed": "retired", "deleted": "retired",
    ]
}
