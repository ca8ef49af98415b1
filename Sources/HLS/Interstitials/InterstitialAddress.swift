public import Foundation

/// The addresses of what interstitials load.
public enum InterstitialAddress {
    /// - Parameters:
    ///   - primaryID: names the playing of the primary (`_HLS_primary_id`), so that a server can tell viewers apart.
    ///   - startOffset: seconds of the interstitial that are over for who joins a live stream inside it (`_HLS_start_offset`).
    /// - Returns: nil where the URI is no address.
    public static func resolve(
        _ uri: String, against base: URL?, primaryID: String, startOffset: Double? = nil
    ) -> URL? {
        guard let url = PlaylistAddress.resolve(uri, against: base) else { return nil }
        var parameters = ["_HLS_primary_id": primaryID]
        if let startOffset, startOffset.isFinite, startOffset > 0, startOffset < 1e9 {
            parameters["_HLS_start_offset"] = milliseconds(startOffset)
        }
        return QueryText.adding(parameters, to: url)
    }

    /// Seconds with three digits behind the point, whatever the locale.
    private static func milliseconds(_ seconds: Double) -> String {
        let count = Int((seconds * 1_000).rounded())
        let rest = String(count % 1_000)
        return "\(count / 1_000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }
}
