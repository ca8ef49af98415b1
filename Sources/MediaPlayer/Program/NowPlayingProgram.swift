import DBus
import Foundation
import NowPlayingModel
import Synchronization

/// The player of the app itself: the shared centres, and the publication that they share with AVKit's player.
///
/// As on Apple's platforms, one player of AVKit publishes as the app: what the app writes into the shared centre then takes the place of
/// AVKit's information until AVKit's next update. Further players of AVKit are players of their own.
package final class NowPlayingProgram: Sendable {
    package static let shared: NowPlayingProgram = {
        let program = NowPlayingProgram(NowPlayingService { BusAddress.session() })
        DispatchQueue.main.async { MainActor.assumeIsolated { program.prepare() } }
        return program
    }()

    package let service: NowPlayingService
    package let publication: NowPlayingPublication
    package let commandCenter = MPRemoteCommandCenter()
    package let infoCenter: MPNowPlayingInfoCenter
    /// The commands of the player that publishes automatically as the app.
    private let automatic = Mutex<MPRemoteCommandCenter?>(nil)

    package init(_ service: NowPlayingService) {
        self.service = service
        publication = NowPlayingPublication(service)
        infoCenter = MPNowPlayingInfoCenter(publication)
        publication.setPerformer { [weak self] call, languages in
            guard let self else { return .commandFailed }
            // The app's own target takes precedence over AVKit's.
            let isOwn = commandCenter.availability.has(call.name)
            let center = isOwn ? commandCenter : automatic.withLock { $0 } ?? commandCenter
            return center.perform(call, languages: languages)
        }
        commandCenter.setChangeHandler { [weak self] in self?.commandsDidChange() }
    }

    private func commandsDidChange() {
        let own = commandCenter.availability
        let other = automatic.withLock { $0 }?.availability ?? CommandAvailability()
        publication.setCommands(own.union(other))
    }

    /// Lets a player publish as the app with its commands.
    /// - Returns: false if another player does.
    func claim(_ commands: MPRemoteCommandCenter) -> Bool {
        let isClaimed = automatic.withLock { automatic in
            guard automatic == nil || automatic === commands else { return false }
            automatic = commands
            return true
        }
        guard isClaimed else { return false }
        commands.setChangeHandler { [weak self] in self?.commandsDidChange() }
        commandsDidChange()
        return true
    }

    func release(_ commands: MPRemoteCommandCenter) {
        automatic.withLock { if $0 === commands { $0 = nil } }
        commandsDidChange()
    }
}
