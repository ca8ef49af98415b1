// The messages of rtnetlink(7) that describe links and routes. Numbers are those of <linux/rtnetlink.h>, <linux/if_link.h> and <linux/if.h>.

/// A network link of the kernel.
package struct Link: Hashable, Sendable {
    package var index: Int
    package var name: String
    package var flags: UInt32
    /// The hardware type of ARP.
    package var hardware: UInt16
    /// The kind of a virtual link, such as `veth`; nil for hardware.
    package var kind: String?

    package init(index: Int, name: String, flags: UInt32, hardware: UInt16, kind: String? = nil) {
        self.index = index
        self.name = name
        self.flags = flags
        self.hardware = hardware
        self.kind = kind
    }

    package var isLoopback: Bool { flags & 0x8 != 0 }
    /// Whether the link leads to one other machine, such as those of PPP and of VPNs.
    package var isPointToPoint: Bool { flags & 0x10 != 0 }
    /// Up, and with a carrier.
    package var isRunning: Bool { flags & 0x1 != 0 && flags & 0x40 != 0 }
}

/// A default route.
package struct DefaultRoute: Hashable, Sendable {
    package var isIPv6: Bool
    package var interfaceIndex: Int
    /// The bytes of the router's address; nil for a route to a link.
    package var gateway: [UInt8]?
    /// Lower values are preferred.
    package var metric: UInt32

    package init(isIPv6: Bool, interfaceIndex: Int, gateway: [UInt8]?, metric: UInt32) {
        self.isIPv6 = isIPv6
        self.interfaceIndex = interfaceIndex
        self.gateway = gateway
        self.metric = metric
    }
}

/// The kernel's answer to the question how an address is reached.
package struct RouteAnswer: Hashable, Sendable {
    /// Whether the address is one of this machine.
    package var isLocal: Bool
    package var interfaceIndex: Int
    /// Whether a router forwards the packets.
    package var hasGateway: Bool

    package init(isLocal: Bool, interfaceIndex: Int, hasGateway: Bool) {
        self.isLocal = isLocal
        self.interfaceIndex = interfaceIndex
        self.hasGateway = hasGateway
    }
}

/// A message, or the mark at the end of an answer.
package enum NetlinkMessage: Hashable, Sendable {
    case link(Link)
    case route([DefaultRoute])
    case done
    case failure(Int32)
    /// A message of another type, or one that describes no default route.
    case other
}

