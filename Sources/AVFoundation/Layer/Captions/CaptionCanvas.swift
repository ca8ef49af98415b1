import CoreGraphics
import QuartzCore

/// The layers that show drawn captions: sublayers of the player layer, unless a view provides a layer in front of it. They exist only while
/// there are any.
///
/// `@unchecked Sendable`: like the player layer, the canvas is used by one thread at a time, the main thread once the layer is displayed.
final class CaptionCanvas: @unchecked Sendable {
    private weak var owner: CALayer?
    private var layers: [CALayer] = []
    private var tiles: [CaptionTile] = []

    /// Returns the layer that shows the captions; nil: the player layer does.
    var host: () -> CALayer? = { nil }

    /// Sets the player layer, whose coordinates are those of the video.
    func attach(to owner: CALayer) { self.owner = owner }

    func show(_ tiles: [CaptionTile], in videoRect: CGRect) {
        guard let owner, !(tiles.isEmpty && layers.isEmpty) else { return }
        let host = tiles.count > layers.count ? host() ?? owner : owner
        self.tiles = tiles
        withoutAnimation {
            while layers.count > tiles.count { layers.removeLast().removeFromSuperlayer() }
            while layers.count < tiles.count {
                let layer = CALayer()
                layers.append(layer)
                host.addSublayer(layer)
            }
            for (layer, tile) in zip(layers, tiles) where layer.contents as AnyObject? !== tile.image {
                layer.contents = tile.image
            }
            placeLayers(in: videoRect)
        }
    }

    /// Places the captions after a change of the layout; they are scaled until they are drawn in the new size.
    func layout(in videoRect: CGRect) {
        guard !layers.isEmpty else { return }
        withoutAnimation { placeLayers(in: videoRect) }
    }

    private func placeLayers(in videoRect: CGRect) {
        guard let owner else { return }
        for (layer, tile) in zip(layers, tiles) {
            var frame = CGRect(
                x: videoRect.minX + tile.frame.minX * videoRect.width,
                y: videoRect.minY + tile.frame.minY * videoRect.height, width: tile.frame.width * videoRect.width,
                height: tile.frame.height * videoRect.height)
            if let host = layer.superlayer, host !== owner { frame = owner.convert(frame, to: host) }
            if layer.frame != frame { layer.frame = frame }
        }
    }

    private func withoutAnimation(_ body: () -> Void) {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        body()
        CATransaction.commit()
    }
}
