import CoreGraphics
import HLS
import MediaEngine

/// What a client and the screen want of a stream with variants, on its way to the session.
extension ItemCore {
    func changeStreamSettings(_ change: (inout Settings) -> Void) { changePreferences { change(&$0.settings) } }

    /// How large the picture is shown by someone, in device pixels; nil: no longer.
    func setView(_ size: CGSize?, of viewer: ObjectIdentifier) {
        changePreferences { $0.views[viewer] = size.flatMap { $0.width >= 1 && $0.height >= 1 ? $0 : nil } }
    }

    private func changePreferences(_ change: (inout State) -> Void) {
        update { state in
            let old = state.streamingPreferences
            change(&state)
            let (new, session) = (state.streamingPreferences, state.session)
            if new != old { post { session?.prefer(new) } }
        }
    }
}

extension ItemCore.State {
    var streamingPreferences: StreamingPreferences {
        var preferences = StreamingPreferences()
        preferences.startsOnFirstEligible = settings.startsOnFirstEligibleVariant
        if settings.timeOffsetFromLive.isNumeric, settings.timeOffsetFromLive > .zero {
            preferences.liveDistance = settings.timeOffsetFromLive.seconds
        }
        preferences.keepsLiveDistance = settings.keepsTimeOffsetFromLive
        preferences.environment.preferredPeakBitRate = limit(settings.peakBitRate)
        preferences.environment.preferredMaximumResolution = limit(settings.maximumResolution)
        preferences.environment.preferredPeakBitRateForExpensiveNetworks = limit(settings.peakBitRateExpensive)
        preferences.environment.preferredMaximumResolutionForExpensiveNetworks = limit(
            settings.maximumResolutionExpensive)
        preferences.environment.isExpensiveNetwork = environment.isExpensiveNetwork
        // Of several who show it the largest has to be filled.
        preferences.environment.viewSize = limit(
            views.values.max { $0.width * $0.height < $1.width * $1.height } ?? .zero)
        return preferences
    }

    private func limit(_ rate: Double) -> Double? { rate.isFinite && rate > 0 ? rate : nil }

    private func limit(_ size: CGSize) -> PixelSize? {
        guard size.width.isFinite, size.height.isFinite, size.width >= 1, size.height >= 1 else { return nil }
        return PixelSize(width: Int(min(size.width, 1e6)), height: Int(min(size.height, 1e6)))
    }
}
