package import DeepLinks
package import Foundation

/// Decides which registered app a link opens. Nothing is opened that no app has registered, and no universal link that its domain does not
/// assign to the app.
package struct LinkResolver: Sendable {
    package enum Destination: Sendable, Hashable {
        /// A custom scheme of the app.
        case scheme(AppRegistration)
        /// A universal link of the app.
        case universal(AppRegistration)
        /// No registered app: the desktop's default program.
        case desktop(reason: String)

        package var app: AppRegistration? {
            switch self {
            case .scheme(let app), .universal(let app): app
            case .desktop: nil
            }
        }
    }

    private let registry: AppRegistry
    private let associations: AssociationStore

    package init(_ registry: AppRegistry = AppRegistry(), associations: AssociationStore? = nil) {
        self.registry = registry
        self.associations = associations ?? AssociationStore(registry.folders)
    }

    /// Returns the destination of a link. Blocks while the association file of a universal link is read or fetched.
    /// - Parameter fetches: whether association files that are not cached are fetched.
    /// - Throws: `DeepLinkError` for a script, and for a link of a registered app that is malformed or ambiguous.
    package func destination(of url: URL, fetches: Bool = true) throws(DeepLinkError) -> Destination {
        guard let scheme = url.scheme?.lowercased(), scheme != "file" else {
            return .desktop(reason: "The link has no scheme that an app can register.")
        }
        if LinkText.scriptSchemes.contains(scheme) { _ = try LinkText(url.absoluteString) }
        guard scheme == "https" || scheme == "http" else {
            guard let app = registry.all.first(where: { $0.schemes.contains(scheme) }) else {
                return .desktop(reason: "No app has registered the scheme '\(scheme)'.")
            }
            _ = try LinkText(url.absoluteString)
            return .scheme(app)
        }
        guard let domain = DomainName.domain(of: url) else { return .desktop(reason: "The link has no domain.") }
        let apps = registry.all.filter { $0.domains.contains(domain) }
        guard !apps.isEmpty else { return .desktop(reason: "No app has registered the domain \(domain).") }
        let link = try LinkText(url.absoluteString)
        // Two parsers must agree about the domain.
        guard link.isWebLink, link.host == url.host(percentEncoded: true)?.lowercased(), link.port == url.port else {
            return .desktop(reason: "The domain of the link is ambiguous.")
        }
        do {
            return destination(of: url, apps, try associations.file(of: domain, fetches: fetches), domain)
        } catch {
            return .desktop(reason: error.description)
        }
    }

    private func destination(
        of url: URL, _ apps: [AppRegistration], _ file: AssociationFile, _ domain: String
    ) -> Destination {
        var reasons: [String] = []
        for app in apps {
            switch file.verdict(for: url, isApp: app.isNamed) {
            case .match: return .universal(app)
            case .other: reasons.append("The association file of \(domain) leaves this link to the browser.")
            case .otherApp: reasons.append("The association file of \(domain) does not name \(app.identifier).")
            case .tooComplex: reasons.append("The patterns of the association file of \(domain) are too complex.")
            }
        }
        return .desktop(reason: reasons.first ?? "")
    }

    /// Checks a link that another program sent to an app. Blocks as `destination(of:)` does.
    /// - Returns: why the app does not accept the link; nil if the link is the app's own.
    package func problem(of text: String, for identifier: String) -> String? {
        guard text.utf8.count <= LinkText.maximumLength else {
            return "The link is longer than \(LinkText.maximumLength) bytes."
        }
        guard let url = URL(string: text, encodingInvalidCharacters: false) else { return "The link is not a URL." }
        do {
            switch try destination(of: url) {
            case .scheme(let app), .universal(let app):
                return app.identifier == identifier ? nil : "The link belongs to the app \(app.identifier)."
            case .desktop(let reason): return reason
            }
        } catch {
            return error.description
        }
    }
}
