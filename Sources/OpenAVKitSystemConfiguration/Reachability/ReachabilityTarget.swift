import Dispatch
import Foundation
import NetworkRoutes
import Synchronization

/// The object behind an `SCNetworkReachability`: its destination, its callback, and what follows the network while it is scheduled.
///
/// Thread-safe. While a target is scheduled, the follower of the network retains it.
final class ReachabilityTarget: Sendable {
    enum Destination: Hashable, Sendable {
        /// A remote address, and a local one that must be an address of this machine.
        case addresses(local: SocketAddress?, remote: SocketAddress?)
        case name(String)
    }

    /// Resolves a name on a thread of its own.
    typealias Resolve = @Sendable (String, @escaping @Sendable ([SocketAddress]) -> Void) -> Void

    private struct State {
        var callback: Callback?
        var delivery: Delivery?
        var follower: NetworkFollower?
        /// Counts the schedulings, so that reports of a former one are dropped.
        var generation = 0
        /// The flags that the client has received, or those at the scheduling.
        var flags: SCNetworkReachabilityFlags = []
        var pendingFlags: SCNetworkReachabilityFlags?
        var resolution = NameResolution()
        /// Whether the flags are reported when the name has been resolved, even if they are the same.
        var reportsResolution = false
    }

    private let destination: Destination
    private let routes = RouteReader()
    private let resolve: Resolve
    private let state = Mutex(State())

    /// How long after a failure a scheduled name is resolved again, if there is a network. The arrival of a name server changes no route.
    static let retryInterval = DispatchTimeInterval.seconds(5)

    init(_ destination: Destination, resolve: @escaping Resolve = ReachabilityTarget.resolveInBackground) {
        self.destination = destination
        self.resolve = resolve
    }

    /// A numeric name is an address.
    convenience init(name: String, resolve: @escaping Resolve = ReachabilityTarget.resolveInBackground) {
        let addresses = SocketAddress.addresses(of: name, isNumeric: true)
        self.init(addresses.first.map { .addresses(local: nil, remote: $0) } ?? .name(name), resolve: resolve)
    }

    private static let resolveInBackground: Resolve = { name, completion in
        DispatchQueue.global(qos: .utility).async { completion(SocketAddress.addresses(of: name)) }
    }

    // MARK: The reference of clients

    /// The object as the type of the client's functions, which C represents.
    var reference: SCNetworkReachability {
        // Without Objective-C, references to Core Foundation's objects are counted as those to Swift's.
        unsafeBitCast(self, to: SCNetworkReachability.self)
    }

    static func target(_ reference: SCNetworkReachability) -> ReachabilityTarget {
        unsafeBitCast(reference, to: ReachabilityTarget.self)
    }

    // MARK: Flags

    /// The flags of this moment. A name that has not been resolved has those of the network in general; its resolution is started.
    func flags() -> SCNetworkReachabilityFlags {
        let isOutdated = state.withLock { $0.follower == nil && $0.resolution.isOutdated(at: .now()) }
        if isOutdated { startResolution(repeats: false) }
        return knownFlags()
    }

    private func knownFlags() -> SCNetworkReachabilityFlags {
        switch destination {
        case .addresses(let local, let remote):
            let localFlags = local.map { routes.flags(of: $0) }
            if let localFlags, !localFlags.contains(.isLocalAddress) { return [] }
            return remote.map { routes.flags(of: $0) } ?? localFlags ?? []
        case .name:
            let addresses = state.withLock { $0.resolution.addresses }
            return addresses.map { routes.flags(ofAnyOf: $0) } ?? routes.flags()
        }
    }

    // MARK: Names

    private func startResolution(repeats: Bool) {
        guard case .name(let name) = destination, state.withLock({ $0.resolution.begin(repeats: repeats) }) else {
            return
        }
        resolve(name) { [weak self] in self?.resolved($0) }
    }

    private func resolved(_ addresses: [SocketAddress]) {
        let (mustRepeat, follower, generation) = state.withLock {
            ($0.resolution.end(addresses, at: .now()), $0.follower, $0.generation)
        }
        if mustRepeat { startResolution(repeats: false) }
        guard let follower else { return }
        follower.queue.async { [self] in evaluate(generation, isResolution: true) }
        guard addresses.isEmpty else { return }
        follower.queue.asyncAfter(deadline: .now() + Self.retryInterval) { [weak self] in self?.retry(generation) }
    }

