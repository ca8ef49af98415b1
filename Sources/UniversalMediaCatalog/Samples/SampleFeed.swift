import Foundation

/// Small valid feeds of a fictional service. The examples of rules are replacements in these feeds.
public enum SampleFeed: String, Sendable, CaseIterable {
    case catalog, sportsCatalog, availability, channelAvailability, eventAvailability, linearAvailability, manifest

    public var kind: FeedKind {
        switch self {
        case .catalog, .sportsCatalog: .catalog
        case .availability, .channelAvailability, .eventAvailability, .linearAvailability: .availability
        case .manifest: .manifest
        }
    }

    public var text: String {
        switch self {
        case .catalog: Self.catalogText
        case .sportsCatalog: Self.sportsCatalogText
        case .availability: Self.availabilityText
        case .channelAvailability: Self.channelAvailabilityText
        case .eventAvailability: Self.eventAvailabilityText
        case .linearAvailability: Self.linearAvailabilityText
        case .manifest: Self.manifestText
        }
    }
}
