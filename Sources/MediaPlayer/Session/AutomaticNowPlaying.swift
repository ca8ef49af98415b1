import Foundation
import NowPlayingModel

/// Publishes for a player of AVKit or a session: as the app itself while no other player does, and otherwise as a player of its own.
///
/// Main thread only.
@MainActor
package final class AutomaticNowPlaying {
    private let program: NowPlayingProgram
    /// The commands of the player; they have targets while it publishes.
    package nonisolated let commands = MPRemoteCommandCenter()
    private var publication: NowPlayingPublication?
    private var isApp = false

    package init(program: NowPlayingProgram = .shared) { self.program = program }

    package var isPublishing: Bool { publication != nil }
    /// The player on the bus; nil while nothing is published.
    package var current: NowPlayingPublication? { publication }

    /// - Parameters:
    ///   - position: returns the position in seconds, on any thread.
    ///   - actions: what other programs can do besides the commands; used when the player appears.
    package func publish(
        _ report: PlaybackReport, hasJumped: Bool, position: @escaping @Sendable () -> Double?,
        actions: @autoclosure () -> PlayerActions = PlayerActions()
    ) {
        let publication = publication ?? appear(actions())
        let dictionary = report.dictionary
        var problems: [NowPlayingRecord.Problem] = []
        var info = NowPlayingInfo(dictionary, problems: &problems)
        ProblemLog.shared.report(problems)
        info.identity = .item(report.item)
        info.position = position
        info.chapters = report.chapters
        info.isJump = hasJumped
        if isApp { program.infoCenter.store(dictionary) }
        publication.setInfo(info)
    }

    private func appear(_ actions: PlayerActions) -> NowPlayingPublication {
        program.prepare()
        isApp = program.claim(commands)
        let made: NowPlayingPublication
        if isApp {
            made = program.publication
        } else {
            made = NowPlayingPublication(program.service)
            made.setCommands(of: commands)
        }
        made.setActions(actions)
        publication = made
        return made
    }

    /// Publishes that nothing plays any more.
    package func end() {
        guard let publication else { return }
        self.publication = nil
        publication.setInfo(nil)
        publication.setQueue([])
        publication.setVolume(nil)
        publication.setFullScreen(nil)
        publication.setActions(PlayerActions())
        if isApp {
            program.infoCenter.store(nil)
            program.release(commands)
        }
        isApp = false
    }
}

extension NowPlayingPublication {
    /// Takes the commands of a centre that belongs to this publication alone.
    func setCommands(of center: MPRemoteCommandCenter) {
        center.setChangeHandler { [weak self, weak center] in
            if let self, let center { setCommands(center.availability) }
        }
        setPerformer { [weak center] call, languages in
            center?.perform(call, languages: languages) ?? .commandFailed
        }
        setCommands(center.availability)
    }
}
