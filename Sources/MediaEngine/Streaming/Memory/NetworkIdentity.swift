import Foundation

/// Identifies the network of a connection, since a measured throughput applies to one network only.
///
/// Contains no host name. Loopback connections are distinguished by port, as each may lead to another tunnel or server.
struct NetworkIdentity: Sendable, Hashable {
    let name: String

    /// Creates the identity of the route to a server, from the machine's routing tables.
    init(towards url: URL, tables: URL = URL(fileURLWithPath: "/proc/net")) {
        if Self.isLoopback(url.host ?? "") {
            name = "loopback \(url.port ?? 0)"
        } else if let route = Self.defaultRoute(Self.lines(of: tables.appendingPathComponent("route"))) {
            let hardware = Self.hardware(
                of: route.gateway, at: route.interface, Self.lines(of: tables.appendingPathComponent("arp")))
            name = [route.interface, route.gateway, hardware].compactMap { $0 }.joined(separator: " ")
        } else {
            name = "unknown"
        }
    }

    private static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "[]."))
        return host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host.hasPrefix("127.")
    }

    /// The lines of a table without its header, up to a limit.
    private static func lines(of table: URL) -> [[Substring]] {
        guard let file = try? FileHandle(forReadingFrom: table) else { return [] }
        defer { try? file.close() }
        let bytes = (try? file.read(upToCount: 64 << 10)) ?? Data()
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst().map {
            $0.split { $0 == " " || $0 == "\t" }
        }
    }

    /// The default route with the lowest metric.
    private static func defaultRoute(_ rows: [[Substring]]) -> (interface: String, gateway: String)? {
        let routes = rows.filter { $0.count >= 8 && $0[1] == "00000000" && $0[7] == "00000000" }
        let best = routes.min { (Int($0[6]) ?? .max) < (Int($1[6]) ?? .max) }
        guard let best, let gateway = UInt32(best[2], radix: 16) else { return nil }
        // The table has the address in the machine's byte order.
        let bytes = withUnsafeBytes(of: gateway.littleEndian) { Array($0) }
        return (String(best[0].prefix(32)), bytes.map { "\($0)" }.joined(separator: "."))
    }

    /// The hardware address of the gateway, which differs between networks with the same addresses.
    private static func hardware(of gateway: String, at interface: String, _ rows: [[Substring]]) -> String? {
        rows.first { $0.count >= 6 && $0[0] == gateway && $0[5] == interface && $0[3] != "00:00:00:00:00:00" }
            .map { String($0[3].prefix(64)) }
    }
}
