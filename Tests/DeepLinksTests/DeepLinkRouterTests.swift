import Foundation
import Synchronization
import Testing

@testable import DeepLinks

/// The entries of a router's log.
private final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

struct DeepLinkRouterTests {
    private func router(_ log: Log = Log()) -> DeepLinkRouter {
        var router = DeepLinkRouter(schemes: ["service"], hosts: ["www.example.com", "example.com:8443"])
        router.log = { log.add($0) }
        return router
    }

    @Test("R211: play, open and channel links of a scheme and of a domain name action and identifier")
    func routes() throws {
        let router = router()
        for base in ["service://", "service:", "service:/", "https://www.example.com/", "https://www.example.com:443/"]
        {
            let play = try router.link(for: base + "play/Film-1")
            #expect(play.action == .play && play.target == .content("Film-1") && play.resumeTime == nil, "\(base)")
            #expect(try router.link(for: base + "open/show%201").target == .content("show 1"))
            #expect(try router.link(for: base + "title/show").action == .open)
            #expect(try router.link(for: base + "channel/news").target == .service("news"))
        }
        #expect(try router.link(for: "https://example.com:8443/watch/a").action == .play)
    }

    @Test("R211: an app's own routes decide, in order, with identifiers in the path or in the query")
    func ownRoutes() throws {
        var router = router()
        router.routes = [
            DeepLinkRoute("home", .open), DeepLinkRoute("watch?v={content}", .play),
            DeepLinkRoute("{any}/movie/{content}", .open), DeepLinkRoute("live?autoplay=1&c={service}", .play),
        ]
        #expect(try router.link(for: "service:home").target == .app)
        #expect(try router.link(for: "service:watch?v=a%2Fb&v2=1").target == .content("a/b"))
        #expect(try router.link(for: "service:watch?x=1&v=a").parameters == [.init("x", "1")])
        #expect(try router.link(for: "service:the-film/movie/7").target == .content("7"))
        #expect(try router.link(for: "service:live?c=news&autoplay=1").target == .service("news"))
        for (link, reason) in [
            ("service:watch?v=a&v=b", DeepLinkError.Reason.identifier("v")), ("service:watch?v=", .identifier("v")),
            ("service:live?c=news&autoplay=0", .noRoute), ("service:", .noRoute), ("service:home/x", .noRoute),
        ] {
            let error = #expect(throws: DeepLinkError.self) { try router.link(for: link) }
            #expect(error?.reason == reason, "\(link)")
        }
    }

    @Test("R211: links of other apps, hosts and ports are rejected")
    func others() {
        for (link, reason) in [
            ("other:play/1", DeepLinkError.Reason.unknownScheme("other")),
            ("https://example.com/play/1", .unknownHost("example.com")),
            ("https://www.example.com.evil.com/play/1", .unknownHost("www.example.com.evil.com")),
            ("https://www.example.com:444/play/1", .unknownHost("www.example.com:444")),
            ("https:play/1", .unknownHost("")), ("service://play:80/1", .host),
            ("javascript:play/1", .scriptScheme("javascript")),
        ] {
            let error = #expect(throws: DeepLinkError.self) { try router().link(for: link) }
            #expect(error?.reason == reason, "\(link)")
        }
    }

    @Test(
        "R212 S20.2: resumeTime is whole seconds; a value that is negative, fractional, absurd or repeated is 0, with a log entry",
        arguments: [
            ("resumeTime=600", 600, false), ("resumeTime=0", 0, false), ("resumeTime=0600", 600, false),
            ("resumeTime=172800", 172_800, false), ("resumeTime=172801", 0, true), ("resumeTime=-5", 0, true),
            ("resumeTime=1.5", 0, true), ("resumeTime=1e3", 0, true), ("resumeTime=", 0, true), ("resumeTime", 0, true),
            ("resumeTime=%36%30", 60, false), ("resumeTime=+60", 0, true), ("resumeTime=99999999999999999999", 0, true),
            ("resumeTime=60&resumeTime=60", 0, true), ("resumeTime=%D9%A1", 0, true), ("resumetime=60", nil, false),
            ("t=60", nil, false),
        ] as [(String, Int?, Bool)])
    func resumeTime(query: String, seconds: Int?, isLogged: Bool) throws {
        let log = Log()
        let link = try router(log).link(for: "service:play/film?" + query)
        #expect(link.resumeTime == seconds)
        #expect(log.all.count == (isLogged ? 1 : 0))
        #expect(log.all.allSatisfy { $0.contains("resumeTime") })
        let media = try #require(URL(string: "https://example.com/film.mp4?" + query))
        #expect(ResumeTime.seconds(in: media) == seconds)
    }

    @Test("R212: a resume time in the last five seconds of an item, or behind its end, starts at 0")
    func resumeTimeAtTheEnd() throws {
        let link = try router().link(for: "service:play/film?resumeTime=95")
        #expect(link.startTime(duration: 100) == 95)
        #expect(link.startTime(duration: 99.9) == 0)
        #expect(link.startTime(duration: 10) == 0)
        #expect(link.startTime(duration: .infinity) == 95)
        #expect(try router().link(for: "service:play/film").startTime(duration: 100) == nil)
    }

    @Test("R213 R230 S20.3: campaign and profile are read from configurable parameters; the rest stays in order")
    func parameters() throws {
        let log = Log()
        var router = router(log)
        router.campaignParameter = "cmp"
        router.profileParameter = "viewer"
        let link = try router.link(for: "service:play/film?a=1&cmp=tv%20app&viewer=kid&resumeTime=7&b=2&a=3&campaign=x")
        #expect(link.campaign == "tv app" && link.profile == "kid" && link.resumeTime == 7)
        #expect(link.parameters == [.init("a", "1"), .init("b", "2"), .init("a", "3"), .init("campaign", "x")])
        #expect(log.all.isEmpty)
        #expect(try router.link(for: "service:play/film?cmp=&viewer=").campaign == nil)
        #expect(try router.link(for: "service:play/film?cmp=a&cmp=b").campaign == "a")
        #expect(log.all.count == 1)
    }
}
