import AppIdentity
package import DBus
import Foundation
import Synchronization

/// The app's object on the session bus: `/org/openavkit/App` under the name `org.openavkit.App.` and the app's identifier.
///
/// Each part of the app publishes an interface of its own on the object. The name is owned while at least one interface is published; a
/// second process of the app waits in the bus's queue for the name. When the bus goes away, the object connects again, with growing pauses.
/// Only programs of the same user are answered. All members may be called on any thread.
package final class AppBusObject: Sendable {
    package static let path = "/org/openavkit/App"
    /// The object of this process.
    package static let shared = AppBusObject(name: AppIdentity.current.busName)

    /// The name on the bus.
    package let name: String
    private let environment: [String: String]
    private let permits: (@Sendable (BusConnection, _ caller: String) async -> Bool)?
    private let state = Mutex(State())

    private struct State: Sendable {
        var publications: [Int: Publication] = [:]
        var lastNumber = 0
        var isServing = false
        var ownsName = false
        /// The events of the present connection; nil while there is none.
        var events: AsyncStream<Event>.Continuation?
    }

    private struct Publication: Sendable {
        let interface: BusInterface
        let path: String
        /// The values set since the publication, for the next connection.
        var values: [String: Variant] = [:]
        /// The object on the present connection.
        var object: ExportedObject?
    }

    private enum Event: Sendable {
        case publicationsChanged
        case ownership(NameOwnership)
    }

    /// - Parameters:
    ///   - name: the name on the bus.
    ///   - environment: determines the session bus.
    ///   - permits: whether a caller may use the object; by default programs of this process's user may.
    package init(
        name: String, environment: [String: String] = ProcessInfo.processInfo.environment,
        permits: (@Sendable (BusConnection, _ caller: String) async -> Bool)? = nil
    ) {
        self.name = name
        self.environment = environment
        self.permits = permits
    }

    /// Whether the name is owned by this process at present.
    package var ownsName: Bool { state.withLock { $0.ownsName } }

    /// Publishes an interface until the publication ends. Where the session has no bus, nothing is published until a later call of
    /// `publish(_:)` or of the publication's methods finds one.
    /// - Parameter path: the object's path, for an interface that other programs expect elsewhere than on the app's object.
    package func publish(_ interface: BusInterface, at path: String = AppBusObject.path) -> AppPublication {
        let number = add(interface, path)
        serve()
        return AppPublication(self, number: number, interface: interface)
    }

    /// Publishes interfaces, each with its object's path, together: a caller that waited for the name finds all of them.
    package func publish(_ interfaces: [(interface: BusInterface, path: String)]) -> [AppPublication] {
        let numbers = interfaces.map { add($0.interface, $0.path) }
        serve()
        return zip(numbers, interfaces).map { AppPublication(self, number: $0, interface: $1.interface) }
    }

    private func add(_ interface: BusInterface, _ path: String) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.publications[state.lastNumber] = Publication(interface: interface, path: path)
            return state.lastNumber
        }
    }

    func end(_ number: Int) {
        let removed = state.withLock { state in
            _ = state.events?.yield(.publicationsChanged)
            return state.publications.removeValue(forKey: number)
        }
        // The object is unregistered by its last reference, outside the lock.
        withExtendedLifetime(removed) {}
    }

    /// Stores values for the next connection and returns the object on the present one.
    func update(_ number: Int, _ values: [String: Variant] = [:]) -> ExportedObject? {
        serve()
        return state.withLock { state in
            state.publications[number]?.values.merge(values) { $1 }
            return state.publications[number]?.object
        }
    }

    func isPublished(_ number: Int) -> Bool { state.withLock { $0.publications[number]?.object != nil } }

    // MARK: Serving

    /// Starts to serve, or lets the running service handle changed publications.
    private func serve() {
        let starts = state.withLock { state in
            guard !state.publications.isEmpty else { return false }
            guard state.isServing else {
                state.isServing = true
                return true
            }
            if state.publications.values.contains(where: { $0.object == nil }) {
                _ = state.events?.yield(.publicationsChanged)
            }
            return false
        }
        if starts { Task { await run() } }
    }

    /// Serves until nothing is published, or until the session turns out to have no bus.
    private func run() async {
        var pause = Duration.milliseconds(50)
        while !stopsServing() {
            do throws(BusError) {
                try await serve(try await BusConnection.session(environment: environment))
                pause = .milliseconds(50)
            } catch {
                guard error.code != .noBus else {
                    state.withLock { $0.isServing = false }
                    return
                }
            }
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, .seconds(5))
        }
    }

    private func stopsServing() -> Bool {
        state.withLock { state in
            state.isServing = !state.publications.isEmpty
            return !state.isServing
        }
    }

    /// Serves on one connection until it closes or nothing is published.
    private func serve(_ connection: BusConnection) async throws(BusError) {
        let (events, continuation) = AsyncStream<Event>.makeStream()
        state.withLock { $0.events = continuation }
        defer { forgetConnection() }
        try await export(on: connection)
        let ownership = try connection.own(name) { continuation.yield(.ownership($0)) }
        defer { ownership.end() }
        for await event in events {
            switch event {
            case .ownership(let ownership):
                state.withLock { $0.ownsName = ownership == .acquired }
                if connection.isClosed { return }
            case .publicationsChanged:
                guard state.withLock({ !$0.publications.isEmpty }) else { return }
                try await export(on: connection)
            }
        }
    }

    private func forgetConnection() {
        let objects = state.withLock { state -> [ExportedObject] in
            state.events = nil
            state.ownsName = false
            let objects = state.publications.values.compactMap(\.object)
            for number in state.publications.keys { state.publications[number]?.object = nil }
            return objects
        }
        // Objects are unregistered by their last reference, outside the lock.
        withExtendedLifetime(objects) {}
    }

    /// Exports the interfaces that the connection does not have yet.
    private func export(on connection: BusConnection) async throws(BusError) {
        let missing = state.withLock { $0.publications.filter { $0.value.object == nil } }
        let permits: @Sendable (String) async -> Bool = { [permits] caller in
            if let permits { return await permits(connection, caller) }
            return (try? await connection.userID(of: caller)) == geteuid()
        }
        for (number, publication) in missing.sorted(by: { $0.key < $1.key }) {
            let object = try await connection.export([publication.interface], at: publication.path, permits: permits)
            // The object becomes visible to `AppPublication` with the newest values.
            var applied: [String: Variant] = [:]
            while let values = show(object, of: number, with: applied) {
                try? object.set(values, of: publication.interface.name)
                applied = values
            }
        }
    }

    /// Makes an object visible if `applied` are the publication's values, and otherwise returns the values that are to be set first.
    private func show(_ object: ExportedObject, of number: Int, with applied: [String: Variant]) -> [String: Variant]? {
        state.withLock { state in
            guard let values = state.publications[number]?.values, values != applied else {
                state.publications[number]?.object = object
                return nil
            }
            return values
        }
    }
}
