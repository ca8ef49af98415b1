public import KeyValueObserving

extension AVPlayer {
    public nonisolated static var _namedProperties: _NamedProperties { namedProperties }

    private nonisolated static let namedProperties = _NamedProperties(
        of: AVPlayer.self,
        [
            "actionAtItemEnd": \.actionAtItemEnd, "allowsExternalPlayback": \.allowsExternalPlayback,
            "audioOutputDeviceUniqueID": \.audioOutputDeviceUniqueID,
            "automaticallyWaitsToMinimizeStalling": \.automaticallyWaitsToMinimizeStalling,
            "currentItem": \.currentItem,
            "defaultRate": \.defaultRate, "error": \.error, "isExternalPlaybackActive": \.isExternalPlaybackActive,
            "isMuted": \.isMuted,
            "preventsDisplaySleepDuringVideoPlayback": \.preventsDisplaySleepDuringVideoPlayback, "rate": \.rate,
            "reasonForWaitingToPlay": \.reasonForWaitingToPlay, "status": \.status,
            "timeControlStatus": \.timeControlStatus, "volume": \.volume,
        ])
}
