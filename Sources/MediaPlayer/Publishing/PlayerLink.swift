import DBus
import Foundation
import NowPlayingModel

/// Keeps a player on the bus while it has something to show, across losses of the bus.
///
/// Used on the publication's queue only.
final class PlayerLink: @unchecked Sendable {
    // Unchecked: the variables are used on `queue` only; `attach` is called before the first use.

    private enum Phase {
        case absent
        /// Connected; nothing is shown.
        case idle(BusConnection)
        case opening
        case open(BusPlayer)
    }

    private let service: NowPlayingService
    private let queue: DispatchQueue
    private weak var publication: NowPlayingPublication?
    private var phase = Phase.absent
    /// What is to be shown; nil: the player is not on the bus.
    private var wanted: PlayerContent?
    /// Rises with each connection, so that late events of earlier ones are ignored.
    private var generation = 0
    private var number: Int?
    /// Failed attempts since the last success.
    private var failures = 0
    /// Before this time of the clock no connection is tried.
    private var nextAttempt = -Double.infinity

    /// The seconds between the first attempts, and at most.
    private static let firstDelay = 0.25
    private static let lastDelay = 10.0

    init(service: NowPlayingService, queue: DispatchQueue) {
        self.service = service
        self.queue = queue
    }

    func attach(_ publication: NowPlayingPublication) { self.publication = publication }

    /// The bus name; nil while the player is not on the bus.
    var name: String? { if case .open(let player) = phase { player.name } else { nil } }

    func show(_ content: PlayerContent, hasJumped: Bool, haveTracksChanged: Bool) {
        wanted = content.isShown ? content : nil
        switch phase {
        case .open(let player):
            if wanted == nil {
                // Readers learn that there is no item any more, before the player leaves the bus.
                if content.info == nil {
                    player.update(content, hasJumped: false, haveTracksChanged: haveTracksChanged)
                }
                retract(player)
            } else {
                player.update(content, hasJumped: hasJumped, haveTracksChanged: haveTracksChanged)
            }
        case .opening: break
        case .absent, .idle: if wanted != nil { open() }
        }
    }

    /// The connection of the player; nil without one.
    var connection: BusConnection? {
        switch phase {
        case .idle(let connection): connection
        case .open(let player): player.connection
        case .absent, .opening: nil
        }
    }

    func close() {
        wanted = nil
        generation += 1
        if case .open(let player) = phase { player.close() }
        phase = .absent
        releaseNumber()
    }

    private func retract(_ player: BusPlayer) {
        player.close()
        generation += 1
        phase = player.connection.isClosed ? .absent : .idle(player.connection)
        releaseNumber()
    }

    private func releaseNumber() {
        if let number { service.release(number: number) }
        number = nil
    }

    // MARK: Opening

    private func open() {
        guard PlaybackClock.now >= nextAttempt, let publication, let content = wanted,
            let address = service.busAddress()
        else { return }
        var present: BusConnection?
        if case .idle(let connection) = phase, !connection.isClosed { present = connection }
        generation += 1
        phase = .opening
        let generation = generation
        let number = number ?? service.takeNumber()
        self.number = number
        let name = NowPlayingNames.busName(
            program: service.program.busElement, process: getpid(), number: number)
        let interfaces = PlayerInterfaces(publication: publication, service: service).all(content)
        let connection = present
        Task.detached { [queue, weak self] in
            let result = await BusPlayer.open(address, connection, name, interfaces) { [weak self] loss in
                queue.async { [weak self] in self?.lost(loss, generation) }
            }
            queue.async { [weak self] in
                guard let self else { return result.player?.close() ?? () }
                self.opened(result, generation)
            }
        }
    }

    private func opened(_ result: Result<BusPlayer, BusError>, _ generation: Int) {
        guard generation == self.generation, case .opening = phase else {
            result.player?.close()
            return
        }
        switch result {
        case .success(let player):
            failures = 0
            phase = .open(player)
            if let wanted {
                player.update(wanted, hasJumped: false, haveTracksChanged: false)
            } else {
                retract(player)
            }
        case .failure: retryLater()
        }
    }

    /// The bus has ended, or another program has the name.
    private func lost(_ loss: BusPlayer.Loss, _ generation: Int) {
        guard generation == self.generation else { return }
        if case .open(let player) = phase { player.close() }
        self.generation += 1
        phase = .absent
        switch loss {
        case .bus: retryLater()
        case .name:
            // The number stays taken, so that the next name is another one.
            number = nil
            retryLater()
        }
    }

    private func retryLater() {
        phase = .absent
        releaseNumber()
        let delay = min(Self.lastDelay, Self.firstDelay * Double(1 << min(failures, 10)))
        failures += 1
        nextAttempt = PlaybackClock.now + delay
        guard wanted != nil else { return }
        queue.asyncAfter(deadline: .now() + delay) { [weak self] in
            guard let self, wanted != nil, case .absent = phase else { return }
            nextAttempt = -.infinity
            open()
        }
    }
}

extension Result<BusPlayer, BusError> {
    fileprivate var player: BusPlayer? { if case .success(let player) = self { player } else { nil } }
}

extension PlayerContent {
    /// Whether the player belongs on the bus: the system ignores information without commands.
    var isShown: Bool { info != nil && !commands.names.isEmpty }
}
