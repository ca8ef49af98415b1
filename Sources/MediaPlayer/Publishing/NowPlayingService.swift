import DBus
import Foundation
import Synchronization

/// What the players of a process share: the address of the bus, the program's identity and the artwork's files.
package final class NowPlayingService: Sendable {
    package let busAddress: @Sendable () -> String?
    let program: ProgramIdentity
    let artwork: ArtworkWriter

    private struct State {
        var numbers: Set<Int> = []
        var actions = ProgramActions()
        weak var active: NowPlayingPublication?
        var publications: [WeakReference] = []
    }
    private struct WeakReference {
        weak var publication: NowPlayingPublication?
    }
    private let state = Mutex(State())

    /// - Parameters:
    ///   - busAddress: returns the address of the session bus; nil: nothing is published.
    ///   - cacheFolder: the folder below which the artwork's files are.
    package init(
        busAddress: @escaping @Sendable () -> String?, program: ProgramIdentity = .current,
        cacheFolder: URL = ArtworkFolder.standardParent
    ) {
        self.busAddress = busAddress
        self.program = program
        artwork = ArtworkWriter(parent: cacheFolder)
    }

    /// Returns the lowest number that no player of the process has; the first player is 1.
    func takeNumber() -> Int {
        state.withLock { state in
            var number = 1
            while state.numbers.contains(number) { number += 1 }
            state.numbers.insert(number)
            return number
        }
    }

    func release(number: Int) { state.withLock { _ = $0.numbers.remove(number) } }

    var actions: ProgramActions { state.withLock { $0.actions } }

    /// Sets what programs on the bus can do with the program; read when a player appears.
    package func setActions(_ actions: ProgramActions) { state.withLock { $0.actions = actions } }

    // MARK: Publications

    func add(_ publication: NowPlayingPublication) {
        state.withLock { state in
            state.publications.removeAll { $0.publication == nil }
            state.publications.append(WeakReference(publication: publication))
        }
    }

    /// Removes the information of all players at the end of the program, and waits until the bus has received that, at most a tenth of a
    /// second.
    package func end() {
        let publications = state.withLock { $0.publications.compactMap(\.publication) }
        let received = DispatchGroup()
        for connection in publications.compactMap({ $0.leave() }) {
            received.enter()
            Task.detached {
                // The bus answers in order.
                _ = try? await connection.call(
                    "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
                    method: "GetId")
                received.leave()
            }
        }
        _ = received.wait(timeout: .now() + .milliseconds(100))
    }

    /// The player that commands without an addressee reach: the last that started to play.
    package var active: NowPlayingPublication? { state.withLock { $0.active } }
    func setActive(_ publication: NowPlayingPublication?) { state.withLock { $0.active = publication } }
}
