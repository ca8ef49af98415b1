import DBus
import Foundation
import NowPlayingValidation
import Synchronization

/// Watches all MPRIS players of a bus and describes what they publish as records.
///
/// All messages are handled on the bus thread, in their order; nothing is polled.
final class PlayerWatch: Sendable {
    /// Maximum number of players that are followed.
    static let maximumPlayers = 256
    /// The maximum wait for the properties of a player.
    private static let patience = Duration.seconds(10)

    private struct State {
        /// Players by bus name.
        var players: [String: PlayerMirror] = [:]
        /// The number of players whose first properties are still awaited, of those that were there at the start.
        var starting = 1
        var started: [CheckedContinuation<Void, Never>] = []
    }

    private let connection: BusConnection
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private let state = Mutex(State())
    private let registrations = Mutex<[BusRegistration]>([])
    private let handler: @Sendable (NowPlayingRecord) -> Void

    /// - Parameter handler: receives the records in order, on the bus thread.
    init(_ connection: BusConnection, handler: @escaping @Sendable (NowPlayingRecord) -> Void) {
        self.connection = connection
        self.handler = handler
        start = clock.now
    }

    var isClosed: Bool { connection.isClosed }

    /// Seconds since the recording began.
    var time: Double {
        let (seconds, attoseconds) = (clock.now - start).components
        return Double(seconds) + Double(attoseconds) / 1e18
    }

    /// Begins to watch, and returns when the players that are there have been described.
    func begin() async throws(BusError) {
        let found = [
            try connection.watchSignals(
                from: PlayerNames.bus, path: PlayerNames.busPath, interface: PlayerNames.bus, name: "NameOwnerChanged"
            ) { [weak self] in self?.changeOwner($0.arguments) },
            try connection.watchSignals(
                path: PlayerNames.path, interface: PlayerNames.properties, name: "PropertiesChanged"
            ) { [weak self] in self?.change($0) },
            try connection.watchSignals(path: PlayerNames.path, interface: PlayerNames.player, name: "Seeked") {
                [weak self] in self?.seek($0)
            },
        ]
        registrations.withLock { $0 = found }
        try connection.call(
            PlayerNames.bus, path: PlayerNames.busPath, interface: PlayerNames.bus, method: "ListNames"
        ) { [weak self] reply in
            guard let self else { return }
            let names = (try? reply.get())?.first?.texts ?? []
            for name in names where name.hasPrefix(PlayerNames.prefix) { findOwner(of: name) }
            endStart()
        }
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard state.starting > 0 else { return true }
                state.started.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    func end() {
        for registration in registrations.withLock({ $0 }) { registration.end() }
    }

    // MARK: Names

    private func findOwner(of name: String) {
        state.withLock { $0.starting += 1 }
        let isAsked: Void? = try? connection.call(
            PlayerNames.bus, path: PlayerNames.busPath, interface: PlayerNames.bus, method: "GetNameOwner",
            arguments: [.string(name)], timeout: Self.patience
        ) { [weak self] reply in
            if let owner = (try? reply.get())?.first?.stringValue {
                self?.appear(name, owner, isEarlier: true)
            } else {
                self?.endStart()
            }
        }
        if isAsked == nil { endStart() }
    }

    private func changeOwner(_ arguments: [Variant]) {
        guard arguments.count == 3, let name = arguments[0].stringValue, name.hasPrefix(PlayerNames.prefix),
            let owner = arguments[2].stringValue
        else { return }
        leave(name)
        if !owner.isEmpty { appear(name, owner, isEarlier: false) }
    }

    private func appear(_ name: String, _ owner: String, isEarlier: Bool) {
        let isNew = state.withLock { state in
            guard state.players[name]?.owner != owner, state.players.count < Self.maximumPlayers else { return false }
            state.players[name] = PlayerMirror(name: name, owner: owner, isEarlier: isEarlier)
            return true
        }
        guard isNew else { return isEarlier ? endStart() : () }
        load(name, owner, interface: PlayerNames.nowPlaying)
    }

    private func leave(_ name: String) {
        guard let mirror = state.withLock({ $0.players.removeValue(forKey: name) }) else { return }
        if case .loading = mirror.source { return mirror.isEarlier ? endStart() : () }
        emit(.gone, name, at: time) { _ in }
    }

    /// Requests all properties of a player: those of Now Playing, and where it has none, those of MPRIS.
    private func load(_ name: String, _ owner: String, interface: String) {
        let isAsked: Void? = try? connection.call(
            owner, path: PlayerNames.path, interface: PlayerNames.properties, method: "GetAll",
            arguments: [.string(interface)], timeout: Self.patience
        ) { [weak self] reply in self?.loaded(name, owner, interface, try? reply.get().first?.entries) }
        if isAsked == nil { abandon(name, owner) }
    }

    private func loaded(_ name: String, _ owner: String, _ interface: String, _ properties: [String: Variant]?) {
        guard let mirror = mirror(name, owner) else { return }
        let isNowPlaying = interface == PlayerNames.nowPlaying
        guard let properties, !isNowPlaying || properties["Info"] != nil else {
            return isNowPlaying ? load(name, owner, interface: PlayerNames.player) : abandon(name, owner)
        }
        let time = time
        let publication = state.withLock { state -> Publication in
            var publication = Publication()
            if isNowPlaying {
                publication.merge(properties)
                state.players[name]?.source = .nowPlaying
            } else {
                var plain = PlainPublication()
                plain.merge(properties)
                publication = plain.publication(position: properties["Position"]?.integerValue)
                state.players[name]?.source = .plain(plain)
            }
            state.players[name]?.publication = publication
            return publication
        }
        emit(.appeared, name, at: time) { record in
            record.isEarlier = mirror.isEarlier
            record.isPlain = !isNowPlaying
            record.info = publication.info
            record.hasInfo = true
            record.state = publication.state ?? .unknown
            record.commands = publication.commands
        }
        if mirror.isEarlier { endStart() }
    }

    /// Ends the attempt to read a player that does not answer.
    private func abandon(_ name: String, _ owner: String) {
        guard let mirror = mirror(name, owner) else { return }
        state.withLock { _ = $0.players.removeValue(forKey: name) }
        if mirror.isEarlier { endStart() }
    }

    private func mirror(_ name: String, _ owner: String) -> PlayerMirror? {
        state.withLock { state in state.players[name].flatMap { $0.owner == owner ? $0 : nil } }
    }

    /// Ends the wait for one of the players that were there at the start.
    private func endStart() {
        let started = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.starting -= 1
            guard state.starting == 0 else { return [] }
            defer { state.started = [] }
            return state.started
        }
        for continuation in started { continuation.resume() }
    }

