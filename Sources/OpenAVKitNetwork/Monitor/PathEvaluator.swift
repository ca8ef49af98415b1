import Foundation
import NetworkRoutes

/// The interfaces that a monitor considers.
enum InterfaceFilter: Hashable, Sendable {
    case all
    case only(NWInterface.InterfaceType)
    case not(Set<NWInterface.InterfaceType>)

    func accepts(_ type: NWInterface.InterfaceType) -> Bool {
        switch self {
        case .all: true
        case .only(let required): type == required
        case .not(let prohibited): !prohibited.contains(type)
        }
    }
}

/// Determines the path from the kernel's links and routes.
struct PathEvaluator: Sendable {
    var filter: InterfaceFilter
    /// Whether OPENAVKIT_EXPENSIVE_NETWORK=1 is set.
    var isExpensive: Bool
    /// The kind of an interface, from sysfs.
    var interfaceType: @Sendable (Link) -> NWInterface.InterfaceType
    var hasNameServer: @Sendable () -> Bool

    func path(_ tables: NetworkTables) -> NWPath {
        var interfaces: [NWInterface] = []
        var gateways: [NWEndpoint] = []
        var used: [DefaultRoute] = []
        for (route, link) in tables.usableRoutes {
            let interface = NWInterface(type: interfaceType(link), name: link.name, index: link.index)
            guard filter.accepts(interface.type) else { continue }
            used.append(route)
            if !interfaces.contains(interface) { interfaces.append(interface) }
            if let gateway = route.gateway.flatMap({ Self.endpoint($0, interface) }), !gateways.contains(gateway) {
                gateways.append(gateway)
            }
        }
        let isSatisfied = !used.isEmpty
        return NWPath(
            status: isSatisfied ? .satisfied : .unsatisfied, unsatisfiedReason: .notAvailable,
            availableInterfaces: interfaces,
            isExpensive: isSatisfied && (isExpensive || interfaces[0].type == .cellular),
            isConstrained: false, supportsIPv4: used.contains { !$0.isIPv6 }, supportsIPv6: used.contains { $0.isIPv6 },
            supportsDNS: isSatisfied && hasNameServer(), gateways: gateways)
    }

    private static func endpoint(_ bytes: [UInt8], _ interface: NWInterface) -> NWEndpoint? {
        if let address = IPv4Address(Data(bytes)) { return .hostPort(host: .ipv4(address), port: .any) }
        guard let address = IPv6Address(Data(bytes)) else { return nil }
        let scoped = address.isLinkLocal ? IPv6Address(Data(bytes), interface) ?? address : address
        return .hostPort(host: .ipv6(scoped), port: .any)
    }
}

/// What the file system says about interfaces and name servers.
enum SystemNetwork {
    static func interfaceType(_ link: Link) -> NWInterface.InterfaceType {
        switch LinkKind(link) {
        case .loopback: .loopback
        case .wifi: .wifi
        case .cellular: .cellular
        case .wired: .wiredEthernet
        case .other: .other
        }
    }

    static func hasNameServer() -> Bool {
        guard let text = try? String(contentsOfFile: "/etc/resolv.conf", encoding: .utf8) else { return false }
        return text.split(separator: "\n").contains { $0.hasPrefix("nameserver") }
    }
}
