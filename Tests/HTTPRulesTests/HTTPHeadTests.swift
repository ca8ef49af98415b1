import Testing

@testable import HTTPRules

@Suite struct HTTPHeadTests {
    private func head(_ lines: String...) -> HTTPHead {
        var head = HTTPHead()
        for line in lines { head.append((line + "\r\n").utf8) }
        return head
    }

    @Test("a head is complete at the empty line; an interim response is replaced by the final one")
    func lines() {
        var head = head("HTTP/1.1 100 Continue", "X-Early: 1", "")
        #expect(!head.isComplete)
        for line in ["HTTP/1.1 206 Partial Content\r\n", "Content-Type:  Video/MP4 ; x=1\r\n", "\r\n"] {
            head.append(line.utf8)
        }
        #expect(head.isFinal && head.status == 206)
        #expect(head.fields["x-early"] == nil)
        #expect(head.mediaType == "video/mp4")
    }

    @Test("a redirect is complete and not final; a status of the 300s without Location is final")
    func redirects() {
        let redirect = head("HTTP/2 302", "location: /b", "")
        #expect(redirect.isComplete && redirect.isRedirect && !redirect.isFinal)
        #expect(head("HTTP/1.1 302 Found", "").isFinal)
        #expect(head("HTTP/1.1 304 Not Modified", "Location: /b", "").isFinal)
    }

    @Test("two lines of Access-Control-Allow-Origin are one list; of other fields, the last line counts")
    func repeatedOrigin() {
        let repeated = head(
            "HTTP/1.1 200 OK", "Access-Control-Allow-Origin: *", "Access-Control-Allow-Origin: *", "Age: 1", "Age: 2",
            "")
        #expect(repeated.fields["access-control-allow-origin"] == "*, *")
        #expect(repeated.fields["age"] == "2")
        let single = head("HTTP/1.1 200 OK", "Access-Control-Allow-Origin: *", "")
        #expect(single.fields["access-control-allow-origin"] == "*")
    }

    @Test("fields beyond the limit are ignored")
    func manyFields() {
        var head = head("HTTP/1.1 200 OK")
        for number in 0..<1_000 { head.append("x-\(number): y\r\n".utf8) }
        #expect(head.fields.count == HTTPHead.maximumFields)
    }

    @Test(
        "Content-Range is read with and without a start and a total; anything else is nil",
        arguments: [
            ("bytes 5-9/20", 5, 20), ("bytes */20", nil, 20), ("bytes 5-9/*", 5, nil), ("bytes=5-9/20", nil, 20),
        ] as [(String, Int64?, Int64?)])
    func contentRange(_ text: String, _ start: Int64?, _ total: Int64?) {
        let range = HTTPHead(fields: ["content-range": text]).contentRange
        #expect(range?.start == start && range?.total == total)
        #expect(HTTPHead(fields: ["content-range": "items 1-2/3"]).contentRange == nil)
    }

    @Test("invalid content lengths are unknown")
    func length() {
        #expect(HTTPHead(fields: ["content-length": "12"]).contentLength == 12)
        for text in ["-1", "1e3", "", "99999999999999999999"] {
            #expect(HTTPHead(fields: ["content-length": text]).contentLength == nil, "\(text)")
        }
    }

    @Test("Retry-After may be seconds or a date; anything else is nil")
    func retryAfter() {
        func seconds(_ fields: [String: String], now: Double = 0) -> Double? {
            HTTPHead(fields: fields).retryAfter(now: now)
        }
        #expect(seconds(["retry-after": "7"]) == 7)
        let date = "Wed, 21 Oct 2015 07:28:30 GMT"
        #expect(seconds(["retry-after": date, "date": "Wed, 21 Oct 2015 07:28:00 GMT"]) == 30)
        #expect(seconds(["retry-after": date], now: 1_445_412_500) == 10)
        #expect(seconds(["retry-after": date], now: 2e9) == 0)
        for text in ["soon", "-1", "inf", "nan", ""] { #expect(seconds(["retry-after": text]) == nil, "\(text)") }
    }

    @Test(
        "all three date formats give the same time",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        ])
    func dates(_ text: String) { #expect(HTTPDate.seconds(text) == 784_111_777) }

    @Test("dates around leap days and before 1970 are exact, and invalid dates are nil")
    func oddDates() {
        #expect(HTTPDate.seconds("Thu, 29 Feb 2024 00:00:00 GMT") == 1_709_164_800)
        #expect(HTTPDate.seconds("Fri, 01 Mar 2024 00:00:00 GMT") == 1_709_251_200)
        #expect(HTTPDate.seconds("Wed, 31 Dec 1969 23:59:59 GMT") == -1)
        for text in ["", "now", "Sun, 06 Nov 1994", "Sun, 99 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT"] {
            #expect(HTTPDate.seconds(text) == nil, "\(text)")
        }
    }
}
