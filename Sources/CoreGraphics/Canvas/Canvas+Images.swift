import CCairo

/// The interpolation for drawing an image at another size.
package enum ImageScaling: Sendable {
    case smooth
    case nearest
}

extension Canvas {
    /// Calls `body` with a surface of an image's pixels, in the order of the canvas' memory.
    /// - Parameter isMask: whether the surface has the image's alpha also where the image declares its pixels opaque.
    private func withSurface(of image: CGImage, asMask isMask: Bool = false, _ body: (OpaquePointer) -> Void) {
        (swapsRedAndBlue && !isMask ? image.withRedAndBlueSwapped : image)
            .withBGRA { bytes, bytesPerRow in
                // Cairo only reads from a surface that is not drawn on.
                guard let base = bytes.baseAddress,
                    let surface = cairo_image_surface_create_for_data(
                        UnsafeMutableRawPointer(mutating: base).assumingMemoryBound(to: UInt8.self),
                        image.isOpaque && !isMask ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, Int32(image.width),
                        Int32(image.height), Int32(bytesPerRow))
                else { return }
                defer { cairo_surface_destroy(surface) }
                body(surface)
            }
    }

    /// Draws `source` (in pixels of the image; nil: the whole image) scaled to `rect`.
    package func draw(
        _ image: CGImage, in rect: CGRect, from source: CGRect? = nil, opacity: CGFloat = 1,
        scaling: ImageScaling = .smooth
    ) {
        let part = source ?? CGRect(x: 0, y: 0, width: image.width, height: image.height)
        guard part.width > 0, part.height > 0, rect.width > 0, rect.height > 0 else { return }
        withSurface(of: image) { surface in
            withState {
                clip(to: rect)
                translate(x: rect.minX, y: rect.minY)
                scale(x: rect.width / part.width, y: rect.height / part.height)
                cairo_set_source_surface(cairo, surface, Double(-part.minX), Double(-part.minY))
                let pattern = cairo_get_source(cairo)
                cairo_pattern_set_filter(pattern, scaling == .nearest ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD)
                // Otherwise the edges of an enlarged image fade out.
                cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
                cairo_paint_with_alpha(cairo, Double(opacity))
            }
        }
    }

    /// Fills the clip area with copies of an image: one at `tile`, the others beside it.
    package func draw(
        tiling image: CGImage, as tile: CGRect, opacity: CGFloat = 1, scaling: ImageScaling = .smooth
    ) {
        guard tile.width > 0, tile.height > 0 else { return }
        withSurface(of: image) { surface in
            withState {
                translate(x: tile.minX, y: tile.minY)
                scale(x: tile.width / CGFloat(image.width), y: tile.height / CGFloat(image.height))
                cairo_set_source_surface(cairo, surface, 0, 0)
                let pattern = cairo_get_source(cairo)
                cairo_pattern_set_filter(pattern, scaling == .nearest ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD)
                cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT)
                cairo_paint_with_alpha(cairo, Double(opacity))
            }
        }
    }

    /// Draws the output of `body` through the alpha of an image.
    /// - Parameter matrix: maps pixels of the image, from its first row, to pixels of the canvas.
    package func masked(by image: CGImage, matrix: CGAffineTransform, _ body: () -> Void) {
        let mode = cairo_get_operator(cairo)
        cairo_push_group(cairo)
        cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
        body()
        cairo_pop_group_to_source(cairo)
        withSurface(of: image, asMask: true) { surface in
            withState {
                cairo_set_operator(cairo, mode)
                cairo_identity_matrix(cairo)
                concatenate(matrix)
                let mask = cairo_pattern_create_for_surface(surface)
                defer { cairo_pattern_destroy(mask) }
                // Otherwise the edges of an enlarged mask fade out.
                cairo_pattern_set_extend(mask, CAIRO_EXTEND_PAD)
                cairo_mask(cairo, mask)
            }
        }
        // The group is not needed any longer.
        cairo_set_source_rgb(cairo, 0, 0, 0)
    }

    /// Paints `color` through the alpha of an image: icons in the colour of their button.
    package func draw(maskedBy image: CGImage, in rect: CGRect, color: CGColor) {
        guard rect.width > 0, rect.height > 0 else { return }
        withSurface(of: image, asMask: true) { surface in
            withState {
                clip(to: rect)
                translate(x: rect.minX, y: rect.minY)
                scale(x: rect.width / CGFloat(image.width), y: rect.height / CGFloat(image.height))
                setSource(color)
                cairo_mask_surface(cairo, surface, 0, 0)
            }
        }
    }
}

extension CGImage {
    /// Returns a copy with other pixel dimensions.
    package func scaled(toWidth width: Int, height: Int) -> CGImage? {
        Canvas.makeImage(size: CGSize(width: width, height: height), isOpaque: isOpaque) { canvas in
            canvas.draw(self, in: CGRect(x: 0, y: 0, width: width, height: height))
        }
    }

    /// A copy in which red and blue have changed places.
    var withRedAndBlueSwapped: CGImage {
        let copy = CGImage(width: width, height: height, isOpaque: isOpaque) { memory, bytesPerRow in
            withBGRA { source, stride in
                for row in 0..<height {
                    for column in 0..<width {
                        let (from, to) = (row * stride + column * 4, row * bytesPerRow + column * 4)
                        memory[to] = source[from + 2]
                        memory[to + 1] = source[from + 1]
                        memory[to + 2] = source[from]
                        memory[to + 3] = source[from + 3]
                    }
                }
            }
        }
        return copy ?? self
    }

    /// An image whose alpha is what this image lets through as a mask: its alpha, or the brightness of an opaque image.
    var coverage: CGImage {
        guard isOpaque else { return self }
        let copy = CGImage(width: width, height: height) { memory, bytesPerRow in
            withBGRA { source, stride in
                for row in 0..<height {
                    for column in 0..<width {
                        let from = row * stride + column * 4
                        let (blue, green, red) = (
                            UInt32(source[from]), UInt32(source[from + 1]), UInt32(source[from + 2])
                        )
                        memory[row * bytesPerRow + column * 4 + 3] = UInt8(
                            (red * 30 + green * 59 + blue * 11 + 50) / 100)
                    }
                }
            }
        }
        return copy ?? self
    }
}
