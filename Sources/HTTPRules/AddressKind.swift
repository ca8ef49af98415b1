import Foundation

/// The network that an IP address belongs to (RFC 6890). A document from a public server must not lead a client into a private network.
public enum AddressKind: String, Sendable, Hashable, CaseIterable {
    /// This machine: 127.0.0.0/8, ::1, and the unspecified addresses.
    case loopback
    /// A private network: 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10, fc00::/7, fec0::/10, 64:ff9b:1::/48.
    case privateNetwork
    /// The link of this machine: 169.254.0.0/16 and fe80::/10, where cloud services have their metadata servers.
    case linkLocal
    /// Everything else.
    case open

    /// An IPv6 address that stands for an IPv4 address is of its kind: ::ffff:0:0/96, ::/96, 64:ff9b::/96 (NAT64) and 2002::/16 (6to4).
    /// - Parameter bytes: an address in network order: 4 bytes of IPv4, or 16 of IPv6.
    public init?(bytes: [UInt8]) {
        switch bytes.count {
        case 4: self = Self.ofIPv4(bytes)
        case 16:
            if bytes[..<15].allSatisfy({ $0 == 0 }), bytes[15] <= 1 {
                self = .loopback
            } else if let inner = Self.mappings.first(where: { bytes.starts(with: $0.prefix) }) {
                self = Self.ofIPv4(Array(bytes[inner.place..<inner.place + 4]))
            } else if bytes[0] & 0xfe == 0xfc || bytes[0] == 0xfe && bytes[1] & 0xc0 == 0xc0
                || bytes.starts(with: Self.localTranslation)
            {
                self = .privateNetwork
            } else if bytes[0] == 0xfe, bytes[1] & 0xc0 == 0x80 {
                self = .linkLocal
            } else {
                self = .open
            }
        default: return nil
        }
    }

    /// The prefixes of IPv6 addresses with an IPv4 address inside, and its place.
    private static let mappings: [(prefix: [UInt8], place: Int)] = [
        ([UInt8](repeating: 0, count: 10) + [0xff, 0xff], 12), ([UInt8](repeating: 0, count: 12), 12),
        ([0x00, 0x64, 0xff, 0x9b] + [UInt8](repeating: 0, count: 8), 12), ([0x20, 0x02], 2),
    ]
    private static let localTranslation: [UInt8] = [0x00, 0x64, 0xff, 0x9b, 0x00, 0x01]

    private static func ofIPv4(_ bytes: [UInt8]) -> AddressKind {
        switch (bytes[0], bytes[1]) {
        case (127, _), (0, _): .loopback
        case (10, _), (192, 168), (172, 16...31), (100, 64...127): .privateNetwork
        case (169, 254): .linkLocal
        default: .open
        }
    }

    /// The kinds of all addresses of a host, which may be a name or an address. Blocks while the name is resolved.
    public static func kinds(ofHost host: String) -> [AddressKind] {
        let name = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, nil, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var kinds: [AddressKind] = []
        var next = list
        while let entry = next {
            if let address = entry.pointee.ai_addr {
                let bytes = UnsafeRawBufferPointer(start: address, count: Int(entry.pointee.ai_addrlen))
                if let kind = SocketAddress(bytes)?.kind, !kinds.contains(kind) { kinds.append(kind) }
            }
            next = entry.pointee.ai_next
        }
        return kinds
    }
}

/// The IP address in a socket address of the system (`sockaddr_in`, `sockaddr_in6`).
public struct SocketAddress: Sendable, Hashable {
    public let kind: AddressKind
    /// The address without its port: "127.0.0.1", "fe80:0:0:0:0:0:0:1".
    public let text: String

    /// - Parameter raw: the structure's bytes.
    /// - Returns: nil for other families.
    public init?(_ raw: UnsafeRawBufferPointer) {
        guard raw.count >= 8 else { return nil }
        let family = Int32(raw.loadUnaligned(as: UInt16.self))
        if family == AF_INET {
            let bytes = Array(raw[4..<8])
            guard let kind = AddressKind(bytes: bytes) else { return nil }
            (self.kind, text) = (kind, bytes.map(String.init).joined(separator: "."))
        } else if family == AF_INET6, raw.count >= 24 {
            let bytes = Array(raw[8..<24])
            guard let kind = AddressKind(bytes: bytes) else { return nil }
            let groups = stride(from: 0, to: 16, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
            (self.kind, text) = (kind, groups.map { String($0, radix: 16) }.joined(separator: ":"))
        } else {
            return nil
        }
    }
}
