import AppIdentity
import DeepLinks
import Foundation

/// An app that is registered for links: what it opens, and how it is started.
package struct AppRegistration: Codable, Sendable, Hashable {
    /// The app identifier, such as `com.example.service`.
    package var identifier: String
    /// The name for viewers.
    package var name: String
    /// An absolute path.
    package var executable: String
    /// The custom schemes, in lower case.
    package var schemes: [String]
    /// The domains of universal links, in lower case.
    package var domains: [String]
    /// The types of activities that the app continues.
    package var activityTypes: [String]
    /// The identifier with the prefix of the developer's team, as association files name it; nil where any prefix is accepted.
    package var applicationIdentifier: String?
    /// Whether the app declares its support of the TV app (R155).
    package var isTVAppCompatible = false

    package init(
        identifier: String, name: String, executable: String, schemes: [String] = [], domains: [String] = [],
        activityTypes: [String] = [], applicationIdentifier: String? = nil, isTVAppCompatible: Bool = false
    ) {
        self.identifier = identifier
        self.name = name
        self.executable = executable
        self.schemes = schemes.map { $0.lowercased() }
        self.domains = domains.map { $0.lowercased() }
        self.activityTypes = activityTypes
        self.applicationIdentifier = applicationIdentifier
        self.isTVAppCompatible = isTVAppCompatible
    }

    /// The name on the bus, which is also that of the desktop file.
    package var busName: String { AppIdentifier.busName(of: identifier) }
    /// The object of `org.freedesktop.Application` on the bus.
    package var objectPath: String { "/" + busName.replacing(".", with: "/") }

    /// Whether an identifier of an association file is that of this app.
    package func isNamed(by associated: String) -> Bool {
        if let applicationIdentifier { return associated == applicationIdentifier }
        guard let dot = associated.firstIndex(of: ".") else { return false }
        let prefix = associated[..<dot]
        let isTeam = prefix.utf8.count == 10 && prefix.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) }
        return associated == identifier || (isTeam && associated[associated.index(after: dot)...] == identifier)
    }

    /// Schemes that belong to the system, or that no app may take over.
    static let reservedSchemes: Set<String> = LinkText.scriptSchemes.union([
        "http", "https", "ftp", "mailto", "tel", "sms", "ws", "wss",
    ])

    /// Checks everything that is written into files and commands.
    package func validate() throws(RegistrationError) {
        guard AppIdentifier.isValid(identifier) else { throw RegistrationError(.identifier(identifier)) }
        guard !name.isEmpty, name.utf8.count <= 200, !Self.hasControls(name) else { throw RegistrationError(.name) }
        guard executable.hasPrefix("/"), !Self.hasControls(executable) else {
            throw RegistrationError(.executable(executable))
        }
        for scheme in schemes {
            guard LinkText.isScheme(scheme), scheme == scheme.lowercased(), !Self.reservedSchemes.contains(scheme)
            else {
                throw RegistrationError(.scheme(scheme))
            }
        }
        for domain in domains where !DomainName.isValid(domain) { throw RegistrationError(.domain(domain)) }
        for type in activityTypes + [applicationIdentifier].compactMap({ $0 }) {
            guard !type.isEmpty, type.utf8.count <= 255, !Self.hasControls(type) else {
                throw RegistrationError(.activityType(type))
            }
        }
    }

    private static func hasControls(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}

/// The reason why an app cannot be registered.
package struct RegistrationError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Reason: Sendable, Hashable {
        case identifier(String)
        case name
        case executable(String)
        case scheme(String)
        case domain(String)
        case activityType(String)
        /// Another app has the same name on the bus.
        case sameBusName(String)
        case notRegistered(String)
        case file(String)
    }

    package let reason: Reason
    init(_ reason: Reason) { self.reason = reason }

    package var description: String {
        switch reason {
        case .identifier(let text):
            "'\(text)' is not an app identifier. Use letters, digits, '.', '-' and '_', as in com.example.service."
        case .name: "The name is empty, too long or contains control characters."
        case .executable(let path): "'\(path)' is not the absolute path of a program that can be executed."
        case .scheme(let scheme): "'\(scheme)' is not a scheme that an app can register."
        case .domain(let domain): "'\(domain)' is not a domain, as in www.example.com."
        case .activityType(let type): "'\(type)' is not an activity type or app identifier."
        case .sameBusName(let other): "The app '\(other)' has the same name on the bus. Choose another identifier."
        case .notRegistered(let identifier): "The app '\(identifier)' is not registered."
        case .file(let text): text
        }
    }
}
