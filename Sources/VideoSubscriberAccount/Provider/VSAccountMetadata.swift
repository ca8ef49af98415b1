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

/// What a TV provider has answered. Here: no request succeeds, so there are no instances.
public final class VSAccountMetadata: NSObject, Sendable {
    public let accountProviderIdentifier: String?
    public let authenticationExpirationDate: Date?
    public let verificationData: Data?
    public let samlAttributeQueryResponse: String?
    public let accountProviderResponse: VSAccountProviderResponse?

    init(
        accountProviderIdentifier: String?, authenticationExpirationDate: Date?, verificationData: Data?,
        samlAttributeQueryResponse: String?, accountProviderResponse: VSAccountProviderResponse?
    ) {
        self.accountProviderIdentifier = accountProviderIdentifier
        self.authenticationExpirationDate = authenticationExpirationDate
        self.verificationData = verificationData
        self.samlAttributeQueryResponse = samlAttributeQueryResponse
        self.accountProviderResponse = accountProviderResponse
    }
}

/// The response of a TV provider in its own form. Here: no request succeeds, so there are no instances.
public final class VSAccountProviderResponse: NSObject, Sendable {
    public let authenticationScheme: VSAccountProviderAuthenticationScheme
    public let status: String?
    public let body: String?

    init(authenticationScheme: VSAccountProviderAuthenticationScheme, status: String?, body: String?) {
        self.authenticationScheme = authenticationScheme
        self.status = status
        self.body = body
    }
}

/// A provider that the app itself offers in the list of TV providers.
public final class VSAccountApplicationProvider: NSObject, Sendable {
    public let localizedDisplayName: String
    public let identifier: String

    public init(localizedDisplayName: String, identifier: String) {
        self.localizedDisplayName = localizedDisplayName
        self.identifier = identifier
    }
}
