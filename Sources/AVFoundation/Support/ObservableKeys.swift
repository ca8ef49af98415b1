public import KeyValueObserving

// The observable properties of the classes that clients subclass: see `KeyValueObservable._observableKeys`.

extension KeyValueObservable where Self: AVPlayer {
    public nonisolated static var _observableKeys: [AnyKeyPath: String] {
        [
            \Self.status: "status", \Self.error: "error", \Self.rate: "rate", \Self.defaultRate: "defaultRate",
            \Self.timeControlStatus: "timeControlStatus", \Self.reasonForWaitingToPlay: "reasonForWaitingToPlay",
            \Self.automaticallyWaitsToMinimizeStalling: "automaticallyWaitsToMinimizeStalling",
            \Self.currentItem: "currentItem", \Self.actionAtItemEnd: "actionAtItemEnd", \Self.volume: "volume",
            \Self.isMuted: "isMuted", \Self.isExternalPlaybackActive: "isExternalPlaybackActive",
            \Self.outputObscuredDueToInsufficientExternalProtection:
                "outputObscuredDueToInsufficientExternalProtection",
            \Self.preventsDisplaySleepDuringVideoPlayback: "preventsDisplaySleepDuringVideoPlayback",
        ]
    }
}

extension KeyValueObservable where Self: AVPlayerItem {
    public nonisolated static var _observableKeys: [AnyKeyPath: String] {
        [
            \Self.status: "status", \Self.error: "error", \Self.tracks: "tracks", \Self.duration: "duration",
            \Self.presentationSize: "presentationSize", \Self.loadedTimeRanges: "loadedTimeRanges",
            \Self.seekableTimeRanges: "seekableTimeRanges",
            \Self.isPlaybackLikelyToKeepUp: "isPlaybackLikelyToKeepUp",
            \Self.isPlaybackBufferFull: "isPlaybackBufferFull", \Self.isPlaybackBufferEmpty: "isPlaybackBufferEmpty",
            \Self.canPlayFastForward: "canPlayFastForward", \Self.canPlaySlowForward: "canPlaySlowForward",
            \Self.canPlayReverse: "canPlayReverse", \Self.canPlaySlowReverse: "canPlaySlowReverse",
            \Self.canPlayFastReverse: "canPlayFastReverse", \Self.canStepForward: "canStepForward",
            \Self.canStepBackward: "canStepBackward", \Self.forwardPlaybackEndTime: "forwardPlaybackEndTime",
            \Self.reversePlaybackEndTime: "reversePlaybackEndTime",
        ]
    }
}

extension KeyValueObservable where Self: AVPlayerLayer {
    public nonisolated static var _observableKeys: [AnyKeyPath: String] {
        [
            \Self.player: "player", \Self.videoGravity: "videoGravity", \Self.isReadyForDisplay: "isReadyForDisplay",
            \Self.videoRect: "videoRect",
        ]
    }
}

extension KeyValueObservable where Self: AVPlayerLooper {
    public nonisolated static var _observableKeys: [AnyKeyPath: String] {
        [\Self.status: "status", \Self.loopCount: "loopCount", \Self.loopingPlayerItems: "loopingPlayerItems"]
    }
}
