import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

@Suite(.enabled(if: TestAuthority.isAvailable, "the openssl command is not installed"), .ownThreads)
struct HTTPSecurityTests {
    let bytes = ByteSourceContract.sample(50_000)
    let origin: FaultyOrigin
    let authority: TestAuthority

    init() async throws {
        origin = try FaultyOrigin()
        origin.serve(bytes, at: "/film.mp4")
        authority = try await TestAuthority()
    }

    private func open(_ url: URL, trusting file: URL?) throws -> HTTPSource {
        let source = HTTPSource(MediaLocator(url: url, certificateAuthorities: file))
        try source.open()
        return source
    }

    /// Returns the logged protocol version. A transfer is logged when it has ended, which may be slightly after its last byte was read.
    private func spoken(_ source: HTTPSource) async throws -> String? {
        _ = await eventually(within: .seconds(60)) { !source.log.records.isEmpty }
        return source.log.records.first?.protocolVersion
    }

    private func error(_ url: URL, trusting file: URL?) -> MediaError? {
        do {
            _ = try open(url, trusting: file)
            return nil
        } catch {
            return error as? MediaError
        }
    }

    @Test("https: bytes are read over TLS at any offset; without HTTP/2, by HTTP/1.1")
    func secure() async throws {
        let front = try SecureFront(try await authority.certificate(), backend: origin.port)
        let source = try open(front.url("/film.mp4"), trusting: authority.file)
        #expect(try source.bytes(bytes.count) == bytes)
        try source.seek(to: 10)
        #expect(try source.bytes(5).elementsEqual(bytes[10..<15]))
        #expect(try await spoken(source) == "HTTP/1.1")
    }

    @Test("https: HTTP/2 is negotiated if the server supports it")
    func http2() async throws {
        let server = try SmallHTTP2Origin(bytes)
        let front = try SecureFront(
            try await authority.certificate(), protocols: ["h2", "http/1.1"], backend: server.port)
        let source = try open(front.url("/film.mp4"), trusting: authority.file)
        #expect(try source.bytes(bytes.count + 1) == bytes)
        #expect(server.requestCount == 1)
        #expect(try await spoken(source) == "HTTP/2")
    }

    @Test("bad input: an untrusted certificate, one for another name and an expired one are distinguished")
    func badCertificates() async throws {
        let front = try SecureFront(try await authority.certificate(), backend: origin.port)
        let stranger = error(front.url("/film.mp4"), trusting: nil)
        #expect(stranger?.code == .secureConnectionFailed, "\(String(describing: stranger))")
        #expect(stranger?.message.contains("not signed by an authority") == true)
        #expect(stranger?.detail?.hasPrefix("libcurl 60: SSL certificate problem") == true)

        let elsewhere = try SecureFront(
            try await authority.certificate(names: "DNS:film.example"), backend: origin.port)
        let name = error(elsewhere.url("/film.mp4"), trusting: authority.file)
        #expect(name?.message.contains("another host name") == true, "\(String(describing: name))")

        let old = try SecureFront(try await authority.certificate(days: -1), backend: origin.port)
        let expired = error(old.url("/film.mp4"), trusting: authority.file)
        #expect(expired?.message.contains("expired") == true, "\(String(describing: expired))")
        #expect(origin.requests.isEmpty)
    }

    @Test("bad input: a plain server at an https URL, and a missing CA file, are reported")
    func noTLS() async throws {
        let url = try #require(URL(string: "https://127.0.0.1:\(origin.port)/film.mp4"))
        let plain = error(url, trusting: authority.file)
        #expect(plain?.code == .secureConnectionFailed, "\(String(describing: plain))")
        let missing = error(url, trusting: URL(fileURLWithPath: "/nonexistent/ca.pem"))
        #expect(missing?.message.contains("authorities") == true, "\(String(describing: missing))")
    }

    @Test("a secret sent over TLS is not sent unencrypted after a redirect")
    func downgrade() async throws {
        let plain = try FaultyOrigin()
        plain.serve(bytes, at: "/film.mp4")
        var faults = FaultyOrigin.Faults()
        faults.redirectsTo = plain.url("/film.mp4").absoluteString
        origin.serve(bytes, at: "/start", faults: faults)
        let front = try SecureFront(try await authority.certificate(), backend: origin.port)
        let locator = MediaLocator(
            url: front.url("/start"), headers: ["Authorization": "Bearer x"], certificateAuthorities: authority.file)
        let source = HTTPSource(locator)
        try source.open()
        #expect(origin.requests.first?.headers["authorization"] == "Bearer x")
        #expect(plain.requests.count == 1 && plain.requests.first?.headers["authorization"] == nil)
    }
}
