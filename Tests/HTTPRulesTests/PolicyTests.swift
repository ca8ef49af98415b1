import Testing

@testable import HTTPRules

@Suite struct PolicyTests {
    @Test("redirects lead to http and https only, and from https to http only where the policy allows it")
    func redirects() {
        let strict = RedirectPolicy(allowsDowngrade: false)
        let lenient = RedirectPolicy(allowsDowngrade: true)
        func kind(_ decision: RedirectPolicy.Decision) -> HTTPFailure.Kind? {
            if case .reject(let failure) = decision { return failure.kind }
            return nil
        }
        #expect(strict.decision(from: "http://a/", to: "https://b/", after: 0) == .follow("https://b/"))
        #expect(strict.decision(from: "HTTP://a/", to: "HTTP://b/", after: 0) == .follow("HTTP://b/"))
        #expect(kind(strict.decision(from: "https://a/", to: "http://b/", after: 0)) == .insecureRedirect)
        #expect(lenient.decision(from: "https://a/", to: "http://b/", after: 0) == .follow("http://b/"))
        for policy in [strict, lenient] {
            let file = policy.decision(from: "http://a/", to: "FILE:///etc/passwd", after: 0)
            #expect(kind(file) == .unsupportedRedirect("file"))
            #expect(kind(policy.decision(from: "http://a/", to: nil, after: 0)) == .unsupportedRedirect(""))
        }
    }

    @Test("the eleventh redirect is rejected")
    func redirectLimit() {
        let policy = RedirectPolicy(allowsDowngrade: true)
        #expect(policy.decision(from: "http://a/", to: "http://a/", after: 9) == .follow("http://a/"))
        guard case .reject(let failure) = policy.decision(from: "http://a/", to: "http://a/", after: 10) else {
            Issue.record("followed")
            return
        }
        #expect(failure.kind == .tooManyRedirects)
    }

    private let policy = RetryPolicy(delays: [1, 2], attemptSeconds: 0.5)

    private func decision(_ kind: HTTPFailure.Kind, failures: Int = 1, left: Double = 20, answered: Bool = true)
        -> RetryPolicy.Decision
    {
        policy.decision(after: HTTPFailure(kind), failures: failures, hasAnswered: answered, secondsLeft: left)
    }

    @Test("there are as many retries as delays, while the time left suffices for another attempt")
    func retries() {
        #expect(decision(.timedOut) == .retry(afterSeconds: 1))
        #expect(decision(.timedOut, failures: 2) == .retry(afterSeconds: 2))
        #expect(decision(.timedOut, failures: 3) == .fail)
        #expect(decision(.timedOut, failures: 2, left: 2.5) == .fail)
        #expect(decision(.timedOut, failures: 2, left: 2.6) == .retry(afterSeconds: 2))
    }

    @Test(
        "transient statuses of a server are retried, and no others",
        arguments: [400, 401, 403, 404, 408, 410, 416, 429, 500, 501, 502, 503, 504])
    func statuses(_ status: Int) {
        let isRetried = decision(.status(status, retryAfter: nil)) != .fail
        #expect(isRetried == [408, 429, 500, 502, 503, 504].contains(status))
    }

    @Test("Retry-After delays the retry, and prevents it where it is too late")
    func retryAfter() {
        #expect(decision(.status(503, retryAfter: 5)) == .retry(afterSeconds: 5))
        #expect(decision(.status(503, retryAfter: 0.1)) == .retry(afterSeconds: 1))
        #expect(decision(.status(503, retryAfter: 30)) == .fail)
    }

    @Test(
        "a failed connection to a server that never responded is reported at once; one that has responded may be retried"
    )
    func unreachable() {
        for kind in [HTTPFailure.Kind.cannotConnect, .hostNotFound] {
            #expect(decision(kind, answered: false) == .fail)
            #expect(decision(kind, answered: true) == .retry(afterSeconds: 1))
        }
    }

    @Test("hls 10: bytes that are not an HTTP response count as a broken connection, which is retried")
    func notHTTP() {
        let failure = HTTPFailure(libcurl: 1, text: "Received HTTP/0.9 when not allowed")
        #expect(failure.kind == .notHTTP && failure.isTransient(hasAnswered: false))
        #expect(HTTPFailure(libcurl: 1, text: "Protocol gopher").kind == .badURL)
    }

    @Test(
        "each failure has a sentence that names the server and ends with a full stop",
        arguments: [
            .hostNotFound, .cannotConnect, .timedOut, .certificate(.expired), .tls, .connectionLost, .endedEarly,
            .tooManyRedirects, .insecureRedirect, .unsupportedRedirect("ftp"), .status(404, retryAfter: nil),
            .status(429, retryAfter: 120), .otherRange, .encodedRange, .changed,
        ] as [HTTPFailure.Kind])
    func sentences(_ kind: HTTPFailure.Kind) {
        let sentence = HTTPFailure(kind).sentence(host: "h.example")
        #expect(sentence.contains("“h.example”") && sentence.hasSuffix("."), "\(sentence)")
        #expect(HTTPFailure(.status(429, retryAfter: 120)).sentence(host: nil).contains("in 120 s"))
    }
}
