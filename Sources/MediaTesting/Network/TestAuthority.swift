public import Foundation

/// A certificate authority and the certificates that it signs, created with the openssl command in a temporary folder.
public final class TestAuthority: Sendable {
    /// Whether the openssl command is installed.
    public static let isAvailable = ExternalCommand.find("openssl") != nil

    public struct Certificate: Sendable {
        public var certificate: URL
        public var key: URL
    }

    /// The authority's certificate, for `MediaLocator.certificateAuthorities` and SSL_CERT_FILE.
    public let file: URL
    private let folder: URL

    public init() async throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("authority-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file = folder.appendingPathComponent("ca.pem")
        try await run(["req", "-x509"] + Self.newKey("ca") + ["-out", "ca.pem", "-subj", "/CN=Test authority"])
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Creates a certificate for `127.0.0.1`, or for `names` in OpenSSL's syntax.
    public func certificate(names: String = "IP:127.0.0.1", days: Int = 2) async throws -> Certificate {
        let name = UUID().uuidString
        try "subjectAltName=\(names)\n".write(
            to: folder.appendingPathComponent("\(name).ext"), atomically: true, encoding: .utf8)
        try await run(["req"] + Self.newKey(name) + ["-out", "\(name).csr", "-subj", "/CN=Test server"])
        try await run([
            "x509", "-req", "-in", "\(name).csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days",
            "\(days)", "-extfile", "\(name).ext", "-out", "\(name).pem",
        ])
        return Certificate(
            certificate: folder.appendingPathComponent("\(name).pem"), key: folder.appendingPathComponent("\(name).key")
        )
    }

    private static func newKey(_ name: String) -> [String] {
        ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "\(name).key"]
    }

    private func run(_ arguments: [String]) async throws {
        guard let openssl = ExternalCommand.find("openssl") else { throw CocoaError(.fileNoSuchFile) }
        let outcome = try await ExternalCommand.run(openssl, arguments, in: folder, timeout: 30)
        guard outcome.status == 0 else {
            throw CocoaError(.executableLoad, userInfo: [NSLocalizedDescriptionKey: outcome.standardError])
        }
    }
}
