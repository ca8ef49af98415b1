import Testing

@testable import HTTPRules

@Suite struct BodyRequestTests {
    private func answer(_ request: BodyRequest, _ status: Int, _ fields: [String: String] = [:]) -> BodyRequest.Answer {
        request.answer(HTTPHead(status: status, fields: fields), now: 0)
    }

    private func kind(_ answer: BodyRequest.Answer) -> HTTPFailure.Kind? {
        if case .failure(let failure) = answer { return failure.kind }
        return nil
    }

    @Test("range values are inclusive, and a request for the whole resource has none")
    func rangeValues() {
        #expect(BodyRequest(.whole).rangeValue == nil)
        #expect(BodyRequest(.range(5..<10)).rangeValue == "5-9")
        #expect(BodyRequest(.from(5)).rangeValue == "5-")
        #expect(BodyRequest(.whole).allowsContentEncoding && !BodyRequest(.from(0)).allowsContentEncoding)
    }

    @Test("a requested range is accepted only with its own first byte")
    func partial() {
        let request = BodyRequest(.range(5..<10))
        let good = answer(request, 206, ["content-range": "bytes 5-9/20", "content-length": "5"])
        #expect(good == .body(.init(skip: 0, length: 5, resourceLength: 20, isPartial: true)))
        #expect(kind(answer(request, 206, ["content-range": "bytes 6-10/20"])) == .otherRange)
        #expect(kind(answer(request, 206)) == .otherRange)
    }

    @Test(
        "a partial response to a request for the whole resource is accepted only where its range is the whole resource")
    func partialForWhole() {
        let request = BodyRequest(.whole)
        #expect(kind(answer(request, 206, ["content-range": "bytes 0-3/9", "content-length": "4"])) == .otherRange)
        let whole = answer(request, 206, ["content-range": "bytes 0-8/9", "content-length": "9"])
        #expect(whole == .body(.init(skip: 0, length: 9, resourceLength: 9, isPartial: true)))
    }

    @Test("a whole resource in place of a range is skipped up to the range, within a limit")
    func wholeForRange() {
        let body = answer(BodyRequest(.from(7)), 200, ["content-length": "20"])
        #expect(body == .body(.init(skip: 7, length: 20, resourceLength: 20, isPartial: false)))
        #expect(kind(answer(BodyRequest(.from(7), maximumSkip: 6), 200)) == .rangesUnsupported)
    }

    @Test("an encoded range is rejected, unless it starts with the first byte and the client accepts it")
    func encoded() {
        let fields = ["content-range": "bytes 0-8/9", "content-encoding": "gzip", "content-length": "9"]
        #expect(kind(answer(BodyRequest(.from(0)), 206, fields)) == .encodedRange)
        let accepted = answer(BodyRequest(.from(0), acceptsEncodedRange: true), 206, fields)
        #expect(accepted == .body(.init(skip: 0, length: nil, resourceLength: nil, isPartial: true)))
        let later = ["content-range": "bytes 4-8/9", "content-encoding": "gzip"]
        #expect(kind(answer(BodyRequest(.from(4), acceptsEncodedRange: true), 206, later)) == .encodedRange)
        let identity = ["content-range": "bytes 4-8/9", "content-encoding": "identity", "content-length": "5"]
        #expect(kind(answer(BodyRequest(.from(4)), 206, identity)) == nil)
    }

    @Test("416 is the end of a resource that is shorter than the requested offset, and an error elsewhere")
    func unsatisfiable() {
        let fields = ["content-range": "bytes */7"]
        #expect(answer(BodyRequest(.from(7)), 416, fields) == .pastEnd(resourceLength: 7))
        #expect(kind(answer(BodyRequest(.from(6)), 416, fields)) == .status(416, retryAfter: nil))
        #expect(kind(answer(BodyRequest(.range(7..<9)), 416, fields)) == .status(416, retryAfter: nil))
        #expect(kind(answer(BodyRequest(.from(7)), 416)) == .status(416, retryAfter: nil))
    }

    @Test("other statuses are failures with the server's Retry-After")
    func statuses() {
        #expect(kind(answer(BodyRequest(.whole), 503, ["retry-after": "9"])) == .status(503, retryAfter: 9))
        #expect(kind(answer(BodyRequest(.whole), 304)) == .status(304, retryAfter: nil))
    }

    @Test("responses with another entity tag or length describe another version")
    func validator() {
        func verdicts(_ responses: [(tag: String?, length: Int64?)], known: Int64? = nil) -> [Bool] {
            var validator = ResourceValidator()
            return responses.map { tag, length in
                let head = HTTPHead(fields: tag.map { ["etag": $0] } ?? [:])
                return validator.accept(head, length: length, known: known)
            }
        }
        #expect(verdicts([("\"a\"", 10), (nil, nil), ("\"a\"", 10)]) == [true, true, true])
        #expect(verdicts([("\"a\"", 10), ("\"b\"", 10), (nil, 11)]) == [true, false, false])
        #expect(verdicts([(nil, nil), (nil, 5)], known: 4) == [true, false])
    }
}