    // MARK: Changes

    private func players(of owner: String) -> [PlayerMirror] {
        state.withLock { $0.players.values.filter { $0.owner == owner } }
    }

    private func change(_ event: BusSignalEvent) {
        guard event.arguments.count == 3, let interface = event.arguments[0].stringValue else { return }
        let changed = event.arguments[1].entries
        let invalidated = event.arguments[2].texts ?? []
        let time = time
        for mirror in players(of: event.sender) {
            switch mirror.source {
            case .nowPlaying where interface == PlayerNames.nowPlaying:
                publish(mirror, changed, at: time)
                if !invalidated.isEmpty { reload(mirror) }
            case .plain(var plain) where interface == PlayerNames.player:
                plain.merge(changed)
                let isRelevant = !PlainPublication.names.isDisjoint(with: changed.keys)
                if isRelevant { requestPosition(mirror, plain, at: time) }
            default: break
            }
        }
    }

    /// Records changed properties of Now Playing. An app that writes the same dictionary again has sent an update.
    private func publish(_ mirror: PlayerMirror, _ changed: [String: Variant], at time: Double) {
        let before = mirror.publication
        var after = before
        after.merge(changed)
        state.withLock { state in
            state.players[mirror.name]?.publication = after
            state.players[mirror.name]?.isFresh = false
        }
        guard !mirror.isFresh || after != before else { return }
        record(mirror.name, from: before, to: after, at: time, isUpdate: changed["Info"]?.type == .dictionary)
    }

    private func record(
        _ name: String, from before: Publication, to after: Publication, at time: Double, isUpdate: Bool
    ) {
        if before.commands != after.commands { emit(.commands, name, at: time) { $0.commands = after.commands } }
        if isUpdate {
            emit(.info, name, at: time) { record in
                record.info = after.info
                record.hasInfo = true
            }
        }
        if before.state != after.state, let state = after.state { emit(.state, name, at: time) { $0.state = state } }
    }

