import NetworkRoutes

/// Determines flags from the routes of this moment, in the network namespace of the thread that creates the value.
struct RouteReader: Sendable {
    private let requests = NetworkRequests()

    /// The flags of the network in general.
    func flags() -> SCNetworkReachabilityFlags { RouteFlags.flags(requests.tables(), kind: LinkKind.init) }

    func flags(of address: SocketAddress) -> SCNetworkReachabilityFlags {
        if address.isUnspecified { return flags() }
        guard let route = requests.route(to: address.bytes, interfaceIndex: address.interfaceIndex) else { return [] }
        let link = requests.tables().links.first { $0.index == route.interfaceIndex }
        return RouteFlags.flags(route, link: link, kind: LinkKind.init)
    }

    /// The flags of the first address that is reachable.
    func flags(ofAnyOf addresses: [SocketAddress]) -> SCNetworkReachabilityFlags {
        addresses.lazy.map { flags(of: $0) }.first { $0.contains(.reachable) } ?? []
    }
}
