import Foundation
import Testing

@testable import AVKit

struct StoredRestrictionTests {
    @Test("R138 restrictions of the settings file require the stored passcode for a rating above the highest one")
    func stored() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = SettingsStore(file: folder.appending(path: "settings.json"))
        let source = StoredRestrictions(store: store)
        #expect(PlaybackRestrictions(settings: source.settings).decide(["NC-17"]) == .allowed)

        store.change {
            $0.restrictions.isOn = true
            $0.restrictions.highestMovieRating = "PG-13"
            $0.restrictions.forbidsUnrated = true
            $0.restrictions.setPasscode("1204")
        }
        let settings = StoredRestrictions(store: SettingsStore(file: store.file)).settings
        let policy = PlaybackRestrictions(settings: settings)
        #expect(policy.decide(["PG-13"]) == .allowed)
        #expect(policy.decide(["R"]) == .needsPasscode(rating: "R"))
        #expect(policy.decide([]) == .ratingUnknown)
        let passcode = try #require(settings.passcode)
        #expect(passcode.length == 4 && passcode.accepts("1204") && !passcode.accepts("1205"))
        var machine = PasscodeMachine(passcode: passcode)
        #expect([1, 2, 0].map { machine.enter($0) } == [.edited, .edited, .edited])
        #expect(machine.enter(4) == .accepted)
    }

    @Test("the settings screen offers the regions of the rating table, each with its labels in order")
    func regions() {
        let table = RatingTable.standard
        #expect(table.regions.first == "us" && Set(table.regions).count == table.regions.count)
        #expect(table.labels(of: .movie, in: "us") == ["G", "PG", "PG-13", "R", "NC-17"])
        for region in table.regions { #expect(!table.labels(of: .movie, in: region).isEmpty, "\(region)") }
    }
}
