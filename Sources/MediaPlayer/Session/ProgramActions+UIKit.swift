import Foundation
import NowPlayingModel
import UIKit

extension NowPlayingProgram {
    /// Offers the actions of the UIKit program to other programs.
    @MainActor
    package func prepare() {
        prepareKeys()
        var actions = service.actions
        guard actions.quit == nil else { return }
        let application = UIApplication.shared
        guard application.delegate != nil || !application.windows.isEmpty else { return }
        actions.quit = { UIApplication.shared.quit() }
        if !UIApplication.isHeadless {
            actions.raise = {
                let windows = UIApplication.shared.windows.filter { !$0.isHidden }
                (windows.first { $0.isKeyWindow } ?? windows.first)?.raise()
            }
        }
        if application.delegate != nil, actions.open == nil {
            actions.open = { UIApplication.shared.receive($0) }
            actions.schemes = application.receivableSchemes
        }
        service.setActions(actions)
        _ = NotificationCenter.default.addObserver(
            forName: UIApplication.willTerminateNotification, object: nil, queue: nil
        ) { [weak self] _ in self?.service.end() }
    }

    /// Receives the media keys of the program's windows.
    @MainActor
    func prepareKeys() { UIApplication.unhandledPresses = { [weak self] in self?.handle($0) ?? () } }

    /// Media keys that no responder has handled are commands for the active player (R201).
    @MainActor
    private func handle(_ press: UnhandledPress) {
        let player = service.active ?? publication
        let call: RemoteCommandCall
        switch (press.key, press.isDown) {
        case (.playPause, true): call = player.playPauseCall
        case (.stop, true): call = .stop
        case (.nextTrack, true): call = .nextTrack
        case (.previousTrack, true): call = .previousTrack
        case (.fastForward, let isDown): call = .seek(isForward: true, begins: isDown)
        case (.rewind, let isDown): call = .seek(isForward: false, begins: isDown)
        default: return
        }
        player.perform(call) { _ in }
    }
}

extension NowPlayingPublication {
    /// A key that plays and pauses: the command for it, or else the one of the two that applies.
    fileprivate var playPauseCall: RemoteCommandCall {
        let content = content
        if content.commands.has(.togglePlayPause) { return .togglePlayPause }
        return content.isPlaying ? .pause : .play
    }
}
