import CoreGraphics
import HLS
import MediaEngine

/// Passes the client's settings and the size of the view to the session, for its choice of variants.
extension ItemCore {
    func changeStreamSettings(_ change: (inout ItemSettings) -> Void) { changePreferences { change(&$0.settings) } }

    /// - Parameter size: the size at which a view displays the video, in device pixels; nil: the view no longer displays it.
    func setView(_ size: CGSize?, of viewer: ObjectIdentifier) {
        changePreferences { $0.presentation.setSize(size, for: viewer) }
    }

    private func changePreferences(_ change: (inout State) -> Void) {
        adjust { state in
            let isExpensive = state.environment.isExpensiveNetwork
            let old = state.streamingPreferences(isExpensiveNetwork: isExpensive)
            change(&state)
            let new = state.streamingPreferences(isExpensiveNetwork: isExpensive)
            if new != old { state.session?.prefer(new) }
        }
    }
}

extension ItemCore.State {
    func streamingPreferences(isExpensiveNetwork: Bool) -> StreamingPreferences {
        var preferences = StreamingPreferences()
        preferences.startsOnFirstEligible = settings.startsOnFirstEligibleVariant
        if settings.live.timeOffset.isNumeric, settings.live.timeOffset > .zero {
            preferences.liveDistance = settings.live.timeOffset.seconds
        }
        preferences.keepsLiveDistance = settings.live.keepsTimeOffset
        preferences.usesNetworkWhilePaused = settings.live.usesNetworkWhilePaused
        preferences.environment.preferredPeakBitRate = limit(settings.limits.peakBitRate)
        preferences.environment.preferredMaximumResolution = limit(settings.limits.maximumResolution)
        preferences.environment.preferredPeakBitRateForExpensiveNetworks = limit(
            settings.limitsOnExpensiveNetworks.peakBitRate)
        preferences.environment.preferredMaximumResolutionForExpensiveNetworks = limit(
            settings.limitsOnExpensiveNetworks.maximumResolution)
        preferences.environment.isExpensiveNetwork = isExpensiveNetwork
        preferences.environment.viewSize = limit(presentation.largestSize)
        return preferences
    }

    private func limit(_ rate: Double) -> Double? { rate.isFinite && rate > 0 ? rate : nil }

    private func limit(_ size: CGSize) -> PixelSize? {
        guard size.width.isFinite, size.height.isFinite, size.width >= 1, size.height >= 1 else { return nil }
        return PixelSize(width: Int(min(size.width, 1e6)), height: Int(min(size.height, 1e6)))
    }
}
