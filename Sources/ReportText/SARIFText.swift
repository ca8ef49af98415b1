import Foundation

/// The parts that SARIF reports share.
package enum SARIFText {
    /// Escapes braces and link syntax in a plain text message (SARIF 3.11.5, 3.11.6).
    package static func plain(_ text: String) -> String {
        text.replacing("{", with: "{{").replacing("}", with: "}}").replacing("](", with: "] (")
    }

    /// Returns a path as a URI reference; in URLs only characters that URIs do not allow are escaped.
    package static func uri(_ file: String) -> String {
        if file.hasPrefix("http://") || file.hasPrefix("https://") {
            var allowed = CharacterSet.urlQueryAllowed
            allowed.insert(charactersIn: "#[]%")
            // A percent sign is valid only before two hexadecimal digits.
            let whole = file.replacing(/%(?![0-9A-Fa-f]{2})/, with: "%25")
            return whole.addingPercentEncoding(withAllowedCharacters: allowed) ?? "feed"
        }
        var allowed = CharacterSet.urlPathAllowed
        // A colon in the first segment of a relative path would end a scheme.
        allowed.remove(charactersIn: ":;")
        let path = file.addingPercentEncoding(withAllowedCharacters: allowed) ?? "feed"
        return path.hasPrefix("/") ? "file://\(path)" : path
    }
}
