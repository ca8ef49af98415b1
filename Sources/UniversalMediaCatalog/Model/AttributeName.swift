/// The attributes of feeds, by local name. Other names are `unknown`; their spelling is stored with the value.
public enum AttributeName: String, CaseIterable, Sendable {
    case unknown = "*"
    case version, teamId, catalogId, serviceId
    case contentType, contentId, variantId
    case locale, type, isPhonetic, systemCode, advisories, reason, url, locales
    case role, characterName, order, system, relationship, territory, externalId
    case platform, action, currency
    case partnerId, brandId, credentialRef
}

extension AttributeName {
    /// A number below 64, unique for each name.
    package var code: Int {
        // An enumeration without payloads of fewer than 257 cases takes one byte; a test checks that there are at most 64.
        withUnsafeBytes(of: self) { Int($0[0]) }
    }
}
