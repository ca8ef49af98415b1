package import DBus

/// The players on a session bus.
package struct PlayerDirectory: Sendable {
    let connection: BusConnection
    /// The maximum wait for the answer of one player, which may be stopped in a debugger or hostile.
    var timeout = Duration.seconds(2)

    private static let maximumPlayers = 64

    package init(_ connection: BusConnection) { self.connection = connection }

    /// Returns the players, the most likely addressee of a question first.
    ///
    /// A player that is playing comes before a paused one, one that publishes OpenAVKit's interface before one that does not, and then the
    /// one that was used last as far as that is known: by playerctld's list, else by the time at which the player connected to the bus.
    /// - Parameter wanted: the name of the player to ask, such as "vlc"; nil for any.
    package func players(named wanted: String? = nil) async throws(BusError) -> [PublishedPlayer] {
        let names = try await list(prefix: PlayerName.prefix)
            .filter { name in name != PlayerName.lastUsed && (wanted.map { PlayerName.matches(name, $0) } ?? true) }
            .prefix(Self.maximumPlayers)
        let lastUsed = await namesByLastUse()
        let found = await withTaskGroup(of: Entry?.self) { group in
            for name in names { group.addTask { await entry(name, lastUsed: lastUsed) } }
            return await group.reduce(into: [Entry]()) { if let entry = $1 { $0.append(entry) } }
        }
        return found.sorted { $0.order < $1.order }.map(\.player)
    }

    /// Returns the present values of a player.
    func player(_ name: String) async throws(BusError) -> PublishedPlayer {
        PublishedPlayer(
            name: name, root: (try? await values(of: PlayerName.root, name)) ?? .dictionary([:]),
            player: try await values(of: PlayerName.player, name),
            nowPlaying: try? await values(of: PlayerName.nowPlaying, name))
    }

    func list(prefix: String) async throws(BusError) -> [String] {
        let answer = try await connection.call(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            method: "ListNames",
            timeout: timeout)
        return (answer.first?.elements ?? []).compactMap(\.stringValue).filter { $0.hasPrefix(prefix) }.sorted()
    }

    func values(of interface: String, _ name: String, path: String = PlayerName.path) async throws(BusError) -> Variant
    {
        let answer = try await connection.call(
            name, path: path, interface: PlayerName.properties, method: "GetAll", arguments: [.string(interface)],
            timeout: timeout)
        guard let values = answer.first, values.type == .dictionary else {
            throw BusError(code: .remote, message: "\(name) gave no properties of \(interface).")
        }
        return values
    }

    // MARK: Order

    private struct Entry: Sendable {
        var player: PublishedPlayer
        var order: Order
    }

    private struct Order: Comparable, Sendable {
        var status: Int
        var interface: Int
        var lastUse: Int
        var age: Int
        var name: String

        static func < (left: Order, right: Order) -> Bool {
            (left.status, left.interface, left.lastUse, left.age, left.name)
                < (right.status, right.interface, right.lastUse, right.age, right.name)
        }
    }

    private func entry(_ name: String, lastUsed: [String]) async -> Entry? {
        guard let player = try? await player(name) else { return nil }
        let status =
            switch player.status {
            case .playing: 0
            case .paused: 1
            case .stopped: 2
            }
        let order = Order(
            status: status, interface: player.hasNowPlaying ? 0 : 1, lastUse: lastUsed.firstIndex(of: name) ?? Int.max,
            age: -(await connectionNumber(name)), name: name)
        return Entry(player: player, order: order)
    }

    /// Returns the number in the unique name of a player's connection, which grows with each connection to the bus.
    private func connectionNumber(_ name: String) async -> Int {
        let answer = try? await connection.call(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            method: "GetNameOwner",
            arguments: [.string(name)], timeout: timeout)
        let owner = answer?.first?.stringValue ?? ""
        return owner.split(separator: ".").last.flatMap { Int($0) } ?? 0
    }

    private func namesByLastUse() async -> [String] {
        // The call would start the program where it is installed.
        guard let names = try? await list(prefix: PlayerName.lastUsed), names.contains(PlayerName.lastUsed) else {
            return []
        }
        let values = try? await values(of: PlayerName.lastUsedInterface, PlayerName.lastUsed)
        return (values?["PlayerNames"]?.elements ?? []).compactMap(\.stringValue)
    }
}
