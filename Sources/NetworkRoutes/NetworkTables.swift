import Synchronization

/// The kernel's links and default routes at one moment.
package struct NetworkTables: Hashable, Sendable {
    package var links: [Link]
    /// In the order of the kernel, IPv4 first.
    package var routes: [DefaultRoute]

    package init(links: [Link], routes: [DefaultRoute]) {
        self.links = links
        self.routes = routes
    }

    /// The default routes over links that are up, each with its link; lower metrics first.
    package var usableRoutes: [(route: DefaultRoute, link: Link)] {
        // Stable: routes of one metric stay in the order of the kernel.
        let sorted = routes.enumerated().sorted { ($0.1.metric, $0.0) < ($1.1.metric, $1.0) }.map(\.element)
        return sorted.compactMap { route in
            links.first { $0.index == route.interfaceIndex && $0.isRunning && !$0.isLoopback }.map { (route, $0) }
        }
    }
}

/// Asks the kernel for its tables and for routes, in the network namespace of the thread that creates the value.
///
/// Thread-safe. A request takes well under a millisecond, and at most one second if the kernel does not answer.
package final class NetworkRequests: Sendable {
    private let socket = NetlinkSocket(isListening: false)
    /// The sequence number of the latest request; the lock keeps requests apart.
    private let sequence = Mutex<UInt32>(0)

    package init() {}

    /// The tables of this moment; empty where the system allows no such request.
    package func tables() -> NetworkTables {
        sequence.withLock { sequence in
            var tables = NetworkTables(links: [], routes: [])
            for message in dump(18, &sequence) + dump(26, &sequence) {
                switch message {
                case .link(let link): tables.links.append(link)
                case .route(let found): tables.routes += found
                default: break
                }
            }
            return tables
        }
    }

    /// The route to an address; nil if there is none.
    /// - Parameters:
    ///   - address: 4 or 16 bytes; there is no route to others.
    ///   - interfaceIndex: the interface of a link-local address, otherwise 0.
    package func route(to address: [UInt8], interfaceIndex: UInt32 = 0) -> RouteAnswer? {
        guard address.count == 4 || address.count == 16 else { return nil }
        return sequence.withLock { sequence in
            sequence &+= 1
            return socket?.route(to: address, interfaceIndex: interfaceIndex, sequence: sequence)
        }
    }

    private func dump(_ type: UInt16, _ sequence: inout UInt32) -> [NetlinkMessage] {
        // An answer that a change of the tables interrupts is repeated once.
        for _ in 0..<2 {
            sequence &+= 1
            if let messages = socket?.dump(type, sequence: sequence) { return messages }
        }
        return []
    }
}
