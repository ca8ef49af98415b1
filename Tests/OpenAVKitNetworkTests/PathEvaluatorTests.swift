import Foundation
import Network
import NetworkRoutes
import Testing

@testable import OpenAVKitNetwork

@Suite("Network: paths from links and routes")
struct PathEvaluatorTests {
    private let wifi = Link(index: 2, name: "wlan0", flags: 0x1 | 0x40, hardware: 1)
    private let wired = Link(index: 3, name: "eth0", flags: 0x1 | 0x40, hardware: 1)
    private let mobile = Link(index: 4, name: "wwan0", flags: 0x1 | 0x40, hardware: 519)
    private let loopback = Link(index: 1, name: "lo", flags: 0x1 | 0x8 | 0x40, hardware: 772)

    private func route(_ index: Int, metric: UInt32 = 0, gateway: [UInt8]? = nil, isIPv6: Bool = false) -> DefaultRoute
    {
        DefaultRoute(isIPv6: isIPv6, interfaceIndex: index, gateway: gateway, metric: metric)
    }

    private func path(_ routes: [DefaultRoute], filter: InterfaceFilter = .all, links: [Link]? = nil, dns: Bool = true)
        -> NWPath
    {
        let evaluator = PathEvaluator(
            filter: filter, isExpensive: false,
            interfaceType: { link in
                switch link.name {
                case "wlan0": .wifi
                case "wwan0": .cellular
                case "lo": .loopback
                default: .wiredEthernet
                }
            }, hasNameServer: { dns })
        return evaluator.path(NetworkTables(links: links ?? [loopback, wifi, wired, mobile], routes: routes))
    }

    @Test("without a default route, the path is unsatisfied")
    func unsatisfied() {
        let path = path([])
        #expect(path.status == .unsatisfied)
        #expect(path.availableInterfaces.isEmpty && !path.supportsDNS && !path.supportsIPv4 && !path.isExpensive)
        #expect(path.debugDescription == "unsatisfied (No network route)")
    }

    @Test("the route of the lowest metric names the preferred interface")
    func order() {
        let path = path([
            route(2, metric: 600, gateway: [192, 168, 1, 1]), route(3, metric: 100, gateway: [10, 0, 0, 1]),
        ])
        #expect(path.status == .satisfied)
        #expect(path.availableInterfaces.map(\.name) == ["eth0", "wlan0"])
        #expect(path.gateways.map(\.debugDescription) == ["10.0.0.1:0", "192.168.1.1:0"])
        #expect(path.usesInterfaceType(.wifi) && path.usesInterfaceType(.wiredEthernet))
        #expect(!path.usesInterfaceType(.cellular))
        #expect(path.debugDescription == "satisfied (Path is satisfied), interface: eth0, ipv4, dns")
    }

    @Test("routes over loopback, over links without carrier and over unknown links do not count")
    func unusable() {
        let down = Link(index: 5, name: "eth1", flags: 0x1, hardware: 1)
        #expect(path([route(1), route(5), route(9)], links: [loopback, down]).status == .unsatisfied)
    }

    @Test("a mobile interface is expensive if it is the preferred one")
    func expensive() {
        #expect(path([route(4)]).isExpensive)
        #expect(!path([route(3, metric: 1), route(4, metric: 2)]).isExpensive)
    }

    @Test("a monitor of one kind of interface ignores the others")
    func filters() {
        #expect(path([route(3)], filter: .only(.wifi)).status == .unsatisfied)
        #expect(path([route(2)], filter: .only(.wifi)).status == .satisfied)
        #expect(
            path([route(4), route(2, metric: 9)], filter: .not([.cellular])).availableInterfaces.map(\.name) == [
                "wlan0"
            ])
    }

    @Test("IPv6 is supported where there is a route for it; link-local routers name their interface")
    func version6() {
        let router: [UInt8] = [0xfe, 0x80] + [UInt8](repeating: 0, count: 13) + [1]
        let path = path([route(3, gateway: router, isIPv6: true)], dns: false)
        #expect(path.supportsIPv6 && !path.supportsIPv4 && !path.supportsDNS)
        #expect(path.gateways.map(\.debugDescription) == ["fe80::1%eth0.0"])
    }
}

@Suite("Network: endpoints")
struct EndpointTests {
    @Test("numeric addresses are read, other texts are names")
    func hosts() {
        #expect(NWEndpoint.Host("10.0.0.1") == .ipv4(IPv4Address("10.0.0.1")!))
        #expect(NWEndpoint.Host("::1") == .ipv6(IPv6Address("::1")!))
        #expect(NWEndpoint.Host("example.com") == .name("example.com", nil))
        #expect(IPv4Address("10.0.0.256") == nil && IPv6Address("10.0.0.1") == nil)
        #expect(IPv4Address(Data([1, 2, 3])) == nil)
        #expect(IPv6Address("fe80::1")?.isLinkLocal == true && IPv4Address("169.254.0.1")?.isLinkLocal == true)
        #expect(IPv6Address("::1")?.isLoopback == true && IPv4Address("224.0.0.1")?.isMulticast == true)
        #expect(NWEndpoint.Port("443") == .https && NWEndpoint.Port("x") == nil)
    }
}
