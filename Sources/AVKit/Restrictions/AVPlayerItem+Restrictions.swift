public import AVFoundation
import Foundation

/// Marks an item that the viewer may see, for the rest of the process.
private struct PlaybackAuthorization: Sendable {}

/// The restrictions that apply to one item instead of those of the process.
private struct ItemRestrictions: Sendable { var source: any RestrictionSettingsSource }

extension AVPlayerItem {
    /// Asks whether the viewer may see the item, with a passcode screen over the key window where its rating requires one (R136).
    ///
    /// A player view controller asks by itself before it renders the item. Call the method before the item is handed over, or for a player
    /// without such a controller. The rating is that of `externalMetadata`, else that of the asset. An item that has been authorized once
    /// is not asked again, and a request while another one is pending for the item gets the same answer.
    /// - Parameter completion: called once on the main queue, after this method has returned: with true, or with false and an `AVKitError`.
    public nonisolated func requestPlaybackRestrictionsAuthorization(
        _ completion: @escaping @MainActor @Sendable (Bool, (any Error)?) -> Void
    ) {
        DispatchQueue.main.async { [self] in
            MainActor.assumeIsolated { RestrictionRequests.shared.request(self, host: nil, completion) }
        }
    }

    /// - Returns: true.
    /// - Throws: `AVKitError` if the viewer may not see the item.
    public nonisolated func requestPlaybackRestrictionsAuthorization() async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            requestPlaybackRestrictionsAuthorization { success, error in
                if success {
                    continuation.resume(returning: true)
                } else {
                    continuation.resume(throwing: error ?? AVKitError(.unknown))
                }
            }
        }
    }

    /// Ends a pending request: its completion receives false and `AVKitError.contentDisallowedByPasscode`.
    public nonisolated func cancelPlaybackRestrictionsAuthorizationRequest() {
        DispatchQueue.main.async { [self] in
            MainActor.assumeIsolated { RestrictionRequests.shared.cancel(self) }
        }
    }

    nonisolated var isPlaybackAuthorized: Bool { extensionStore[PlaybackAuthorization.self] != nil }

    nonisolated func authorizePlayback() { extensionStore[PlaybackAuthorization.self] = PlaybackAuthorization() }

    /// The source of the restrictions for this item; nil: that of the process.
    nonisolated var restrictionSource: (any RestrictionSettingsSource)? {
        get { extensionStore[ItemRestrictions.self]?.source }
        set { extensionStore[ItemRestrictions.self] = newValue.map(ItemRestrictions.init) }
    }

    nonisolated var restrictionSettings: RestrictionSettings {
        (restrictionSource ?? SystemRestrictions.source).settings
    }
}
