import Foundation
import QuartzCore
import Testing

@testable import WindowSystem

@MainActor
struct MemoryWindowTests {
    @Test("decision 12: a window in memory has the size, scale and states of one on a display")
    func memoryWindow_showHideClose_eventsFollow() throws {
        let window = MemoryWindow(WindowOptions(size: CGSize(width: 100, height: 50)), scale: 2)
        var events: [WindowEvent] = []
        window.eventHandler = { events.append($0) }
        #expect(window.pixelSize == (200, 100))
        window.show()
        window.show()
        #expect(events == [.visibilityChanged(true), .focusChanged(true)])
        window.hide()
        #expect(events.suffix(2) == [.focusChanged(false), .visibilityChanged(false)])
        window.close()
        window.inject(.closeRequested)
        #expect(events.count == 4)
        #expect(throws: WindowError.self) { try window.draw { _, _ in [] } }
    }

    @Test("decision 12: a snapshot shows what was drawn, and a new surface is reported as new")
    func memoryWindow_draw_pixelsAndFreshness() throws {
        let window = MemoryWindow(WindowOptions(size: CGSize(width: 4, height: 2)))
        var freshness: [Bool] = []
        func paint() throws {
            try window.draw { surface, isFresh in
                freshness.append(isFresh)
                surface.base.storeBytes(of: 0x80FF_0102, toByteOffset: surface.bytesPerRow + 4, as: UInt32.self)
                return [PixelRect(x: -5, y: 1, width: 100, height: 100), PixelRect(x: 9, y: 9, width: 1, height: 1)]
            }
        }
        try paint()
        try paint()
        let pixel = try #require(window.pixel(x: 1, y: 1))
        #expect(pixel == (blue: 0x02, green: 0x01, red: 0xFF, alpha: 0x80))
        #expect(window.pixel(x: 4, y: 0) == nil)
        #expect(window.lastPresented == [PixelRect(x: 0, y: 1, width: 4, height: 1)])
        #expect(window.snapshot().count == 4 * 2 * 4)
        window.size = CGSize(width: 5, height: 3)
        try paint()
        #expect(freshness == [true, false, true])
        #expect(window.presentCount == 3)
    }

    @Test("a drawing that resizes its window does not reach the new surface, and the next drawing has a new surface")
    func memoryWindow_resizedWhileDrawing_keepsOldPixels() throws {
        let window = MemoryWindow(WindowOptions(size: CGSize(width: 64, height: 32)))
        try window.draw { surface, _ in
            // A surface of as many bytes, for which the allocator would use the same memory if it were free.
            window.size = CGSize(width: 32, height: 64)
            memset(surface.base, 0xFF, surface.bytesPerRow * surface.height)
            return [PixelRect(x: 0, y: 0, width: 64, height: 32)]
        }
        #expect(window.snapshot().allSatisfy { $0 == 0 })
        #expect(window.presentCount == 0)
        var freshness: [Bool] = []
        try window.draw { surface, isFresh in
            freshness.append(isFresh)
            return [PixelRect(x: 0, y: 0, width: surface.width, height: surface.height)]
        }
        #expect(freshness == [true])
        #expect(window.lastPresented == [PixelRect(x: 0, y: 0, width: 32, height: 64)])
    }

    @Test("decision 12: full screen has the display's size, and leaving it restores the former size")
    func memoryWindow_fullScreen_restoresSize() {
        let window = MemoryWindow(WindowOptions(size: CGSize(width: 100, height: 50)))
        var events: [WindowEvent] = []
        window.eventHandler = { events.append($0) }
        window.isFullScreen = true
        #expect(window.pixelSize == (1920, 1080))
        window.isFullScreen = true
        window.isFullScreen = false
        #expect(window.pixelSize == (100, 50))
        #expect(events == [.fullScreenChanged(true), .resized, .fullScreenChanged(false), .resized])
    }

    @Test("sizes out of range are clamped", arguments: [CGFloat.nan, -1, 0, .infinity, 1e300])
    func memoryWindow_absurdSize_isClamped(side: CGFloat) {
        let window = MemoryWindow(WindowOptions(size: CGSize(width: side, height: 1)), scale: side)
        #expect((1...MemoryWindow.largestSide).contains(window.pixelSize.width))
        #expect((1...4).contains(window.scale))
    }
}

struct ScaleRuleTests {
    @Test("decision 4: the scale comes from OPENAVKIT_SCALE, GDK_SCALE, Xft.dpi in this order")
    func scaleRule_sources_orderAndSteps() {
        #expect(ScaleRule.scale(environment: [:], fontResolution: nil) == 1)
        #expect(ScaleRule.scale(environment: [:], fontResolution: 192) == 2)
        #expect(ScaleRule.scale(environment: [:], fontResolution: 142) == 1.5)
        #expect(ScaleRule.scale(environment: [:], fontResolution: 40) == 1)
        #expect(ScaleRule.scale(environment: ["GDK_SCALE": "2"], fontResolution: 288) == 2)
        #expect(ScaleRule.scale(environment: ["GDK_SCALE": "2", "OPENAVKIT_SCALE": "1.5"], fontResolution: 96) == 1.5)
        #expect(ScaleRule.scale(environment: ["GDK_SCALE": "x"], fontResolution: .nan) == 1)
    }

    @Test("the X resource database is read line by line")
    func scaleRule_resources_findsResolution() {
        #expect(ScaleRule.fontResolution(resources: "*foo:\t1\nXft.dpi:\t144\nXft.hinting:\t1\n") == 144)
        #expect(ScaleRule.fontResolution(resources: "Xft.dpi: many") == nil)
        #expect(ScaleRule.fontResolution(resources: "") == nil)
    }
}
