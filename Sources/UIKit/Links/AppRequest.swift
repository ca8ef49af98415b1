import AppIdentity
import AppLinks
import Foundation

/// A request of another program to the app.
enum AppRequest: Sendable {
    /// Bring the app to the front.
    case activate
    /// Open links, which have been checked to be the app's own.
    case open([URL], source: String?)
    /// Continue the current activity of another app.
    case continueActivity(type: String, source: String)
}

/// The requests with which an app was started.
struct LaunchRequests: Sendable {
    let all: [AppRequest]

    init(_ all: [AppRequest] = []) { self.all = all }

    var links: [URL] {
        all.flatMap { request -> [URL] in
            if case .open(let links, _) = request { links } else { [] }
        }
    }
    var source: String? {
        all.lazy.compactMap { request -> String? in
            if case .open(_, let source) = request { source } else { nil }
        }.first
    }
    /// The type of the activity that follows.
    var continuedType: String? {
        all.lazy.compactMap { request -> String? in
            if case .continueActivity(let type, _) = request { type } else { nil }
        }.first
    }
    var webLinks: [URL] { links.filter(\.isWebLink) }
    var otherLinks: [URL] { links.filter { !$0.isWebLink } }
}

extension LaunchRequests {
    /// The options of an application without scenes, whose delegate opens the links afterwards; nil without a link. An Info.plist with a
    /// scene manifest says that the scene's delegate receives the links.
    var launchOptions: [UIApplication.LaunchOptionsKey: Any]? {
        guard !links.isEmpty, AppIdentity.current["UIApplicationSceneManifest"] == nil else { return nil }
        var options: [UIApplication.LaunchOptionsKey: Any] = [:]
        options[.sourceApplication] = source
        if let link = otherLinks.first { options[.url] = link }
        if !webLinks.isEmpty {
            options[.userActivityDictionary] = [
                UIApplication.LaunchOptionsKey.userActivityType: NSUserActivityTypeBrowsingWeb
            ]
        }
        return options
    }
}