    /// Requests the properties of a player that has named changes without their values.
    private func reload(_ mirror: PlayerMirror) {
        try? connection.call(
            mirror.owner, path: PlayerNames.path, interface: PlayerNames.properties, method: "GetAll",
            arguments: [.string(PlayerNames.nowPlaying)], timeout: Self.patience
        ) { [weak self] reply in
            guard let self, let properties = try? reply.get().first?.entries,
                let mirror = self.mirror(mirror.name, mirror.owner)
            else { return }
            var after = mirror.publication
            after.merge(properties)
            publish(mirror, after == mirror.publication ? [:] : properties, at: time)
        }
    }

    // MARK: Plain players

    /// Requests the position of a plain player, which MPRIS does not send with other changes.
    private func requestPosition(_ mirror: PlayerMirror, _ plain: PlainPublication, at time: Double) {
        let isQueued = state.withLock { state -> Bool in
            state.players[mirror.name]?.source = .plain(plain)
            guard state.players[mirror.name].map({ $0.waiting.count < PlayerMirror.maximumWaiting }) == true else {
                return false
            }
            state.players[mirror.name]?.waiting.append(.init(time: time, properties: plain))
            return true
        }
        guard isQueued else { return }
        let isAsked: Void? = try? connection.call(
            mirror.owner, path: PlayerNames.path, interface: PlayerNames.properties, method: "Get",
            arguments: [.string(PlayerNames.player), .string("Position")], timeout: Self.patience
        ) { [weak self] reply in
            self?.position(mirror.name, mirror.owner, (try? reply.get())?.first?.integerValue)
        }
        if isAsked == nil { position(mirror.name, mirror.owner, nil) }
    }

    /// Records the oldest change of a plain player, whose position has arrived.
    private func position(_ name: String, _ owner: String, _ position: Int?) {
        guard let mirror = mirror(name, owner), let first = mirror.waiting.first else { return }
        let after = first.properties.publication(position: position)
        state.withLock { state in
            state.players[name]?.waiting.removeFirst()
            state.players[name]?.publication = after
        }
        let before = mirror.publication
        record(name, from: before, to: after, at: first.time, isUpdate: Self.differ(before.info, after.info))
    }

    /// Returns whether dictionaries differ in more than the passing of time.
    private static func differ(_ left: NowPlayingInfo?, _ right: NowPlayingInfo?) -> Bool {
        var (left, right) = (left, right)
        left?[.elapsedPlaybackTime] = nil
        right?[.elapsedPlaybackTime] = nil
        return left != right
    }

    private func seek(_ event: BusSignalEvent) {
        guard let microseconds = event.arguments.first?.integerValue else { return }
        let position = Double(microseconds) / 1e6
        let time = time
        for mirror in players(of: event.sender) {
            if case .loading = mirror.source { continue }
            emit(.seeked, mirror.name, at: time) { $0.position = position }
            // A plain player has no dictionary to update: the signal is its update.
            guard case .plain = mirror.source, var info = mirror.publication.info else { continue }
            info[.elapsedPlaybackTime] = .number(position)
            state.withLock { $0.players[mirror.name]?.publication.info = info }
            emit(.info, mirror.name, at: time) { record in
                record.info = info
                record.hasInfo = true
            }
        }
    }

    private func emit(
        _ event: NowPlayingRecord.Event, _ name: String, at time: Double, _ change: (inout NowPlayingRecord) -> Void
    ) {
        var record = NowPlayingRecord(time: time, date: Date(), player: name, event: event)
        change(&record)
        handler(record)
    }

    // MARK: Commands

    /// Sends a remote command to a player and records it with its answer.
    func perform(
        _ command: String, arguments: [String: Variant], player name: String
    ) async throws(BusError) -> Int {
        guard let mirror = state.withLock({ $0.players[name] }) else {
            throw BusError(code: .invalidArgument, message: "There is no player '\(name)' on the bus.")
        }
        let message = try CommandMessage(command, arguments, to: mirror)
        let reply: Result<Int, BusError> = await withCheckedContinuation { continuation in
            do throws(BusError) {
                try connection.call(
                    mirror.owner, path: PlayerNames.path, interface: message.interface, method: message.method,
                    arguments: message.arguments
                ) { [weak self] reply in
                    let status = reply.map { $0.first?.integerValue ?? 0 }
                    if let self, let status = try? status.get() {
                        emit(.command, name, at: time) { record in
                            record.command = command
                            record.arguments = arguments.mapValues { NowPlayingValue($0) }
                            record.status = status
                        }
                    }
                    continuation.resume(returning: status)
                }
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
        return try reply.get()
    }
}
