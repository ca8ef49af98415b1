import Foundation
import Testing

@testable import UIKit

/// The state of the application in a test program.
@MainActor
struct ApplicationStateTests {
    @Test("a test program that launches no application is active where XCTest is loaded")
    func testProgramIsActive() {
        let hasTests = NSClassFromString("XCTest.XCTestCase") != nil
        #expect(UIApplication().applicationState == (hasTests ? .active : .inactive))
    }
}
