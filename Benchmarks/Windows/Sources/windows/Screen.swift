import CScreen
import Foundation

/// The X server's view of the program: what is on its screen, and how many connections and resources the program has.
///
/// One thread at a time.
final class Screen {
    struct Counts: Equatable {
        var clients = 0
        var resources = 0
    }

    private let reader: OpaquePointer

    init?() {
        guard let reader = screen_open(nil) else { return nil }
        self.reader = reader
    }

    deinit { screen_close(reader) }

    var counts: Counts? {
        var (clients, resources): (Int32, Int32) = (0, 0)
        guard screen_count(reader, &clients, &resources) != 0 else { return nil }
        return Counts(clients: Int(clients), resources: Int(resources))
    }

    /// Passes the pixels of a rectangle to `body`, all from the same moment; nil if the display is lost.
    func read<Result>(_ area: Area, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        withUnsafeTemporaryAllocation(byteCount: area.width * area.height * 4, alignment: 16) { pixels in
            guard
                screen_read(
                    reader, Int32(area.x), Int32(area.y), Int32(area.width), Int32(area.height), pixels.baseAddress)
                    != 0
            else { return nil }
            return body(UnsafeRawBufferPointer(pixels))
        }
    }
}

/// A rectangle of the screen in pixels.
struct Area: Equatable, Sendable {
    static let screen = (width: 800, height: 600)

    var x: Int
    var y: Int
    var width: Int
    var height: Int

    /// A window of this size where the X server has no window manager: in the middle of the screen.
    init(windowOf width: Int, _ height: Int) {
        (x, y) = ((Self.screen.width - width) / 2, (Self.screen.height - height) / 2)
        (self.width, self.height) = (width, height)
    }

    /// The same window after a change of its size, which keeps its corner.
    func resized(to width: Int, _ height: Int) -> Area {
        var area = self
        (area.width, area.height) = (width, height)
        return area
    }
}
