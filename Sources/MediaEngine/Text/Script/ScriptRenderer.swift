import CASS
package import CoreGraphics
import Foundation

/// Draws the lines of a script in SubStation Alpha as images, by libass. Used by one thread at a time.
package final class ScriptRenderer {
    /// A part of the drawn lines.
    package struct Tile {
        package let image: CGImage
        /// In pixels of the displayed video.
        package let rect: Rect
    }

    package struct Rect: Equatable {
        package var x: Int
        package var y: Int
        package var width: Int
        package var height: Int
    }

    /// The size of the displayed and of the stored video, in pixels, and by how much lines without a position are raised.
    package struct Layout: Equatable, Sendable {
        package var width: Int
        package var height: Int
        package var storedWidth: Int
        package var storedHeight: Int
        /// As a fraction of the height.
        package var lift: Double

        package init(width: Int, height: Int, storedWidth: Int, storedHeight: Int, lift: Double) {
            self.width = width
            self.height = height
            self.storedWidth = storedWidth
            self.storedHeight = storedHeight
            self.lift = lift
        }
    }

    /// Whether libass is installed.
    package static var isAvailable: Bool { script_library_is_loaded() != 0 }

    /// Lines beyond this number replace the earlier ones.
    package static let maximumLines = 200_000
    /// The tiles of one time; more drawings share tiles.
    private static let maximumTiles = 16
    /// The maximum width and height of the displayed video; larger videos are drawn in this size.
    package static let maximumSide = 8_192

    private let renderer: OpaquePointer
    private var layout: Layout?
    private var lineCount = 0
    private var tiles: [Tile] = []
    private var isStale = true

    /// Returns nil where libass is not installed.
    package init?(_ document: ScriptDocument) {
        guard let renderer = script_renderer_make() else { return nil }
        self.renderer = renderer
        for font in document.fonts {
            font.withBytes { script_renderer_add_font(renderer, font.name, $0.baseAddress, Int32($0.count)) }
        }
        var header = document.header
        let isOpen = header.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                script_renderer_open(renderer, $0.baseAddress, Int32(min($0.count, ScriptDocument.maximumHeaderBytes)))
            }
        }
        guard isOpen != 0 else { return nil }
    }

    deinit { script_renderer_free(renderer) }

    /// - Parameters:
    ///   - start: in milliseconds, as the duration.
    package func add(_ line: ScriptLine, start: Int64, duration: Int64) {
        if lineCount >= Self.maximumLines {
            script_renderer_remove_events(renderer)
            lineCount = 0
        }
        lineCount += 1
        var text = line.text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                script_renderer_add(renderer, $0.baseAddress, Int32($0.count), start, duration)
            }
        }
    }

    package func setLayout(_ layout: Layout) {
        guard layout != self.layout else { return }
        self.layout = layout
        isStale = true
        script_renderer_set_size(
            renderer, Int32(layout.width), Int32(layout.height), Int32(layout.storedWidth), Int32(layout.storedHeight))
        script_renderer_set_lift(renderer, layout.lift * 100)
    }

    /// Returns the tiles of a time; nil: they are those of the previous call.
    package func render(milliseconds: Int64) -> [Tile]? {
        guard layout != nil else { return nil }
        var change: Int32 = 0
        let first = script_renderer_render(renderer, milliseconds, &change)
        guard change != 0 || isStale else { return nil }
        isStale = false
        var groups = [script_rect](repeating: script_rect(), count: Self.maximumTiles)
        let count = script_images_group(first, &groups, Int32(groups.count))
        tiles = groups.prefix(Int(count)).compactMap { group in
            let image = CGImage(width: Int(group.width), height: Int(group.height)) { memory, bytesPerRow in
                let pixels = memory.baseAddress?.assumingMemoryBound(to: UInt8.self)
                script_images_draw(first, group, pixels, bytesPerRow)
            }
            let rect = Rect(x: Int(group.x), y: Int(group.y), width: Int(group.width), height: Int(group.height))
            return image.map { tile($0, rect) }
        }
        return tiles
    }

    /// Returns the previous tile if it looks the same, so that it is not displayed again.
    private func tile(_ image: CGImage, _ rect: Rect) -> Tile {
        guard let known = tiles.first(where: { $0.rect == rect }) else { return Tile(image: image, rect: rect) }
        let isEqual = image.withBGRA { new, _ in
            known.image.withBGRA { old, _ in
                guard new.count == old.count, let new = new.baseAddress, let bytes = old.baseAddress else {
                    return false
                }
                return memcmp(new, bytes, old.count) == 0
            }
        }
        return isEqual ? known : Tile(image: image, rect: rect)
    }
}
