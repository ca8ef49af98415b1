public import Foundation

/// An IPv4 or IPv6 address.
public protocol IPAddress: Sendable {
    /// The bytes in network order.
    var rawValue: Data { get }
    /// nil unless there are 4 or 16 bytes.
    init?(_ rawValue: Data, _ interface: NWInterface?)
    /// nil unless the text is a numeric address.
    init?(_ string: String)
    /// The interface to which a link-local address belongs.
    var interface: NWInterface? { get }
    var isLoopback: Bool { get }
    var isLinkLocal: Bool { get }
    var isMulticast: Bool { get }
}

/// An IPv4 address.
public struct IPv4Address: IPAddress, Hashable, CustomDebugStringConvertible {
    public let rawValue: Data
    public let interface: NWInterface?

    public init?(_ rawValue: Data, _ interface: NWInterface? = nil) {
        guard rawValue.count == 4 else { return nil }
        self.rawValue = Data(rawValue)
        self.interface = interface
    }

    public init?(_ string: String) {
        var address = in_addr()
        guard inet_pton(AF_INET, string, &address) == 1 else { return nil }
        self.init(withUnsafeBytes(of: address) { Data($0) })
    }

    public var isLoopback: Bool { rawValue[0] == 127 }
    public var isLinkLocal: Bool { rawValue[0] == 169 && rawValue[1] == 254 }
    public var isMulticast: Bool { (224...239).contains(rawValue[0]) }

    public var debugDescription: String { rawValue.map(String.init).joined(separator: ".") }
}

/// An IPv6 address.
public struct IPv6Address: IPAddress, Hashable, CustomDebugStringConvertible {
    public let rawValue: Data
    public let interface: NWInterface?

    public init?(_ rawValue: Data, _ interface: NWInterface? = nil) {
        guard rawValue.count == 16 else { return nil }
        self.rawValue = Data(rawValue)
        self.interface = interface
    }

    public init?(_ string: String) {
        var address = in6_addr()
        guard inet_pton(AF_INET6, string, &address) == 1 else { return nil }
        self.init(withUnsafeBytes(of: address) { Data($0) })
    }

    public var isLoopback: Bool { rawValue.dropLast().allSatisfy { $0 == 0 } && rawValue[15] == 1 }
    public var isLinkLocal: Bool { rawValue[0] == 0xfe && rawValue[1] & 0xc0 == 0x80 }
    public var isMulticast: Bool { rawValue[0] == 0xff }

    public var debugDescription: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let bytes = Array(rawValue)
        guard inet_ntop(AF_INET6, bytes, &text, socklen_t(text.count)) != nil else { return "::" }
        let address = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return interface.map { "\(address)%\($0.name)" } ?? address
    }
}

/// One side of a connection, or a gateway.
public enum NWEndpoint: Hashable, Sendable, CustomDebugStringConvertible {
    /// A name or a numeric address.
    public enum Host: Hashable, Sendable, CustomDebugStringConvertible, ExpressibleByStringLiteral {
        case name(String, NWInterface?)
        case ipv4(IPv4Address)
        case ipv6(IPv6Address)

        /// Reads a numeric address, otherwise a name.
        public init(_ string: String) {
            if let address = IPv4Address(string) {
                self = .ipv4(address)
            } else if let address = IPv6Address(string) {
                self = .ipv6(address)
            } else {
                self = .name(string, nil)
            }
        }

        public init(stringLiteral: String) { self.init(stringLiteral) }

        public var interface: NWInterface? {
            switch self {
            case .name(_, let interface): interface
            case .ipv4(let address): address.interface
            case .ipv6(let address): address.interface
            }
        }

        public var debugDescription: String {
            switch self {
            case .name(let name, _): name
            case .ipv4(let address): address.debugDescription
            case .ipv6(let address): address.debugDescription
            }
        }
    }

    /// A port number.
    public struct Port: Hashable, Sendable, RawRepresentable, ExpressibleByIntegerLiteral, CustomDebugStringConvertible
    {
        public let rawValue: UInt16

        public init?(rawValue: UInt16) { self.rawValue = rawValue }
        public init(integerLiteral value: UInt16) { rawValue = value }
        /// nil unless the text is a number of 16 bits.
        public init?(_ service: String) {
            guard let value = UInt16(service) else { return nil }
            rawValue = value
        }

        public static let any: Port = 0
        public static let http: Port = 80
        public static let https: Port = 443

        public var debugDescription: String { String(rawValue) }
    }

    case hostPort(host: Host, port: Port)
    case unix(path: String)
    case url(URL)

    public var interface: NWInterface? {
        if case .hostPort(let host, _) = self { host.interface } else { nil }
    }

    public var debugDescription: String {
        switch self {
        case .hostPort(.ipv6(let address), let port): "\(address).\(port)"
        case .hostPort(let host, let port): "\(host):\(port)"
        case .unix(let path): path
        case .url(let url): url.absoluteString
        }
    }
}
