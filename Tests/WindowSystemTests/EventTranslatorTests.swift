import CSDL
import Foundation
import Testing

@testable import WindowSystem

@MainActor
struct EventTranslatorTests {
    private func drop(_ type: SDL_EventType, _ content: String? = nil) -> SDL_Event {
        var event = SDL_Event()
        event.drop = SDL_DropEvent(
            type: type.rawValue, timestamp: 0, file: content.flatMap { SDL_strdup($0) }, windowID: 7)
        return event
    }

    private func motion(_ x: Int32, state: UInt32 = 0, window: UInt32 = 7) -> SDL_Event {
        var event = SDL_Event()
        event.motion = SDL_MouseMotionEvent(
            type: SDL_MOUSEMOTION.rawValue, timestamp: 0, windowID: window, which: 0, state: state, x: x, y: 30,
            xrel: 0,
            yrel: 0)
        return event
    }

    @Test("files dropped together arrive as one drop, in the sender's order")
    func translator_severalFiles_oneDrop() throws {
        var translator = EventTranslator()
        #expect(translator.translate(drop(SDL_DROPBEGIN), scale: 1).isEmpty)
        #expect(translator.translate(drop(SDL_DROPFILE, "/films/b é.mp4"), scale: 1).isEmpty)
        #expect(translator.translate(drop(SDL_DROPFILE, "/films/a.mp4"), scale: 1).isEmpty)
        #expect(translator.translate(drop(SDL_DROPTEXT, "https://example.com/c.m3u8"), scale: 1).isEmpty)
        let done = translator.translate(drop(SDL_DROPCOMPLETE), scale: 1)
        let first = try #require(done.first)
        guard case .drop(let dropped) = first.event else {
            Issue.record("\(first.event)")
            return
        }
        #expect(first.window == 7)
        #expect(dropped.files.map(\.path) == ["/films/b é.mp4", "/films/a.mp4"])
        #expect(dropped.texts == ["https://example.com/c.m3u8"])
        #expect(translator.translate(drop(SDL_DROPCOMPLETE), scale: 1).isEmpty)
    }

    @Test("compositions arrive with their caret, long ones whole, and an empty one ends the composition")
    func translator_compositions() {
        var translator = EventTranslator()
        var short = SDL_Event()
        short.edit = SDL_TextEditingEvent()
        short.edit.type = SDL_TEXTEDITING.rawValue
        short.edit.windowID = 7
        short.edit.start = 1
        withUnsafeMutableBytes(of: &short.edit.text) { $0.copyBytes(from: Array("にほ".utf8)) }
        let long = String(repeating: "日本", count: 40)
        var extended = SDL_Event()
        extended.editExt = SDL_TextEditingExtEvent(
            type: SDL_TEXTEDITING_EXT.rawValue, timestamp: 0, windowID: 7, text: SDL_strdup(long), start: 2, length: 3)
        var empty = short
        withUnsafeMutableBytes(of: &empty.edit.text) { $0[0] = 0 }
        empty.edit.start = 0
        let events = [short, extended, empty].flatMap { translator.translate($0, scale: 1) }
        #expect(events.map(\.window) == [7, 7, 7])
        #expect(
            events.map(\.event) == [
                .composition(TextComposition(text: "にほ", start: 1)),
                .composition(TextComposition(text: long, start: 2, length: 3)),
                .composition(TextComposition(text: "")),
            ])
    }

    @Test("pointer moves are merged, except across a button press or between windows")
    func translator_motion_merges() {
        #expect(EventTranslator.isMotion(motion(1), mergedInto: motion(2)))
        #expect(!EventTranslator.isMotion(motion(1), mergedInto: motion(2, state: 1)))
        #expect(!EventTranslator.isMotion(motion(1), mergedInto: motion(2, window: 8)))
        #expect(!EventTranslator.isMotion(motion(1), mergedInto: drop(SDL_DROPBEGIN)))
    }

    @Test("pointer coordinates are in points: at a scale of two, half of the pixels")
    func translator_scale_halvesPlaces() throws {
        var translator = EventTranslator()
        let event = try #require(translator.translate(motion(101, state: 1), scale: 2).first)
        guard case .pointer(let pointer) = event.event else {
            Issue.record("\(event)")
            return
        }
        #expect(pointer.location == CGPoint(x: 50.5, y: 15))
        #expect(pointer.heldButtons == [.primary])
        #expect(abs(pointer.timestamp - MonotonicTime.now) < 60)
    }
}
