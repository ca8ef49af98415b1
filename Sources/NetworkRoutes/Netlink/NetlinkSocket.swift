import Foundation

/// A socket of the kernel's routing messages, in the network namespace of the thread that opens it.
///
/// Its owner uses it from one thread at a time.
package final class NetlinkSocket: Sendable {
    let descriptor: Int32

    /// - Parameter isListening: whether changes of links, addresses and routes arrive; otherwise only answers.
    /// - Returns: nil where the system allows no such socket.
    package init?(isListening: Bool) {
        let kind = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue) | (isListening ? Int32(SOCK_NONBLOCK.rawValue) : 0)
        descriptor = socket(AF_NETLINK, kind, 0)
        guard descriptor >= 0 else { return nil }
        // The groups of links, and of addresses and routes of IPv4 and IPv6.
        let groups: UInt32 = isListening ? 0x1 | 0x10 | 0x40 | 0x100 | 0x400 : 0
        // struct sockaddr_nl: family, padding, port, groups.
        let address: [UInt32] = [UInt32(AF_NETLINK), 0, groups]
        let bound = address.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { bind(descriptor, $0.baseAddress, socklen_t(bytes.count)) }
        }
        var limit = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        guard bound == 0 else {
            close(descriptor)
            return nil
        }
    }

    deinit { close(descriptor) }

    /// The largest datagram; the kernel sends answers in parts of at most 32 KB.
    static let datagramBytes = 65_536
    /// The most datagrams that are read for one answer.
    static let maximumDatagrams = 1024

    /// Reads and drops everything that has arrived.
    func drain() {
        for _ in 0..<Self.maximumDatagrams where receive() == nil { return }
    }

    /// Requests all links (`RTM_GETLINK`, 18) or all routes (`RTM_GETROUTE`, 26).
    /// - Returns: nil if the kernel does not answer completely.
    func dump(_ type: UInt16, sequence: UInt32) -> [NetlinkMessage]? {
        // NLM_F_REQUEST | NLM_F_DUMP; the body is the family, all, and padding.
        guard request(type, flags: 0x301, sequence: sequence, body: [0, 0, 0, 0]) else { return nil }
        var result: [NetlinkMessage] = []
        for _ in 0..<Self.maximumDatagrams {
            guard let bytes = receive() else { return nil }
            for (answered, message) in NetlinkReader.messages(bytes) where answered == sequence {
                switch message {
                case .done: return result
                case .failure: return nil
                default: result.append(message)
                }
            }
        }
        return nil
    }

    /// Requests the route to an address (`RTM_GETROUTE`, 26).
    /// - Parameters:
    ///   - address: the bytes of an IPv4 or IPv6 address.
    ///   - interfaceIndex: the interface of a link-local address, otherwise 0.
    /// - Returns: nil if there is no route.
    func route(to address: [UInt8], interfaceIndex: UInt32, sequence: UInt32) -> RouteAnswer? {
        let isIPv6 = address.count == 16
        // struct rtmsg: family, length of the destination in bits, and ten bytes that requests leave empty.
        var body: [UInt8] = [UInt8(isIPv6 ? AF_INET6 : AF_INET), UInt8(address.count * 8)]
        body += [UInt8](repeating: 0, count: 10)
        Self.append(UInt16(4 + address.count), to: &body)
        Self.append(UInt16(1), to: &body)  // RTA_DST
        body += address
        if interfaceIndex != 0 {
            Self.append(UInt16(8), to: &body)
            Self.append(UInt16(4), to: &body)  // RTA_OIF
            Self.append(interfaceIndex, to: &body)
        }
        guard request(26, flags: 0x1, sequence: sequence, body: body) else { return nil }
        for _ in 0..<Self.maximumDatagrams {
            guard let bytes = receive() else { return nil }
            let answer = NetlinkReader.routeAnswer(bytes, sequence: sequence)
            if answer.isComplete { return answer.route }
        }
        return nil
    }

    private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: value) { bytes += $0 }
    }

    /// - Returns: whether the request was sent.
    private func request(_ type: UInt16, flags: UInt16, sequence: UInt32, body: [UInt8]) -> Bool {
        var request: [UInt8] = []
        Self.append(UInt32(16 + body.count), to: &request)
        Self.append(type, to: &request)
        Self.append(flags, to: &request)
        Self.append(sequence, to: &request)
        Self.append(UInt32(0), to: &request)  // port: the kernel
        request += body
        return request.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, 0) } == request.count
    }

    private func receive() -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.datagramBytes) { buffer, count in
            var received: Int
            repeat {
                received = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            } while received < 0 && errno == EINTR
            count = max(0, received)
        }
        return bytes.isEmpty ? nil : bytes
    }
}
