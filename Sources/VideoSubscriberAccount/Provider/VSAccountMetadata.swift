public import Foundation

/// A way in which an app talks to TV providers.
public struct VSAccountProviderAuthenticationScheme: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let saml = VSAccountProviderAuthenticationScheme(
        rawValue: "VSAccountProviderAuthenticationSchemeSAML")
    public static let api = VSAccountProviderAuthenticationScheme(rawValue: "VSAccountProviderAuthenticationSchemeAPI")
}

/// What an app asks a TV provider.
open class VSAccountMetadataRequest: NSObject {
    /// Identifies the channel of the app.
    open var channelIdentifier: String?
    open var supportedAccountProviderIdentifiers: [String] = []
    open var featuredAccountProviderIdentifiers: [String] = []
    open var verificationToken: String?
    open var includeAccountProviderIdentifier = false
    open var includeAuthenticationExpirationDate = false
    open var localizedVideoTitle: String?
    open var isInterruptionAllowed = false
    open var forceAuthentication = false
    open var attributeNames: [String] = []
    open var supportedAuthenticationSchemes: [VSAccountProviderAuthenticationScheme] = []
    open var accountProviderAuthenticationToken: String?
    open var applicationAccountProviders: [VSAccountApplicationProvider] = []

    public override init() {}
}

/// What a TV provider has answered. Here: no request succeeds, so the system makes no instance; every value is nil.
open class VSAccountMetadata: NSObject {
    open var accountProviderIdentifier: String? { nil }
    open var authenticationExpirationDate: Date? { nil }
    open var verificationData: Data? { nil }
    open var samlAttributeQueryResponse: String? { nil }
    open var accountProviderResponse: VSAccountProviderResponse? { nil }

    public override init() {}
}

/// The response of a TV provider in its own form. Here: no request succeeds, so the system makes no instance.
open class VSAccountProviderResponse: NSObject {
    open var authenticationScheme: VSAccountProviderAuthenticationScheme { .saml }
    open var status: String? { nil }
    open var body: String? { nil }

    public override init() {}
}

/// A provider that the app itself offers in the list of TV providers. Here: there is no such list.
open class VSAccountApplicationProvider: NSObject {
    open private(set) var localizedDisplayName: String
    open private(set) var identifier: String

    public init(localizedDisplayName: String, identifier: String) {
        self.localizedDisplayName = localizedDisplayName
        self.identifier = identifier
    }
}
