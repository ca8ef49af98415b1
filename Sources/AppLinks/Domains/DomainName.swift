package import Foundation

/// The domains of web links: a host name, and a port where it is not 443.
package enum DomainName {
    package static func isValid(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, parts.count <= 2, !host.isEmpty, host.utf8.count <= 253 else { return false }
        if parts.count == 2, Int(parts[1]).map({ (1...65_535).contains($0) }) != true { return false }
        return host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty && label.utf8.count <= 63 && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy { byte in
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
                }
        }
    }

    /// The domain of a web link; nil for other URLs.
    package static func domain(of url: URL) -> String? {
        guard let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "http",
            let host = url.host(percentEncoded: true)?.lowercased()
        else { return nil }
        let usual = scheme == "https" ? 443 : 80
        return url.port.map { $0 == usual ? host : "\(host):\($0)" } ?? host
    }
}
