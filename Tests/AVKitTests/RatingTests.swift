import Foundation
import Testing

@testable import AVKit

/// The rating scales, the settings of the environment and the decision (data/semantics.tsv, section 12).
struct RatingTests {
    private let table = RatingTable.standard

    private func decide(_ ratings: String..., settings text: String) throws -> PlaybackRestrictions.Decision {
        PlaybackRestrictions(settings: try RestrictionSettings(text)).decide(ratings)
    }

    @Test("S12.9: the scales of each region ascend, and every label is found again under its own region and tag")
    func scales() {
        #expect(Set(table.scales.map(\.region)) == ["US", "GB", "DE", "FR", "ES", "JP", "AU", "CA"])
        for scale in table.scales {
            #expect(scale.grades.map(\.age) == scale.grades.map(\.age).sorted(), "\(scale.tag)")
            for (rank, grade) in scale.grades.enumerated() {
                let found = table.rating(grade.label, of: scale.medium, in: scale.region)
                #expect(found?.rank == rank && found?.label == grade.label, "\(scale.tag) \(grade.label)")
                let tagged = table.ratings("\(scale.tag)|\(grade.label)|300|", preferring: "US")
                #expect(tagged.map(\.rank) == [rank] && tagged[0].region == scale.region)
            }
        }
        func labels(_ medium: RatingTable.Medium) -> [String] {
            table.scales.first { $0.region == "US" && $0.medium == medium }?.grades.map(\.label) ?? []
        }
        #expect(labels(.movie) == ["G", "PG", "PG-13", "R", "NC-17"])
        #expect(labels(.television) == ["TV-Y", "TV-Y7", "TV-G", "TV-PG", "TV-14", "TV-MA"])
    }

    @Test("R130: the label of a text is read in the viewer's region first, else in the first region that has it")
    func lookup() {
        func regions(_ text: String, _ region: String) -> [String] {
            table.ratings(text, preferring: region).map { "\($0.region) \($0.label)" }
        }
        #expect(regions("PG-13", "US") == ["US PG-13"])
        #expect(regions("pg13", "DE") == ["US PG-13"])
        #expect(regions("PG", "GB") == ["GB PG"])
        #expect(regions("PG", "AU") == ["AU PG", "AU PG"])
        #expect(regions("US:PG", "GB") == ["US PG"])
        #expect(regions("uk:15", "US") == ["GB 15"])
        #expect(regions("FSK 12", "US") == ["DE FSK 12", "DE FSK 12"])
        #expect(regions("ab 16 Jahren", "DE") == ["DE FSK 16", "DE FSK 16"])
        #expect(regions("mpaa|PG-13|300|", "JP") == ["US PG-13"])
        for unknown in ["", "|", "||", "Not Rated", "mpaa|NR|000|", "xx:PG", "🦊", ":"] {
            #expect(regions(unknown, "US").isEmpty, "\(unknown)")
        }
    }

    @Test("a rating up to the limit plays, a higher one requires the passcode, in movies and television separately")
    func limits() throws {
        let settings = "movies=PG-13,tv=TV-PG,passcode=1234"
        for allowed in ["G", "PG", "PG-13", "TV-Y", "TV-PG"] {
            #expect(try decide(allowed, settings: settings) == .allowed, "\(allowed)")
        }
        for denied in ["R", "NC-17", "TV-14", "TV-MA"] {
            #expect(try decide(denied, settings: settings) == .needsPasscode(rating: denied), "\(denied)")
        }
        #expect(try decide("G", settings: "movies=none") == .needsPasscode(rating: "G"))
        #expect(try decide("NC-17", settings: "movies=all") == .allowed)
        #expect(PlaybackRestrictions(settings: RestrictionSettings()).decide(["NC-17"]) == .allowed)
    }

    @Test("R130: of several ratings, that of the viewer's region decides; without one, ages are compared")
    func regions() throws {
        let german = "region=DE,movies=FSK 12,tv=FSK 12"
        #expect(try decide("R", "FSK 12", settings: german) == .allowed)
        #expect(try decide("PG", "FSK 16", settings: german) == .needsPasscode(rating: "FSK 16"))
        #expect(try decide("PG", settings: german) == .allowed)
        #expect(try decide("15", settings: german) == .needsPasscode(rating: "15"))
        #expect(try decide("R", settings: german) == .needsPasscode(rating: "R"))
        // A region without scales compares ages with a limit of another region.
        #expect(try decide("PG", settings: "region=IT,movies=PG-13") == .allowed)
        #expect(try decide("R", settings: "region=IT,movies=PG-13") == .needsPasscode(rating: "R"))
        #expect(try decide("TV-MA", settings: "region=JP,movies=G,tv=PG12") == .needsPasscode(rating: "TV-MA"))
    }

