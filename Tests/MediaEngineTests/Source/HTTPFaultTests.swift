import Foundation
import HTTPRules
import MediaTesting
import Testing

@testable import MediaEngine

/// Server faults. Where the fault persists, timeouts are fractions of a second instead of 10 s; where the server recovers, they are longer
/// than any delay of the machine.
@Suite(.serialized, .ownThreads) struct HTTPFaultTests {
    let origin: FaultyOrigin
    let bytes = ByteSourceContract.sample(120_000)
    init() throws { origin = try FaultyOrigin() }

    private static let hasty: NetworkTimeouts = {
        var timeouts = NetworkTimeouts()
        timeouts.retries = RetryPolicy(delays: [0.01, 0.01, 0.01, 0.01], attemptSeconds: 0.1)
        timeouts.totalSeconds = 1.2
        timeouts.stallSeconds = 0.3
        return timeouts
    }()

    private static let patient: NetworkTimeouts = {
        var timeouts = hasty
        timeouts.totalSeconds = 60
        timeouts.stallSeconds = 1
        return timeouts
    }()

    private func open(
        _ faults: FaultyOrigin.Faults, _ timeouts: NetworkTimeouts = hasty, bytes: [UInt8]? = nil
    ) throws -> HTTPSource {
        origin.serve(bytes ?? self.bytes, at: "/film.mp4", faults: faults)
        let source = HTTPSource(MediaLocator(url: origin.url("/film.mp4")), timeouts: timeouts)
        try source.open()
        return source
    }

    private func error(_ change: (inout FaultyOrigin.Faults) -> Void) -> MediaError? {
        var faults = FaultyOrigin.Faults()
        change(&faults)
        do {
            _ = try open(faults).bytes(bytes.count + 1)
            return nil
        } catch {
            return error as? MediaError
        }
    }

    private func read(
        _ count: Int? = nil, _ change: (inout FaultyOrigin.Faults) -> Void
    ) throws -> [UInt8] {
        var faults = FaultyOrigin.Faults()
        change(&faults)
        return try open(faults, Self.patient, bytes: count.map { Array(bytes[..<$0]) }).bytes(bytes.count + 1)
    }

    @Test("bad input: a connection that is reset in the middle is resumed at the same byte")
    func reset() throws {
        let read = try read {
            $0.cutAfter = 50_000
            $0.cutsWithReset = true
        }
        #expect(read == bytes)
        #expect(origin.requests.count >= 3)
    }

    @Test("bad input: when a server stalls once in a body, the rest is requested")
    func stallsOnce() throws {
        let read = try read {
            $0.stallAfter = 50_000
            $0.cutCount = 1
        }
        #expect(read == bytes)
        #expect(origin.requests.count == 2)
        #expect(origin.requests.last?.range == "bytes=50000-")
    }

    @Test("bad input: a server that stalls forever after its headers is reported")
    func stallsForEver() {
        #expect(error { $0.stallAfter = 0 }?.code == .networkTimedOut)
        #expect(origin.requests.count > 1)
    }

    @Test("bad input: single bytes now and then, in the body or in the headers, do not count as progress")
    func slowLoris() {
        #expect(error { $0.secondsPerByte = 0.02 }?.code == .networkTimedOut)
        #expect(error { $0.secondsPerHeadByte = 0.05 }?.code == .networkTimedOut)
    }

    @Test("bad input: a range other than the requested one is an error, not wrong bytes")
    func wrongRange() {
        let error = error { $0.rangeError = 7 }
        #expect(error?.code == .malformed && error?.detail?.hasPrefix("bytes 7-") == true)
    }

    @Test("bad input: 416 for the whole file is an error with its status")
    func unsatisfiable() {
        #expect(error { $0.status = 416 }?.httpStatus == 416)
        #expect(origin.requests.count == 1)
    }

    @Test("a Retry-After in the near future is respected")
    func retryAfter() throws {
        let read = try read {
            $0.status = 429
            $0.statusCount = 1
            $0.headers = ["Retry-After: 1"]
        }
        #expect(read == bytes)
        let records = origin.requests
        #expect(records.count == 2)
    }

