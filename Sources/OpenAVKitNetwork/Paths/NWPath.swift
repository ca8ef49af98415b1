/// What is known about the route of connections: whether there is one, and over which interfaces.
public struct NWPath: Hashable, Sendable, CustomDebugStringConvertible {
    /// Whether connections can be made.
    public enum Status: Hashable, Sendable {
        /// There is a default route over an interface that is up.
        case satisfied
        case unsatisfied
        /// Apple: an attempt to connect may bring a route up. Here: never.
        case requiresConnection
    }

    /// Why a path is unsatisfied. Here: always `notAvailable`.
    public enum UnsatisfiedReason: Hashable, Sendable {
        case notAvailable
        case cellularDenied
        case wifiDenied
        case localNetworkDenied
        case vpnInactive
    }

    public let status: Status
    public let unsatisfiedReason: UnsatisfiedReason
    /// The interfaces with a default route, the preferred one first.
    public let availableInterfaces: [NWInterface]
    /// Whether the preferred interface is a mobile one, or OPENAVKIT_EXPENSIVE_NETWORK=1 is set.
    public let isExpensive: Bool
    /// Apple: Low Data Mode. Here: false, because Linux has no such setting.
    public let isConstrained: Bool
    /// Whether there is a default route for IPv4.
    public let supportsIPv4: Bool
    /// Whether there is a default route for IPv6.
    public let supportsIPv6: Bool
    /// Whether a name server is configured.
    public let supportsDNS: Bool
    /// The routers of the default routes; their port is 0.
    public let gateways: [NWEndpoint]

    /// nil: a monitor's path belongs to no connection.
    public var localEndpoint: NWEndpoint? { nil }
    /// nil: a monitor's path belongs to no connection.
    public var remoteEndpoint: NWEndpoint? { nil }

    /// Whether connections may use an interface of this kind.
    public func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool {
        availableInterfaces.contains { $0.type == type }
    }

    public var debugDescription: String {
        var words = [status == .satisfied ? "satisfied (Path is satisfied)" : "unsatisfied (No network route)"]
        if let interface = availableInterfaces.first { words.append("interface: \(interface.name)") }
        if supportsIPv4 { words.append("ipv4") }
        if supportsIPv6 { words.append("ipv6") }
        if supportsDNS { words.append("dns") }
        if isExpensive { words.append("expensive") }
        return words.joined(separator: ", ")
    }
}