/// Reads the messages of one datagram. Truncated and invalid ones end the reading; nothing traps.
package enum NetlinkReader {
    /// The most messages of one datagram and the most attributes of one message.
    static let maximumCount = 4096

    package static func messages(_ bytes: [UInt8]) -> [(sequence: UInt32, message: NetlinkMessage)] {
        bodies(bytes).map { ($0.sequence, message($0.type, $0.body)) }
    }

    private static func bodies(_ bytes: [UInt8]) -> [(type: UInt16, sequence: UInt32, body: Bytes)] {
        var result: [(UInt16, UInt32, Bytes)] = []
        var rest = Bytes(bytes[...])
        while rest.count >= 16, result.count < maximumCount {
            guard let length = rest.uint32(0), let type = rest.uint16(4), let sequence = rest.uint32(8), length >= 16,
                let message = rest.part(0, Int(length))
            else { break }
            result.append((type, sequence, Bytes(message.bytes.dropFirst(16))))
            rest = rest.from((Int(length) + 3) & ~3)
        }
        return result
    }

    /// The answer to a request for the route to one address.
    /// - Returns: whether a message has this sequence number, and the route, nil if there is none.
    package static func routeAnswer(_ bytes: [UInt8], sequence: UInt32) -> (isComplete: Bool, route: RouteAnswer?) {
        for (type, answered, body) in bodies(bytes) where answered == sequence {
            switch type {
            case 24: return (true, routeAnswer(body))
            case 2, 3: return (true, nil)
            default: break
            }
        }
        return (false, nil)
    }

    /// Types of routes that deliver packets: unicast, local, broadcast, anycast, multicast.
    private static let deliveringTypes: ClosedRange<UInt8> = 1...5

    private static func routeAnswer(_ body: Bytes) -> RouteAnswer? {
        guard let type = body.uint8(7), deliveringTypes.contains(type) else { return nil }
        var answer = RouteAnswer(isLocal: type == 2, interfaceIndex: 0, hasGateway: false)
        for (type, value) in attributes(body.from(12)) {
            switch type {
            case 4: answer.interfaceIndex = value.uint32(0).map { Int($0) } ?? 0
            case 5, 18: answer.hasGateway = true
            default: break
            }
        }
        return answer
    }

    private static func message(_ type: UInt16, _ body: Bytes) -> NetlinkMessage {
        switch type {
        case 2: return .failure(Int32(bitPattern: body.uint32(0) ?? 0))
        case 3: return .done
        case 16: return link(body).map { .link($0) } ?? .other
        case 24: return route(body).map { .route($0) } ?? .other
        default: return .other
        }
    }

    private static func link(_ body: Bytes) -> Link? {
        guard let hardware = body.uint16(2), let index = body.uint32(4), let flags = body.uint32(8) else { return nil }
        var link = Link(index: Int(index), name: "", flags: flags, hardware: hardware)
        for (type, value) in attributes(body.from(16)) {
            switch type {
            case 3: link.name = value.text
            case 18: link.kind = attributes(value).first { $0.type == 1 }?.value.text
            default: break
            }
        }
        return link.name.isEmpty ? nil : link
    }

    /// The default routes of the main table; a multipath route has several.
    private static func route(_ body: Bytes) -> [DefaultRoute]? {
        guard let family = body.uint8(0), family == 2 || family == 10, body.uint8(1) == 0,
            let smallTable = body.uint8(4),
            let type = body.uint8(7), type == 1, let flags = body.uint32(8)
        else { return nil }
        var table = UInt32(smallTable)
        var gateway: [UInt8]?
        var interface: Int?
        var metric: UInt32 = 0
        var hops: [(Int, [UInt8]?)] = []
        for (type, value) in attributes(body.from(12)) {
            switch type {
            case 4: interface = value.uint32(0).map { Int($0) }
            case 5: gateway = Array(value.bytes)
            case 6: metric = value.uint32(0) ?? 0
            case 9: hops = nextHops(value)
            case 15: table = value.uint32(0) ?? table
            case 18: gateway = Array(value.bytes.dropFirst(2))
            default: break
            }
        }
        let unusable: UInt32 = 0x1 | 0x10
        guard table == 254, flags & unusable == 0 else { return nil }
        if let interface { hops.append((interface, gateway)) }
        return hops.map {
            DefaultRoute(isIPv6: family == 10, interfaceIndex: $0, gateway: $1, metric: metric)
        }
    }

    private static func nextHops(_ value: Bytes) -> [(Int, [UInt8]?)] {
        var result: [(Int, [UInt8]?)] = []
        var rest = value
        while result.count < maximumCount, let length = rest.uint16(0), length >= 8,
            let hop = rest.part(0, Int(length)),
            let flags = hop.uint8(2), let interface = hop.uint32(4)
        {
            let unusable: UInt8 = 0x1 | 0x10
            let gateway = attributes(hop.from(8)).first { $0.type == 5 }.map { Array($0.value.bytes) }
            if flags & unusable == 0 { result.append((Int(interface), gateway)) }
            rest = rest.from((Int(length) + 3) & ~3)
        }
        return result
    }

    private static func attributes(_ bytes: Bytes) -> [(type: UInt16, value: Bytes)] {
        var result: [(UInt16, Bytes)] = []
        var rest = bytes
        while result.count < maximumCount, let length = rest.uint16(0), let type = rest.uint16(2), length >= 4,
            let value = rest.part(4, Int(length) - 4)
        {
            // The two highest bits say 'nested' and 'in network order'.
            result.append((type & 0x3fff, value))
            rest = rest.from((Int(length) + 3) & ~3)
        }
        return result
    }

    /// Bytes that are read in host order; positions outside of them give nil.
    private struct Bytes {
        let bytes: ArraySlice<UInt8>

        init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

        var count: Int { bytes.count }

        func part(_ offset: Int, _ length: Int) -> Bytes? {
            guard offset >= 0, length >= 0, length <= count, offset <= count - length else { return nil }
            let start = bytes.startIndex + offset
            return Bytes(bytes[start..<start + length])
        }

        /// The bytes from an offset on; none beyond the end.
        func from(_ offset: Int) -> Bytes { Bytes(bytes.dropFirst(offset)) }

        private func integer<T: FixedWidthInteger>(_ offset: Int, _: T.Type) -> T? {
            part(offset, MemoryLayout<T>.size)?.bytes.withUnsafeBytes { $0.loadUnaligned(as: T.self) }
        }

        func uint8(_ offset: Int) -> UInt8? { integer(offset, UInt8.self) }
        func uint16(_ offset: Int) -> UInt16? { integer(offset, UInt16.self) }
        func uint32(_ offset: Int) -> UInt32? { integer(offset, UInt32.self) }

        /// The text up to the first zero.
        var text: String { String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
