import Foundation
import Testing

@testable import WindowSystem

@Suite struct DisplayCoverTests {
    private let frame = CGRect(x: 10, y: 20, width: 640, height: 360)

    @Test("a full screen that the program requested is left when the window manager no longer shows it")
    func requested_isLeft() {
        var cover = DisplayCover.entering(former: frame)
        // The window manager has not yet done it.
        #expect(cover.windowManagerShows(0, frame: .zero) == nil)
        #expect(cover == .entering(former: frame))
        #expect(cover.windowManagerShows(1, frame: .zero) == nil)
        #expect(cover.former == frame)
        #expect(cover.windowManagerShows(0, frame: .zero) == false)
        #expect(cover == .windowed)
    }

    @Test(
        "a full screen that the window manager starts has the frame before it, and one that the program leaves stays left"
    )
    func managers_isEntered() {
        var cover = DisplayCover.windowed
        #expect(cover.windowManagerShows(0, frame: frame) == nil)
        #expect(cover.windowManagerShows(1, frame: frame) == true)
        #expect(cover.former == frame)
        cover = .leaving
        #expect(cover.windowManagerShows(1, frame: frame) == nil)
        #expect(cover.former == nil)
        #expect(cover.windowManagerShows(0, frame: frame) == nil)
        #expect(cover == .windowed)
    }

    @Test("without a window manager, no state is reported")
    func noManager_changesNothing() {
        var cover = DisplayCover.covering(former: frame)
        #expect(cover.windowManagerShows(-1, frame: .zero) == nil)
        #expect(cover == .covering(former: frame))
    }
}
