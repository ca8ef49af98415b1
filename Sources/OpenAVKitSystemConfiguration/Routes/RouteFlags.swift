import NetworkRoutes

/// Determines flags from the kernel's routes, without I/O.
enum RouteFlags {
    /// The flags of an address, whose route goes over a link; none if the link is unknown or has no carrier.
    static func flags(_ route: RouteAnswer, link: Link?, kind: (Link) -> LinkKind) -> SCNetworkReachabilityFlags {
        if route.isLocal { return [.reachable, .isLocalAddress] }
        guard let link, link.isRunning else { return [] }
        var flags = flags(over: link, kind: kind)
        if !route.hasGateway, !link.isPointToPoint { flags.insert(.isDirect) }
        return flags
    }

    /// The flags of the network in general: those of the preferred default route.
    static func flags(_ tables: NetworkTables, kind: (Link) -> LinkKind) -> SCNetworkReachabilityFlags {
        tables.usableRoutes.first.map { flags(over: $0.link, kind: kind) } ?? []
    }

    private static func flags(over link: Link, kind: (Link) -> LinkKind) -> SCNetworkReachabilityFlags {
        var flags: SCNetworkReachabilityFlags = .reachable
        if link.isPointToPoint { flags.insert(.transientConnection) }
        if kind(link) == .cellular { flags.insert(.isWWAN) }
        return flags
    }
}
