import Foundation
import MediaEngine
import MediaTesting
import Testing

@Suite(.serialized, .ownThreads) struct HTTPSourceTests {
    let origin: FaultyOrigin
    let bytes = ByteSourceContract.sample(300_000)
    init() throws { origin = try FaultyOrigin() }

    private func open(_ faults: FaultyOrigin.Faults = .init()) throws -> any ByteSource {
        origin.serve(bytes, at: "/film.mp4", faults: faults)
        return try SourceFactory.open(MediaLocator(url: origin.url("/film.mp4")))
    }

    @Test("a web resource fulfils the contract of byte sources")
    func http_keepsTheContract() throws {
        try ByteSourceContract(bytes: bytes) { try open() }.check()
    }

    @Test("bad input: 404 is an error with its status")
    func notFound() throws {
        let error = try #require(errorOfOpening(origin.url("/none.mp4")))
        #expect(error.code == .httpStatus && error.httpStatus == 404)
    }

    @Test("bad input: a port without a listener is reported")
    func refused() throws {
        let url = origin.url("/film.mp4")
        origin.stop()
        #expect(errorOfOpening(url)?.code == .cannotConnect)
    }

    @Test("bad input: a lost connection is resumed at the same byte")
    func brokenConnection() throws {
        var faults = FaultyOrigin.Faults()
        faults.cutAfter = 100_000
        faults.entityTag = "a"
        #expect(try open(faults).bytes(400_000) == bytes)
        #expect(origin.requests.count >= 3)
    }

    @Test("bad input: a request with a server error is retried")
    func serverErrors() throws {
        var faults = FaultyOrigin.Faults()
        faults.status = 503
        faults.statusCount = 2
        #expect(try open(faults).bytes(400_000) == bytes)
        #expect(origin.requests.count == 3)
    }

    @Test("bad input: content that changes between two requests is an error")
    func changedContent() throws {
        var faults = FaultyOrigin.Faults()
        faults.cutAfter = 100_000
        faults.entityTag = "a"
        faults.changesEntityTag = true
        let source = try open(faults)
        #expect { try source.bytes(400_000) } throws: { ($0 as? MediaError)?.code == .contentChanged }
    }

    @Test("bad input: a declared length that is too large ends at the real end")
    func lyingLength() throws {
        var faults = FaultyOrigin.Faults()
        faults.lengthError = 5_000
        #expect(try open(faults).bytes(400_000) == bytes)
    }

    @Test("a resource of a server without ranges is not seekable and is read completely")
    func serverWithoutRanges_isNotSeekableAndIsRead() throws {
        var faults = FaultyOrigin.Faults()
        faults.ignoresRanges = true
        let source = try open(faults)
        #expect(!source.isSeekable)
        #expect(try source.bytes(400_000) == bytes)
    }

    @Test("bad input: endless redirects are an error")
    func endlessRedirects_areAnError() throws {
        var faults = FaultyOrigin.Faults()
        faults.redirectsTo = "/film.mp4"
        #expect { try open(faults) } throws: { ($0 as? MediaError)?.code == .tooManyRedirects }
    }

    @Test("a redirect to another host does not receive credentials")
    func credentials_areNotForwardedToAnotherHost() throws {
        let other = try FaultyOrigin()
        other.serve(bytes, at: "/film.mp4")
        var faults = FaultyOrigin.Faults()
        faults.redirectsTo = other.url("/film.mp4").absoluteString
        origin.serve(bytes, at: "/start", faults: faults)
        let locator = MediaLocator(
            url: origin.url("/start"), headers: ["X-Api-Token": "secret", "X-Plain": "yes"], cookies: ["a=b"])
        #expect(try SourceFactory.open(locator).bytes(10) == Array(bytes[..<10]))
        #expect(origin.requests.first?.headers["x-api-token"] == "secret")
        #expect(origin.requests.first?.headers["cookie"] == "a=b")
        #expect(other.requests.first?.headers["x-api-token"] == nil)
        #expect(other.requests.first?.headers["x-plain"] == "yes")
    }

    @Test("a seek inside the read-ahead buffer sends no request")
    func seekInsideReadAhead_requestsNothing() throws {
        let source = try open()
        #expect(try source.bytes(300_000) == bytes)
        try source.seek(to: 1_000)
        #expect(try source.bytes(10).elementsEqual(bytes[1_000..<1_010]))
        #expect(origin.requests.count == 1)
    }

    @Test("cancel ends an open that waits for the server")
    func cancel_wakesABlockedOpen() throws {
        var faults = FaultyOrigin.Faults()
        faults.staysSilent = true
        origin.serve(bytes, at: "/silent", faults: faults)
        let locator = MediaLocator(url: origin.url("/silent"))
        #expect {
            _ = try SourceFactory.open(locator) { source in Thread.detachNewThread { source.cancel() } }
        } throws: { ($0 as? MediaError)?.code == .cancelled }
    }
}
