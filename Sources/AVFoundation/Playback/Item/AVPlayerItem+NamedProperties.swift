public import KeyValueObserving

extension AVPlayerItem {
    public nonisolated static var _namedProperties: _NamedProperties { namedProperties }

    private nonisolated static let namedProperties = _NamedProperties(
        of: AVPlayerItem.self,
        [
            "canPlayFastForward": \.canPlayFastForward, "canPlayFastReverse": \.canPlayFastReverse,
            "canPlayReverse": \.canPlayReverse, "canPlaySlowForward": \.canPlaySlowForward,
            "canPlaySlowReverse": \.canPlaySlowReverse, "canStepBackward": \.canStepBackward,
            "canStepForward": \.canStepForward, "duration": \.duration, "error": \.error,
            "forwardPlaybackEndTime": \.forwardPlaybackEndTime, "isPlaybackBufferEmpty": \.isPlaybackBufferEmpty,
            "isPlaybackBufferFull": \.isPlaybackBufferFull, "isPlaybackLikelyToKeepUp": \.isPlaybackLikelyToKeepUp,
            "loadedTimeRanges": \.loadedTimeRanges, "presentationSize": \.presentationSize,
            "preferredForwardBufferDuration": \.preferredForwardBufferDuration,
            "preferredPeakBitRate": \.preferredPeakBitRate,
            "reversePlaybackEndTime": \.reversePlaybackEndTime, "seekableTimeRanges": \.seekableTimeRanges,
            "status": \.status, "timedMetadata": \.timedMetadata, "tracks": \.tracks,
        ])
}
