public import Foundation

/// Parses the links of an app into requests to play or to open content.
///
///     let router = DeepLinkRouter(schemes: ["service"], hosts: ["www.example.com"])
///     let link = try router.link(for: url)       // https://www.example.com/play/film-1?resumeTime=600
///
/// Links come from other programs: links that are not of this app, that are ambiguous or too long are rejected with a reason, and times
/// that make no sense count as 0, with an entry in the log.
public struct DeepLinkRouter: Sendable {
    /// The routes of a router that names none.
    public static let standardRoutes = [
        DeepLinkRoute("play/{content}", .play), DeepLinkRoute("watch/{content}", .play),
        DeepLinkRoute("open/{content}", .open), DeepLinkRoute("title/{content}", .open),
        DeepLinkRoute("channel/{service}", .play),
    ]

    /// The custom schemes of the app, in lower case.
    public var schemes: Set<String>
    /// The hosts of the app's web links, in lower case, with a port where it is not the usual one: `example.com:8443`.
    public var hosts: Set<String>
    /// In order of precedence.
    public var routes: [DeepLinkRoute]
    public var resumeTimeParameter = ResumeTime.parameter
    public var campaignParameter = "campaign"
    public var profileParameter = "profile"
    /// Receives a sentence for each parameter that was ignored or replaced. By default it is written to standard error.
    public var log: @Sendable (String) -> Void = {
        try? FileHandle.standardError.write(contentsOf: Data(($0 + "\n").utf8))
    }

    public init(
        schemes: Set<String> = [], hosts: Set<String> = [], routes: [DeepLinkRoute] = Self.standardRoutes
    ) {
        self.schemes = Set(schemes.map { $0.lowercased() })
        self.hosts = Set(hosts.map { $0.lowercased() })
        self.routes = routes
    }

    /// Returns the request of a link.
    public func link(for url: URL) throws(DeepLinkError) -> DeepLink { try link(for: url.absoluteString) }

    public func link(for text: String) throws(DeepLinkError) -> DeepLink {
        let parts = try LinkText(text)
        guard let url = URL(string: text) else { throw DeepLinkError(.percentEncoding, link: text) }
        var segments = parts.segments
        if parts.isWebLink {
            let host = parts.host ?? ""
            let usual = parts.scheme == "https" ? 443 : 80
            let place = parts.port.map { $0 == usual ? host : "\(host):\($0)" } ?? host
            guard !host.isEmpty, hosts.contains(place) else { throw DeepLinkError(.unknownHost(place), link: text) }
        } else {
            guard schemes.contains(parts.scheme) else { throw DeepLinkError(.unknownScheme(parts.scheme), link: text) }
            guard parts.port == nil else { throw DeepLinkError(.host, link: text) }
            if let host = parts.host { segments.insert(host, at: 0) }
        }
        for route in routes {
            switch route.match(segments, parts.parameters) {
            case .other: continue
            case .badIdentifier(let name): throw DeepLinkError(.identifier(name), link: text)
            case .found(let target):
                var link = DeepLink(url: url, action: route.action, target: target)
                read(parts.parameters.filter { route.query[$0.name] == nil }, into: &link)
                return link
            }
        }
        throw DeepLinkError(.noRoute, link: text)
    }

    private func read(_ parameters: [LinkText.Parameter], into link: inout DeepLink) {
        func values(_ name: String) -> [String] { parameters.filter { $0.name == name }.map(\.value) }
        if let (seconds, problem) = ResumeTime.time(of: values(resumeTimeParameter)) {
            link.resumeTime = seconds
            if let problem {
                log("The parameter '\(resumeTimeParameter)' of a link \(problem): playback starts at 0.")
            }
        }
        link.campaign = first(of: values(campaignParameter), named: campaignParameter)
        link.profile = first(of: values(profileParameter), named: profileParameter)
        let known: Set = [resumeTimeParameter, campaignParameter, profileParameter]
        link.parameters = parameters.filter { !known.contains($0.name) }
    }

    private func first(of values: [String], named name: String) -> String? {
        if values.count > 1 {
            log("The parameter '\(name)' of a link is given \(values.count) times: the first one counts.")
        }
        return values.first.flatMap { $0.isEmpty ? nil : $0 }
    }
}
