package import Foundation

/// An association file of a web site (`apple-app-site-association`): which of the site's URLs belong to which apps.
package struct AssociationFile: Sendable, Hashable {
    /// The largest accepted file in bytes, as on Apple's platforms.
    package static let maximumBytes = 128 << 10
    /// The steps that the patterns of one lookup may take together.
    static let maximumSteps = 4_000_000

    /// One condition on a URL, which takes it in or leaves it out.
    struct Component: Sendable, Hashable {
        var path: LinkPattern?
        var query: Query?
        var fragment: LinkPattern?
        var isExcluded = false
        var isPercentEncoded = true
    }

    enum Query: Sendable, Hashable {
        /// A pattern for the whole query.
        case whole(LinkPattern)
        /// A pattern for each named item. A missing item has an empty value.
        case items([String: LinkPattern])
    }

    struct Details: Sendable, Hashable {
        var appIDs: [String]
        var components: [Component]
    }

    let details: [Details]

    package init(json data: Data) throws(AssociationError) {
        guard data.count <= Self.maximumBytes else { throw AssociationError(.tooLarge) }
        guard let root = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else {
            throw AssociationError(.notJSON)
        }
        guard let links = root["applinks"] as? [String: Any] else { throw AssociationError(.noLinks) }
        details = try AssociationReader(links).details()
    }

    package enum Verdict: Sendable, Hashable {
        /// The URL opens the app.
        case match
        /// A component with `exclude` takes the URL out, or no component matches.
        case other
        /// The file does not name the app.
        case otherApp
        /// The patterns take too many steps.
        case tooComplex
    }

    /// Returns whether a URL of the site belongs to an app. The first component that matches decides.
    /// - Parameter isApp: whether an identifier of the file, with the prefix of the developer's team, is that of the app.
    package func verdict(for url: URL, isApp: (String) -> Bool) -> Verdict {
        let own = details.filter { $0.appIDs.contains(where: isApp) }
        guard !own.isEmpty else { return .otherApp }
        var steps = Self.maximumSteps
        for component in own.flatMap(\.components) {
            guard let matches = component.matches(url, steps: &steps) else { return .tooComplex }
            if matches { return component.isExcluded ? .other : .match }
        }
        return .other
    }
}

extension AssociationFile.Component {
    func matches(_ url: URL, steps: inout Int) -> Bool? {
        func text(_ part: String?) -> String {
            isPercentEncoded ? part ?? "" : part?.removingPercentEncoding ?? part ?? ""
        }
        if let path {
            let own = url.path(percentEncoded: true)
            guard let matches = path.matches(text(own.isEmpty ? "/" : own), steps: &steps) else { return nil }
            if !matches { return false }
        }
        let query = url.query(percentEncoded: true)
        switch self.query {
        case nil: break
        case .whole(let pattern):
            guard let matches = pattern.matches(text(query), steps: &steps) else { return nil }
            if !matches { return false }
        case .items(let items):
            for (name, pattern) in items {
                for value in Self.values(of: name, in: query) {
                    guard let matches = pattern.matches(text(value), steps: &steps) else { return nil }
                    if !matches { return false }
                }
            }
        }
        if let fragment {
            guard let matches = fragment.matches(text(url.fragment(percentEncoded: true)), steps: &steps) else {
                return nil
            }
            if !matches { return false }
        }
        return true
    }

    /// The values of a query item; one empty value where there is no such item.
    private static func values(of name: String, in query: String?) -> [String] {
        var values: [String] = []
        for part in query?.split(separator: "&") ?? [] {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair[0].removingPercentEncoding == name { values.append(pair.count > 1 ? String(pair[1]) : "") }
        }
        return values.isEmpty ? [""] : values
    }
}
