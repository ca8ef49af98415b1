import Foundation

/// An address of IPv4 or IPv6, without a port.
struct SocketAddress: Hashable, Sendable {
    /// 4 or 16 bytes in network order.
    var bytes: [UInt8]
    /// The interface of a link-local address, otherwise 0.
    var interfaceIndex: UInt32 = 0

    /// Whether the address is 0.0.0.0 or ::, which stand for the network in general.
    var isUnspecified: Bool { bytes.allSatisfy { $0 == 0 } }

    init(bytes: [UInt8], interfaceIndex: UInt32 = 0) {
        self.bytes = bytes
        self.interfaceIndex = interfaceIndex
    }

    /// Reads a `sockaddr_in` or a `sockaddr_in6`; nil for an address of another family.
    init?(_ address: UnsafePointer<sockaddr>) {
        let memory = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            let address = memory.loadUnaligned(as: sockaddr_in.self)
            bytes = withUnsafeBytes(of: address.sin_addr) { Array($0) }
        case AF_INET6:
            let address = memory.loadUnaligned(as: sockaddr_in6.self)
            bytes = withUnsafeBytes(of: address.sin6_addr) { Array($0) }
            interfaceIndex = address.sin6_scope_id
        default: return nil
        }
    }

    /// Resolves a name, which may take many seconds.
    /// - Parameter isNumeric: whether only numeric addresses are read, which takes no time.
    /// - Returns: no address if the name has none, or if no name server answers.
    static func addresses(of name: String, isNumeric: Bool = false) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_flags = isNumeric ? AI_NUMERICHOST : AI_ADDRCONFIG
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var result: [SocketAddress] = []
        var next = list
        while let entry = next {
            if let address = entry.pointee.ai_addr.flatMap({ SocketAddress($0) }) { result.append(address) }
            next = entry.pointee.ai_next
        }
        return result
    }
}

extension SocketAddress: CustomStringConvertible {
    var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "?" }
        let address = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return interfaceIndex == 0 ? address : "\(address)%\(interfaceIndex)"
    }
}
