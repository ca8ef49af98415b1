public import Foundation

/// Builds the URLs of interstitial assets and asset lists.
public enum InterstitialURL {
    /// Returns the absolute URL of an asset or asset list, with the query parameters of bis appendix D.
    /// - Parameters:
    ///   - primaryID: identifies the playback session of the primary (`_HLS_primary_id`), so that a server can distinguish viewers.
    ///   - startOffset: seconds of the interstitial that have passed when a viewer joins a live stream inside it (`_HLS_start_offset`).
    /// - Returns: nil where the URI is not a valid URL.
    public static func resolve(
        _ uri: String, against base: URL?, primaryID: String, startOffset: Double? = nil
    ) -> URL? {
        guard let url = PlaylistURL.resolve(uri, against: base) else { return nil }
        var parameters = ["_HLS_primary_id": primaryID]
        if let startOffset, startOffset.isFinite, startOffset > 0, startOffset < 1e9 {
            parameters["_HLS_start_offset"] = milliseconds(startOffset)
        }
        return QueryText.adding(parameters, to: url)
    }

    /// Formats seconds with three decimals, independent of the locale.
    private static func milliseconds(_ seconds: Double) -> String {
        let count = Int((seconds * 1_000).rounded())
        let rest = String(count % 1_000)
        return "\(count / 1_000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }
}
