import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit

@testable import AVKit

/// The display criteria that a player view controller sets for the window that it covers.
@MainActor
@Suite(.english, .enabled(if: StreamMaker.isAvailable))
struct DisplayCriteriaTests {
    @Test(
        """
        S12.18: in full screen the window's criteria are those of the asset, nil afterwards, and unchanged where the controller does not apply \
        them
        """)
    func fullScreen() async throws {
        let stage = try await PlayerStage.clip(.markedWithTone(seconds: 20))
        defer { stage.end() }
        let manager = stage.window.avDisplayManager
        #expect(manager.preferredDisplayCriteria == nil)
        // At once: playback that causes no other update must not delay the display.
        stage.key("f")
        #expect(manager.preferredDisplayCriteria?.refreshRate == 24)
        stage.key("f")
        #expect(manager.preferredDisplayCriteria == nil)
        stage.controller.appliesPreferredDisplayCriteriaAutomatically = false
        stage.key("f")
        #expect(stage.controller.placement.coversDisplay)
        #expect(manager.preferredDisplayCriteria == nil)
        stage.controller.appliesPreferredDisplayCriteriaAutomatically = true
        #expect(manager.preferredDisplayCriteria?.refreshRate == 24)
    }
}
