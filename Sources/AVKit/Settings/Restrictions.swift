import Foundation
import MediaEngine

/// What a household allows: the highest ratings, and the passcode that lifts the restrictions.
package struct Restrictions: Codable, Equatable, Sendable {
    /// Whether ratings above the highest ones require the passcode.
    package var isOn = false
    /// The region whose ratings apply, in lower-case ISO 3166: "us", "de".
    package var ratingRegion = "us"
    /// The label of the highest rating that needs no passcode, in the words of the region; nil: every rating.
    package var highestMovieRating: String?
    package var highestTVRating: String?
    /// Whether the viewer's profile forbids content that has no rating.
    package var forbidsUnrated = false
    package private(set) var passcode: Passcode?

    package init() {}

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try container.read(.isOn, into: &isOn)
        try container.read(.ratingRegion, into: &ratingRegion)
        highestMovieRating = try container.decodeIfPresent(String.self, forKey: .highestMovieRating)
        highestTVRating = try container.decodeIfPresent(String.self, forKey: .highestTVRating)
        try container.read(.forbidsUnrated, into: &forbidsUnrated)
        passcode = try container.decodeIfPresent(Passcode.self, forKey: .passcode)
    }

    package var hasPasscode: Bool { passcode != nil }

    /// - Parameter code: nil removes the passcode.
    package mutating func setPasscode(_ code: String?) { passcode = code.flatMap { Passcode($0) } }

    /// Returns whether `code` is the passcode. False where no passcode is set.
    package func accepts(passcode code: String) -> Bool { passcode?.matches(code) ?? false }

    /// A passcode as it is stored: a salted hash.
    package struct Passcode: Codable, Equatable, Sendable {
        private let salt: Data
        private let hash: Data
        private let rounds: Int
        /// The number of digits, so that the passcode is checked as soon as the last one is entered.
        let length: Int

        init?(_ code: String) {
            var generator = SystemRandomNumberGenerator()
            let salt = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
            guard let hash = PasswordHash.hash(code, salt: salt, rounds: PasswordHash.standardRounds) else {
                return nil
            }
            (self.salt, self.hash, rounds) = (Data(salt), Data(hash), PasswordHash.standardRounds)
            length = code.count
        }

        func matches(_ code: String) -> Bool {
            // A file that was edited by hand must not stop the program for minutes.
            guard (1...10_000_000).contains(rounds), !hash.isEmpty else { return false }
            return PasswordHash.hash(code, salt: Array(salt), rounds: rounds).map { Data($0) } == hash
        }
    }
}
