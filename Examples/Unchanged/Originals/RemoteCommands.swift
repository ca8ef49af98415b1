/*
 Commands of remote controls, headsets and media keys, and what they show about the playing item.
 */

import MediaPlayer

class RemoteCommands: NSObject {

    private unowned let manager: PlaybackManager
    private let center = MPRemoteCommandCenter.shared()

    init(manager: PlaybackManager) {
        self.manager = manager
        super.init()
    }

    func register() {
        center.playCommand.addTarget(self, action: #selector(play(_:)))
        center.pauseCommand.addTarget(self, action: #selector(pause))
        center.skipForwardCommand.preferredIntervals = [10]
        center.skipForwardCommand.addTarget(self, action: #selector(RemoteCommands.skipForward(event:)))
        center.changePlaybackPositionCommand.addTarget(self, action: #selector(changePosition(_:)))
        manager.addObserver(self, forKeyPath: #keyPath(PlaybackManager.title), options: .initial, context: nil)
    }

    func unregister() {
        center.playCommand.removeTarget(self, action: #selector(play(_:)))
        center.pauseCommand.removeTarget(self)
        center.skipForwardCommand.removeTarget(nil)
        center.changePlaybackPositionCommand.removeTarget(self)
        manager.removeObserver(self, forKeyPath: #keyPath(PlaybackManager.title))
    }

    @objc private func play(_ event: MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus {
        manager.player.play()
        return .success
    }

    @objc private func pause() -> MPRemoteCommandHandlerStatus {
        manager.player.pause()
        return .success
    }

    @objc private func skipForward(event: MPSkipIntervalCommandEvent) -> MPRemoteCommandHandlerStatus {
        manager.skip(by: NSNumber(value: event.interval))
        return .success
    }

    @objc private func changePosition(_ event: MPChangePlaybackPositionCommandEvent) -> MPRemoteCommandHandlerStatus {
        manager.player.seek(to: CMTime(seconds: event.positionTime, preferredTimescale: 600))
        return .success
    }

    override func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        MPNowPlayingInfoCenter.default().nowPlayingInfo = [
            MPMediaItemPropertyTitle: manager.title ?? "",
            MPNowPlayingInfoPropertyElapsedPlaybackTime: manager.position,
        ]
    }
}
