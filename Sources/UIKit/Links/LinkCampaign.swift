import Foundation
import Synchronization

/// The campaign of the last link that was delivered to the app, until playback begins. Thread-safe.
package final class LinkCampaign: Sendable {
    package static let shared = LinkCampaign()
    /// The parameter of a link that names the campaign.
    private static let parameter = "campaign"
    private static let maximumLength = 256

    private let state = Mutex<String?>(nil)

    /// Takes over the campaign of a link; a link without one clears it.
    func note(_ url: URL) {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems
        let value = items?.first { $0.name == Self.parameter }?.value
        state.withLock { $0 = value.flatMap { (1...Self.maximumLength).contains($0.utf8.count) ? $0 : nil } }
    }

    /// Returns the campaign, which belongs to the playback that begins now, and clears it.
    package func take() -> String? {
        state.withLock { state in
            defer { state = nil }
            return state
        }
    }
}