    private func retry(_ generation: Int) {
        guard state.withLock({ $0.generation == generation }), !routes.flags().isEmpty else { return }
        startResolution(repeats: false)
    }

    // MARK: Reports

    func setCallback(_ callback: Callback?) {
        // The client's release function is called outside of the lock.
        let former = state.withLock { state in
            defer { state.callback = callback }
            return state.callback
        }
        withExtendedLifetime(former) {}
    }

    /// - Returns: false if the target is scheduled already.
    func schedule(on queue: DispatchQueue) -> Bool {
        schedule { state in
            guard state.delivery == nil else { return false }
            state.delivery = .queue(queue)
            return true
        }
    }

    /// - Returns: false if the target is scheduled on a queue.
    func schedule(on place: RunLoopPlace) -> Bool {
        schedule { state in
            switch state.delivery {
            case nil: state.delivery = .runLoops([place])
            case .runLoops(let places): state.delivery = .runLoops(places + [place])
            case .queue: return false
            }
            return true
        }
    }

    private func schedule(_ change: (inout State) -> Bool) -> Bool {
        // The follower listens before the flags are read, so that no change is missed.
        let generation = state.withLock { $0.generation + 1 }
        let follower = NetworkFollower(label: "OpenAVKit.SCNetworkReachability") { [self] in
            startResolution(repeats: true)
            evaluate(generation, isResolution: false)
        }
        let flags = knownFlags()
        let (isScheduled, isFirst) = state.withLock { state in
            guard change(&state) else { return (false, false) }
            guard state.follower == nil, state.generation + 1 == generation else { return (true, false) }
            state.generation = generation
            state.follower = follower
            state.flags = flags
            if case .name = destination { state.reportsResolution = true }
            return (true, true)
        }
        if isFirst { follower.start() }
        return isScheduled
    }

    /// - Returns: false if the target is not scheduled on a queue.
    func unscheduleFromQueue() -> Bool {
        unschedule { state in
            guard case .queue = state.delivery else { return false }
            state.delivery = nil
            return true
        }
    }

    /// - Returns: false if the target is not scheduled there.
    func unschedule(from place: RunLoopPlace) -> Bool {
        unschedule { state in
            guard case .runLoops(var places) = state.delivery, let index = places.firstIndex(of: place) else {
                return false
            }
            places.remove(at: index)
            state.delivery = places.isEmpty ? nil : .runLoops(places)
            return true
        }
    }

    private func unschedule(_ change: (inout State) -> Bool) -> Bool {
        let (isUnscheduled, follower) = state.withLock { state -> (Bool, NetworkFollower?) in
            guard change(&state) else { return (false, nil) }
            guard state.delivery == nil else { return (true, nil) }
            state.generation += 1
            state.pendingFlags = nil
            state.reportsResolution = false
            defer { state.follower = nil }
            return (true, state.follower)
        }
        follower?.stop()
        return isUnscheduled
    }

    /// Reports the flags if they differ from those that the client has received. On the follower's queue.
    private func evaluate(_ generation: Int, isResolution: Bool) {
        let flags = knownFlags()
        let delivery = state.withLock { state -> Delivery? in
            guard state.generation == generation else { return nil }
            let isReported = isResolution && state.reportsResolution
            if isResolution { state.reportsResolution = false }
            guard isReported || flags != state.flags else { return nil }
            state.flags = flags
            state.pendingFlags = flags
            return state.delivery
        }
        delivery?.perform { [self] in deliver(generation) }
    }

    /// Calls the callback with the latest flags. The first of several run loops to get here calls it.
    private func deliver(_ generation: Int) {
        let report = state.withLock { state -> (Callback, SCNetworkReachabilityFlags)? in
            guard state.generation == generation, let flags = state.pendingFlags else { return nil }
            state.pendingFlags = nil
            return state.callback.map { ($0, flags) }
        }
        if let (callback, flags) = report { callback.call(self, flags) }
    }
}

extension ReachabilityTarget: CustomStringConvertible {
    var description: String {
        let place =
            switch destination {
            case .name(let name): "name = \(name)"
            case .addresses(let local, let remote):
                [local.map { "local address = \($0)" }, remote.map { "address = \($0)" }].compactMap { $0 }
                    .joined(separator: ", ")
            }
        let info = state.withLock { $0.callback }?.infoDescription
        return "<SCNetworkReachability> {" + place + (info.map { ", info = \($0)" } ?? "") + "}"
    }
}
