import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit

@testable import AVFoundation
@testable import AVKit

/// A client's check that its content has ratings and works with restrictions: the same items under every setting.
@MainActor
@Suite(.english, .enabled(if: StreamMaker.isAvailable))
struct RatingMatrixTests {
    private enum Outcome: String { case plays, asks, refused }

    /// Plays an item in a player view controller and reports what the viewer meets.
    private func outcome(_ rating: String?, _ settings: String) async throws -> Outcome? {
        let item = AVPlayerItem(url: try await StreamMaker.shared.clip(.markedWithTone(seconds: 4)))
        if let rating { item.externalMetadata = [.contentRating(rating)] }
        item.restrictionSource = FixedRestrictions(settings: try .init(settings))
        let player = AVPlayer(playerItem: item)
        player.isMuted = true
        let stage = PlayerStage(player, width: 640, height: 360)
        defer { stage.end() }
        player.play()
        var found: Outcome?
        _ = await eventually {
            let content = stage.controller.content
            if !content.descendants(PasscodeView.self).isEmpty {
                found = .asks
            } else if content.descendants(LockedView.self).first?.text?.isEmpty == false {
                found = .refused
            } else if stage.controller.isReadyForDisplay, player.timeControlStatus == .playing {
                found = .plays
            }
            return found != nil
        }
        return found
    }

    @Test(
        """
        R144: with restrictions enabled, content with each rating of the scale plays up to the limit, asks for the passcode above it, and is \
        refused where nobody may override
        """, arguments: RatingTable.standard.labels(of: .movie, in: "US"))
    func everyRating(label: String) async throws {
        let labels = RatingTable.standard.labels(of: .movie, in: "US")
        let isAllowed = try #require(labels.firstIndex(of: label)) <= labels.firstIndex(of: "PG-13") ?? -1
        #expect(try await outcome(label, "region=us,movies=PG-13,passcode=1234") == (isAllowed ? .plays : .asks))
        #expect(try await outcome(label, "region=us,profile-movies=PG-13") == (isAllowed ? .plays : .refused))
    }

    @Test(
        "R144: content without a rating plays with restrictions enabled unless ratings are required, and then is refused"
    )
    func noRating() async throws {
        #expect(try await outcome(nil, "region=us,movies=PG-13,passcode=1234") == .plays)
        #expect(try await outcome(nil, "region=us,movies=PG-13,unrated=deny") == .refused)
        #expect(try await outcome("PG", "region=us,movies=PG-13,unrated=deny") == .plays)
    }
}
