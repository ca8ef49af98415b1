import Testing

@testable import DeepLinks

struct LinkTextTests {
    @Test("a link is split into its parts, each decoded once")
    func parts() throws {
        let link = try LinkText("HTTPS://WWW.Example.com:8443/a%20b//c/?x=1&y=%C3%A4&z&x=#top")
        #expect(link.scheme == "https" && link.host == "www.example.com" && link.port == 8443)
        #expect(link.segments == ["a b", "", "c"])
        #expect(link.parameters == [.init("x", "1"), .init("y", "ä"), .init("z", ""), .init("x", "")])
        #expect(link.fragment == "top")
        let custom = try LinkText("Service:play/Film-1")
        #expect(custom.scheme == "service" && custom.host == nil && custom.segments == ["play", "Film-1"])
        #expect(try LinkText("service://Film-1").host == "Film-1")
        #expect(try LinkText("https://[::1]:80/").host == "[::1]")
    }

    @Test(
        "R211: a link that is a script, malformed or ambiguous is rejected with the reason",
        arguments: [
            ("", DeepLinkError.Reason.empty), ("play/1", .noScheme), (":play", .noScheme), ("1a:b", .noScheme),
            ("javascript:alert(1)", .scriptScheme("javascript")), ("DATA:text/html,x", .scriptScheme("data")),
            ("file:///etc/passwd", .scriptScheme("file")), ("vbscript:x", .scriptScheme("vbscript")),
            ("app:play/../x", .traversal), ("app:play/%2e%2E/x", .traversal), ("app:play/a%2Fb", .traversal),
            ("app:play/a%5cb", .traversal), ("app:play/%252e%252e/x", .traversal), ("app:play/%25252f", .traversal),
            ("app:play/./x", .traversal), ("app:play/%zz", .percentEncoding), ("app:play/%4", .percentEncoding),
            ("app:play/%ff", .percentEncoding), ("app:play/x?a=%00", .controlCharacter),
            ("app:play/x?a=%1b%5b2J", .controlCharacter), ("app:play/x y", .character(0x20)),
            ("app:play/\u{e4}", .character(0xc3)), ("app:pl\nay", .character(0x0a)),
            ("https://user@example.com/", .userName), ("https://a:b@example.com/", .userName),
            ("https://example.com:99999/", .host), ("https://example.com:x/", .host), ("https://%65xample.com/", .host),
            ("https://:80/", .host),
        ])
    func rejected(link: String, reason: DeepLinkError.Reason) {
        let error = #expect(throws: DeepLinkError.self) { try LinkText(link) }
        #expect(error?.reason == reason, "\(link)")
        #expect(error?.description.unicodeScalars.contains { $0.value < 32 } == false)
    }

    @Test("a link of the largest size is accepted, and one beyond a limit is rejected")
    func limits() throws {
        func reason(_ link: String) -> DeepLinkError.Reason? {
            do {
                _ = try LinkText(link)
                return nil
            } catch { return error.reason }
        }
        let part = String(repeating: "a", count: 1000)
        let base = "app:" + [part, part, part, part].joined(separator: "/")
        let largest = base + "?" + String(repeating: "b", count: 4096 - base.count - 1)
        #expect(largest.utf8.count == LinkText.maximumLength && reason(largest) == nil)
        #expect(reason(largest + "c") == .tooLong(4097))
        #expect(reason("app:" + String(repeating: "a", count: 1025)) == .partTooLong)
        #expect(reason("app:x?a=" + String(repeating: "a", count: 1025)) == .partTooLong)
        #expect(reason("app:" + String(repeating: "a/", count: 33)) == .tooManyParts)
        #expect(reason("app:x?" + String(repeating: "a&", count: 65)) == .tooManyParts)
    }
}
