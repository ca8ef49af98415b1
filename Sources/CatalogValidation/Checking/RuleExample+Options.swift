import Foundation
import UniversalMediaCatalog

extension RuleExample {
    /// Returns the options with which the example is checked.
    func options(_ now: Date) -> ValidationOptions {
        var options = ValidationOptions()
        options.now = now
        options.territory = territory
        options.artworkSamples = images
        options.registeredTiers = registeredTiers
        options.previous = previously.map { .bytes(Array($0.text.utf8), name: "previous/\($0.rawValue).xml") }
        return options
    }
}

extension ValidationOptions {
    /// The reference time at which the sample feeds are up to date: 2 March 2026, 12:00 UTC.
    static let samplesNow = Date(timeIntervalSince1970: 1_772_452_800)
}