    @Test("a Retry-After in the far future is reported at once, with its time")
    func retryAfterLong() {
        let error = error {
            $0.status = 429
            $0.headers = ["Retry-After: 120"]
        }
        #expect(error?.httpStatus == 429 && error?.message.contains("in 120 s") == true)
        #expect(origin.requests.count == 1)
    }

    @Test("bad input: an unrequested content encoding is decoded, also when the connection breaks")
    func packedBody() throws {
        let count = 20_000
        #expect(try read(count) { $0.compresses = true }.elementsEqual(bytes[..<count]))
        #expect(origin.requests.first?.headers["accept-encoding"] == "identity")
        let broken = try read(count) {
            $0.compresses = true
            $0.cutAfter = 10_000
            $0.cutCount = 1
        }
        #expect(broken.elementsEqual(bytes[..<count]))
        #expect(origin.requests.count == 3)
        var faults = FaultyOrigin.Faults()
        faults.compresses = true
        #expect(try open(faults, Self.patient, bytes: broken).isSeekable == false)
    }

    @Test("bad input: redirects in a circle of two are an error")
    func redirectCircle() {
        var back = FaultyOrigin.Faults()
        back.redirectsTo = "/film.mp4"
        origin.serve(bytes, at: "/other.mp4", faults: back)
        #expect(error { $0.redirectsTo = "/other.mp4" }?.code == .tooManyRedirects)
        #expect(origin.requests.count == RedirectPolicy.maximumCount + 1)
    }

    @Test("bad input: a redirect to a local file is rejected")
    func redirectToFile() {
        #expect(error { $0.redirectsTo = "file:///etc/hostname" } != nil)
        #expect(origin.requests.count == 1)
    }

    @Test("headers, cookies and URL credentials are sent to the same server, and no secret to another one")
    func redirectsAndSecrets() throws {
        let other = try FaultyOrigin()
        other.serve(bytes, at: "/film.mp4")
        var toOther = FaultyOrigin.Faults()
        toOther.redirectsTo = other.url("/film.mp4").absoluteString
        origin.serve(bytes, at: "/second", faults: toOther)
        var toSecond = FaultyOrigin.Faults()
        toSecond.redirectsTo = "/second"
        toSecond.headers = ["Set-Cookie: visit=7; Path=/"]
        origin.serve(bytes, at: "/first", faults: toSecond)
        var address = try #require(URLComponents(url: origin.url("/first"), resolvingAgainstBaseURL: false))
        address.user = "ann"
        address.password = "secret"
        let locator = MediaLocator(
            url: try #require(address.url), headers: ["X-Plain": "yes", "X-Session-Token": "t"], cookies: ["a=b"])
        let source = HTTPSource(locator, timeouts: Self.hasty)
        try source.open()
        #expect(try source.bytes(bytes.count) == bytes)

        let basic = "Basic " + Data("ann:secret".utf8).base64EncodedString()
        #expect(origin.requests.map { $0.headers["authorization"] } == [basic, basic])
        #expect(origin.requests.map { $0.headers["x-session-token"] } == ["t", "t"])
        #expect(
            origin.requests.last?.headers["cookie"].map { Set($0.components(separatedBy: "; ")) } == ["a=b", "visit=7"])
        let strayed = try #require(other.requests.first)
        #expect(strayed.headers["authorization"] == nil && strayed.headers["x-session-token"] == nil)
        #expect(strayed.headers["x-plain"] == "yes")
    }

    @Test("an Authorization header is sent only to its server")
    func authorizationHeader() throws {
        let other = try FaultyOrigin()
        other.serve(bytes, at: "/film.mp4")
        var faults = FaultyOrigin.Faults()
        faults.redirectsTo = other.url("/film.mp4").absoluteString
        origin.serve(bytes, at: "/first", faults: faults)
        let source = HTTPSource(
            MediaLocator(url: origin.url("/first"), headers: ["Authorization": "Bearer x"]), timeouts: Self.hasty)
        try source.open()
        #expect(origin.requests.first?.headers["authorization"] == "Bearer x")
        #expect(other.requests.count == 1 && other.requests.first?.headers["authorization"] == nil)
    }
}
