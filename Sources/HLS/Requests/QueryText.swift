package import Foundation

/// Adds query parameters to a URL in the byte order of their names, replacing those of the same name.
package enum QueryText {
    package static func adding(_ parameters: [String: String], to url: URL) -> URL {
        guard !parameters.isEmpty, url.scheme?.lowercased() != "data",
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return url }
        let kept = (parts.percentEncodedQuery ?? "").split(separator: "&").filter { pair in
            let name = pair.prefix { $0 != "=" }
            return parameters[String(name).removingPercentEncoding ?? String(name)] == nil
        }
        let added = parameters.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }
            .map { "\(escaped($0.key))=\(escaped($0.value))" }
        parts.percentEncodedQuery = (kept.map(String.init) + added).joined(separator: "&")
        return parts.url ?? url
    }

    /// Percent-encodes everything but letters, digits and `-._~`.
    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
