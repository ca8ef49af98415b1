import DBus
import NowPlayingModel

/// A player on the bus: a connection of its own with the object and the name. Other players of the process have other connections, because
/// all of them have the same path.
final class BusPlayer: Sendable {
    enum Loss: Sendable { case bus, name }

    let connection: BusConnection
    let name: String
    private let object: ExportedObject
    private let registration: BusRegistration

    private init(connection: BusConnection, name: String, object: ExportedObject, registration: BusRegistration) {
        self.connection = connection
        self.name = name
        self.object = object
        self.registration = registration
    }

    /// Exports the interfaces, then requests the name, so that programs find the object complete.
    /// - Parameters:
    ///   - present: a connection to use again.
    ///   - lost: called on the bus thread when the bus has ended, or another program owns the name.
    static func open(
        _ address: String, _ present: BusConnection?, _ name: String, _ interfaces: [BusInterface],
        lost: @escaping @Sendable (Loss) -> Void
    ) async -> Result<BusPlayer, BusError> {
        do throws(BusError) {
            let connection: BusConnection
            if let present { connection = present } else { connection = try await BusConnection.connect(to: address) }
            let object = try await connection.export(interfaces, at: NowPlayingNames.path)
            let registration = try connection.own(name) { [weak connection] ownership in
                guard ownership == .lost else { return }
                lost(connection?.isClosed == false ? .name : .bus)
            }
            return .success(
                BusPlayer(connection: connection, name: name, object: object, registration: registration))
        } catch {
            return .failure(error)
        }
    }

    /// Gives up the name. The object ends with the last reference.
    func close() { registration.end() }

    /// Reports what has changed.
    func update(_ content: PlayerContent, hasJumped: Bool, haveTracksChanged: Bool) {
        // A value that D-Bus does not permit, or a lost connection: the next update is complete again.
        try? object.set(content.rootProperties, of: NowPlayingNames.root)
        try? object.set(content.playerProperties, of: NowPlayingNames.player)
        try? object.set(content.extendedProperties, of: NowPlayingNames.extended)
        if haveTracksChanged {
            try? object.invalidate(["Tracks"], of: NowPlayingNames.trackList)
            let current = content.currentTrack?.path ?? NowPlayingNames.noTrack
            try? object.emit(
                "TrackListReplaced", of: NowPlayingNames.trackList,
                arguments: [content.trackPaths, .objectPath(current)])
        }
        if hasJumped {
            try? object.emit(
                "Seeked", of: NowPlayingNames.player,
                arguments: [.microseconds(content.position(at: PlaybackClock.now))])
        }
    }
}
