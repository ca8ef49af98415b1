import CoreGraphics
import CoreMedia
import MediaEngine

/// Draws the captions of one moment that are more than text. Used by one thread at a time.
final class CaptionBrush {
    /// The result of drawing.
    struct Result {
        /// nil: what is displayed stays.
        var tiles: [CaptionTile]?
        /// Whether the captions change before the next one starts or ends.
        var isAnimated = false
    }

    private struct Script {
        let document: ScriptDocument
        let renderer: ScriptRenderer
        /// The list whose lines have all been added.
        var revision: UInt64?
        /// Hash values of the lines that have been added.
        var added: Set<Int> = []
        var tiles: [CaptionTile] = []
    }

    private var script: Script?
    private var shown: [CaptionTile] = []

    func draw(_ painting: ItemCore.Painting, _ layout: CaptionLayout) -> Result {
        var result = Result()
        var tiles: [CaptionTile] = []
        if painting.captions.hasGraphics, painting.time.isNumeric {
            let graphics = painting.captions.active(at: painting.time).compactMap(\.graphics)
            let lines = graphics.compactMap(\.line)
            let pictures = graphics.flatMap(\.pictures)
            if let document = lines.last?.document {
                result.isAnimated = lines.contains(where: \.isAnimated)
                tiles += draw(document, painting, layout)
            }
            tiles += Self.tiles(pictures, hidden: layout.hidden)
        }
        if tiles != shown {
            shown = tiles
            result.tiles = tiles
        }
        return result
    }

    /// Forgets what is displayed.
    func clear() {
        script = nil
        shown = []
    }

    // MARK: Scripts

    private func draw(
        _ document: ScriptDocument, _ painting: ItemCore.Painting, _ layout: CaptionLayout
    ) -> [CaptionTile] {
        if script?.document !== document {
            script = ScriptRenderer(document).map { Script(document: document, renderer: $0) }
        }
        guard var script else { return [] }
        if script.revision != painting.captions.revision { Self.addLines(of: painting.captions, to: &script) }
        var stored = (layout.width, layout.height)
        if let video = painting.video, video.width > 0, video.height > 0 {
            stored = video.rotation % 180 == 0 ? (video.width, video.height) : (video.height, video.width)
        }
        script.renderer.setLayout(
            ScriptRenderer.Layout(
                width: layout.width, height: layout.height, storedWidth: stored.0, storedHeight: stored.1,
                lift: layout.hidden))
        if let drawn = script.renderer.render(milliseconds: Self.milliseconds(painting.time)) {
            let (width, height) = (CGFloat(layout.width), CGFloat(layout.height))
            script.tiles = drawn.map { tile in
                let frame = CGRect(
                    x: CGFloat(tile.rect.x) / width, y: CGFloat(tile.rect.y) / height,
                    width: CGFloat(tile.rect.width) / width, height: CGFloat(tile.rect.height) / height)
                return CaptionTile(image: tile.image, frame: frame)
            }
        }
        self.script = script
        return script.tiles
    }

    private static func addLines(of captions: CaptionList, to script: inout Script) {
        script.revision = captions.revision
        for cue in captions.cues {
            guard case .line(let line) = cue.graphics, line.document === script.document else { continue }
            let start = milliseconds(cue.range.start)
            guard script.added.insert([line.text.hashValue, Int(truncatingIfNeeded: start)].hashValue).inserted else {
                continue
            }
            script.renderer.add(line, start: start, duration: milliseconds(cue.range.end) - start)
        }
    }

    private static func milliseconds(_ time: CMTime) -> Int64 { Int64((time.seconds * 1_000).rounded()) }

    // MARK: Pictures

    /// Returns the tiles of pictures. Those that would lie in the hidden part at the lower edge are moved up together.
    private static func tiles(_ pictures: [CaptionPicture], hidden: Double) -> [CaptionTile] {
        let low = pictures.filter { hidden > 0 && $0.frame.midY > 0.5 }
        let overlap = (low.map(\.frame.maxY).max() ?? 0) - (1 - hidden)
        let shift = max(0, min(overlap, low.map(\.frame.minY).min() ?? 0))
        return pictures.map { picture in
            let isLow = hidden > 0 && picture.frame.midY > 0.5
            return CaptionTile(image: picture.image, frame: picture.frame.offsetBy(dx: 0, dy: isLow ? -shift : 0))
        }
    }
}
