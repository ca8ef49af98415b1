import NetworkRoutes
import SystemConfiguration
import Testing

@testable import OpenAVKitSystemConfiguration

@Suite("Reachability: flags from routes")
struct RouteFlagsTests {
    private let wired = Link(index: 3, name: "eth0", flags: 0x1 | 0x40, hardware: 1)
    private let mobile = Link(index: 4, name: "wwan0", flags: 0x1 | 0x40, hardware: 519)
    private let vpn = Link(index: 5, name: "tun0", flags: 0x1 | 0x10 | 0x40, hardware: 65534)
    private let down = Link(index: 6, name: "eth1", flags: 0x1, hardware: 1)

    private func kind(_ link: Link) -> LinkKind { link == mobile ? .cellular : .wired }

    private func flags(_ route: RouteAnswer, _ link: Link?) -> SCNetworkReachabilityFlags {
        RouteFlags.flags(route, link: link, kind: kind)
    }

    @Test("the raw values and names of flags are those of Apple")
    func values() {
        let flags: [(SCNetworkReachabilityFlags, UInt32)] = [
            (.transientConnection, 1 << 0), (.reachable, 1 << 1), (.connectionRequired, 1 << 2),
            (.connectionOnTraffic, 1 << 3), (.interventionRequired, 1 << 4), (.connectionOnDemand, 1 << 5),
            (.isLocalAddress, 1 << 16), (.isDirect, 1 << 17), (.isWWAN, 1 << 18), (.connectionAutomatic, 1 << 3),
        ]
        #expect(flags.allSatisfy { $0.rawValue == $1 })
    }

    @Test("an address behind a router is reachable, one of the own network also direct")
    func routers() {
        #expect(flags(RouteAnswer(isLocal: false, interfaceIndex: 3, hasGateway: true), wired) == .reachable)
        #expect(
            flags(RouteAnswer(isLocal: false, interfaceIndex: 3, hasGateway: false), wired) == [.reachable, .isDirect])
    }

    @Test("an address of this machine is reachable and local")
    func local() {
        #expect(
            flags(RouteAnswer(isLocal: true, interfaceIndex: 1, hasGateway: false), nil) == [
                .reachable, .isLocalAddress,
            ])
    }

    @Test("a route over a link without carrier, or over an unknown one, does not make an address reachable")
    func withoutCarrier() {
        #expect(flags(RouteAnswer(isLocal: false, interfaceIndex: 6, hasGateway: true), down) == [])
        #expect(flags(RouteAnswer(isLocal: false, interfaceIndex: 9, hasGateway: true), nil) == [])
    }

    @Test("a mobile link and a link to one other machine have their flags")
    func kinds() {
        #expect(
            flags(RouteAnswer(isLocal: false, interfaceIndex: 4, hasGateway: true), mobile) == [.reachable, .isWWAN])
        #expect(
            flags(RouteAnswer(isLocal: false, interfaceIndex: 5, hasGateway: false), vpn) == [
                .reachable, .transientConnection,
            ])
    }

    @Test("the network in general has the flags of the preferred default route, or none")
    func general() {
        func route(_ index: Int, _ metric: UInt32) -> DefaultRoute {
            DefaultRoute(isIPv6: false, interfaceIndex: index, gateway: nil, metric: metric)
        }
        func flags(_ routes: [DefaultRoute]) -> SCNetworkReachabilityFlags {
            RouteFlags.flags(NetworkTables(links: [wired, mobile, down], routes: routes), kind: kind)
        }
        #expect(flags([]) == [] && flags([route(6, 1)]) == [])
        #expect(flags([route(4, 600), route(3, 100)]) == .reachable)
        #expect(flags([route(4, 100), route(3, 600)]) == [.reachable, .isWWAN])
    }
}
