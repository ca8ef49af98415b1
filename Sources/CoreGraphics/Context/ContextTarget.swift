import CCairo

/// The canvas of a context with the bitmap into which it paints.
///
/// Used on the thread of its context.
package final class ContextTarget {
    let canvas: Canvas
    let bitmap: ContextBitmap
    private let surface: OpaquePointer

    /// - Parameters:
    ///   - scale: pixels per point.
    ///   - isYUp: whether y points up from the last row, as in bitmap contexts; otherwise down from the first.
    /// - Returns: nil where memory is exhausted.
    init?(_ bitmap: ContextBitmap, scale: CGFloat, isYUp: Bool) {
        let format = bitmap.format
        let kind = format.layout.isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
        let made: OpaquePointer?
        switch bitmap.access {
        case .direct:
            made = cairo_image_surface_create_for_data(
                bitmap.base.assumingMemoryBound(to: UInt8.self), kind, Int32(format.width), Int32(format.height),
                Int32(clamping: format.bytesPerRow))
        case .converted: made = cairo_image_surface_create(kind, Int32(format.width), Int32(format.height))
        }
        guard let made else { return nil }
        guard cairo_surface_status(made) == CAIRO_STATUS_SUCCESS, let cairo = cairo_create(made) else {
            cairo_surface_destroy(made)
            return nil
        }
        surface = made
        self.bitmap = bitmap
        canvas = Canvas(cairo: cairo, scale: scale, swapsRedAndBlue: bitmap.swapsRedAndBlue)
        if isYUp {
            canvas.translate(x: 0, y: CGFloat(format.height))
            canvas.scale(x: scale, y: -scale)
        } else {
            canvas.scale(x: scale, y: scale)
        }
    }

    deinit {
        cairo_destroy(canvas.cairo)
        cairo_surface_destroy(surface)
    }

    /// Paints with the canvas: all changes are in the bitmap afterwards.
    func paint(_ body: (Canvas) -> Void) {
        guard case .converted(let layout) = bitmap.access, let pixels = cairo_image_surface_get_data(surface) else {
            return body(canvas)
        }
        let format = bitmap.format
        let stride = Int(cairo_image_surface_get_stride(surface))
        // The program may have written into the memory since.
        layout.decode(
            UnsafeRawPointer(bitmap.base), bytesPerRow: format.bytesPerRow, into: UnsafeMutableRawPointer(pixels),
            bytesPerRow: stride, width: format.width, height: format.height)
        cairo_surface_mark_dirty(surface)
        body(canvas)
        cairo_surface_flush(surface)
        layout.encode(
            UnsafeRawPointer(pixels), bytesPerRow: stride, into: bitmap.base, bytesPerRow: format.bytesPerRow,
            width: format.width, height: format.height)
    }
}
