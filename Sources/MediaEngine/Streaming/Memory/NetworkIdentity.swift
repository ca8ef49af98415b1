import Foundation

/// Which network the bytes come over, as far as this machine can tell: what was measured on one says nothing about another.
///
/// No host that was visited is part of it. Loopback is told apart by port, for behind each there is another tunnel or server.
struct NetworkIdentity: Sendable, Hashable {
    let name: String

    /// Of the way to a server, by the machine's own tables.
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

    /// Lines of a table; the first names the columns. Whoever has a larger table gets along with its beginning.
    private static func lines(of table: URL) -> [[Substring]] {
        guard let file = try? FileHandle(forReadingFrom: table) else { return [] }
        defer { try? file.close() }
        let bytes = (try? file.read(upToCount: 64 << 10)) ?? Data()
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst().map {
            $0.split { $0 == " " || $0 == "\t" }
        }
    }

    /// The way to everywhere with the lowest metric.
    private static func defaultRoute(_ rows: [[Substring]]) -> (interface: String, gateway: String)? {
        let ways = rows.filter { $0.count >= 8 && $0[1] == "00000000" && $0[7] == "00000000" }
        let best = ways.min { (Int($0[6]) ?? .max) < (Int($1[6]) ?? .max) }
        guard let best, let gateway = UInt32(best[2], radix: 16) else { return nil }
        // The table has the address as the machine holds it in memory.
        let bytes = withUnsafeBytes(of: gateway.littleEndian) { Array($0) }
        return (String(best[0].prefix(32)), bytes.map { "\($0)" }.joined(separator: "."))
    }

    /// The gateway's own address, which tells two networks apart that number their hosts alike.
    private static func hardware(of gateway: String, at interface: String, _ rows: [[Substring]]) -> String? {
        rows.first { $0.count >= 6 && $0[0] == gateway && $0[5] == interface && $0[3] != "00:00:00:00:00:00" }
            .map { String($0[3].prefix(64)) }
    }
}
