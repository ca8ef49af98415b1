/// The reason why an association file cannot be used.
package struct AssociationError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Reason: Sendable, Hashable {
        case notJSON
        /// There is no `applinks` object with `details`.
        case noLinks
        /// A component has a condition of the wrong type.
        case component
        /// Larger than 128 KiB, or more or longer patterns than accepted.
        case tooLarge
        /// The server answers with a redirect, which is not followed.
        case redirect(String)
        case status(Int)
        /// The server cannot be reached, its certificate is not trusted, or it does not answer in time.
        case unreachable(String)
        /// The domain is not a host name, with or without a port.
        case domain
        case notCached
        /// The sentence about an earlier failure, after which the file is not yet fetched again.
        case remembered(String)
    }

    package let reason: Reason
    package var domain: String

    init(_ reason: Reason, domain: String = "") {
        self.reason = reason
        self.domain = domain
    }

    package var description: String {
        let file = domain.isEmpty ? "The association file" : "The association file of \(domain)"
        return switch reason {
        case .notJSON: "\(file) is not a JSON object; serve it unsigned, as application/json."
        case .noLinks: "\(file) has no 'applinks' object with 'details'."
        case .component: "\(file) has a component whose '/', '?' or '#' is not a text."
        case .tooLarge:
            "\(file) is larger than \(AssociationFile.maximumBytes) bytes, or has too many or too long patterns."
        case .redirect(let place):
            "\(file) redirects to '\(place)'. Redirects are not followed: serve the file itself."
        case .status(let status): "\(file) cannot be read: the server responds with status \(status)."
        case .unreachable(let text): "\(file) cannot be fetched: \(text)."
        case .domain: "'\(domain)' is not the name of a domain."
        case .remembered(let text): text
        case .notCached: "\(file) has not been fetched."
        }
    }
}