    @Test("an item without a known rating plays unless the settings require a rating")
    func unrated() throws {
        #expect(try decide(settings: "movies=G") == .allowed)
        #expect(try decide("Not Rated", settings: "movies=G") == .allowed)
        #expect(try decide(settings: "movies=G,unrated=deny") == .ratingUnknown)
        #expect(try decide("Not Rated", settings: "movies=G,unrated=deny") == .ratingUnknown)
        #expect(try decide("G", settings: "movies=G,unrated=deny") == .allowed)
    }

    @Test("R133: the limits of a profile come before the passcode, and apply without enabled restrictions")
    func profile() throws {
        let settings = "movies=PG,profile-movies=PG-13,passcode=1234"
        #expect(try decide("R", settings: settings) == .disallowedByProfile)
        #expect(try decide("PG-13", settings: settings) == .needsPasscode(rating: "PG-13"))
        #expect(try decide("PG", settings: settings) == .allowed)
        let profileOnly = try RestrictionSettings("profile-movies=PG")
        #expect(!profileOnly.isEnabled && profileOnly.isActive)
        #expect(PlaybackRestrictions(settings: profileOnly).decide(["PG-13"]) == .disallowedByProfile)
        #expect(PlaybackRestrictions(settings: profileOnly).decide(["PG"]) == .allowed)
    }

    @Test("R138: the environment variable sets the restrictions; an error in it restricts everything")
    func environment() throws {
        func settings(_ text: String?) -> RestrictionSettings {
            EnvironmentRestrictions(text.map { [EnvironmentRestrictions.variable: $0] } ?? [:]).settings
        }
        #expect(settings(nil) == RestrictionSettings() && settings("") == RestrictionSettings())
        let full = settings("region=uk, movies=12A; tv=Caution , passcode=123456, unrated=deny")
        #expect(full.region == "GB" && full.isEnabled && full.passcode == "123456" && full.requiresRating)
        #expect(full.limits == .init(movies: .rating("12A"), television: .rating("Caution")))
        for (text, error) in [
            ("movies", RestrictionSettingsError.notAPair("movies")), ("colour=red", .unknownKey("colour")),
            ("passcode=12", .badPasscode), ("passcode=12a4", .badPasscode), ("passcode=123456789", .badPasscode),
            ("unrated=maybe", .badAnswer("maybe")), ("movies=PG-99", .unknownRating("PG-99", region: "US")),
        ] {
            #expect(throws: error) { try RestrictionSettings(text) }
            #expect(settings(text) == .nothingAllowed)
            #expect(!error.description.isEmpty)
        }
        let closed = PlaybackRestrictions(settings: .nothingAllowed)
        #expect(closed.decide(["G"]) == .needsPasscode(rating: "G") && closed.decide([]) == .ratingUnknown)
    }

    @Test("a passcode is accepted, rejected with the attempts left, and fails after the third wrong one")
    func passcode() {
        var machine = PasscodeMachine(passcode: "1204")
        func enter(_ digits: [Int]) -> PasscodeMachine.Outcome { digits.map { machine.enter($0) }.last ?? .unchanged }
        #expect(enter([1, 2]) == .edited && machine.entered == "12")
        #expect(machine.deleteLast() == .edited && machine.entered == "1")
        #expect(enter([10]) == .unchanged && enter([-1]) == .unchanged)
        #expect(enter([2, 0, 5]) == .rejected(attemptsLeft: 2) && machine.entered.isEmpty)
        #expect(machine.deleteLast() == .unchanged)
        var accepted = machine
        #expect([1, 2, 0, 4].map { accepted.enter($0) }.last == .accepted)
        #expect(accepted.enter(1) == .unchanged && accepted.cancel() == .unchanged)
        #expect(enter([0, 0, 0, 0]) == .rejected(attemptsLeft: 1))
        #expect(enter([9, 9, 9, 9]) == .failed && machine.isOver)
        #expect(machine.cancel() == .unchanged)
        var cancelled = PasscodeMachine(passcode: "1204")
        #expect(cancelled.cancel() == .failed && cancelled.enter(1) == .unchanged)
    }

    @Test("arrow keys move a selection among rows of buttons and stop at the edges; Tab goes round")
    func grid() {
        var grid = KeyGrid(rows: [3, 0, 2])
        grid.move(.left)
        #expect(grid.selection == 0)
        let places = [KeyGrid.Direction.right, .right, .right, .down, .right, .down, .left, .up, .up].map {
            key -> Int? in
            grid.move(key)
            return grid.selection
        }
        #expect(places == [1, 2, 2, 4, 4, 4, 3, 0, 0])
        grid.advance(by: -1)
        #expect(grid.selection == 4)
        grid.advance()
        #expect(grid.selection == 0)
        var empty = KeyGrid(rows: [])
        empty.move(.down)
        empty.advance()
        #expect(empty.selection == nil)
    }
}
