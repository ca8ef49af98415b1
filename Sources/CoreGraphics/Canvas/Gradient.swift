import CCairo

/// A colour gradient along a line, or outwards from a point. The end colours continue beyond its ends.
package struct Gradient: Sendable {
    package enum Shape: Sendable {
        case linear(from: CGPoint, to: CGPoint)
        case radial(center: CGPoint, radiusX: CGFloat, radiusY: CGFloat)
        /// From one circle to another.
        case circles(from: CGPoint, startRadius: CGFloat, to: CGPoint, endRadius: CGFloat)
    }

    package var shape: Shape
    /// Positions from 0 to 1 and their colours.
    package var stops: [(location: Double, color: CGColor)]

    package init(_ shape: Shape, stops: [(location: Double, color: CGColor)]) {
        self.shape = shape
        self.stops = stops
    }

    /// - Parameter rgba: returns the components of a colour in the order of the memory.
    /// - Returns: a pattern that the caller must destroy.
    func makePattern(
        _ rgba: (CGColor) -> (red: Double, green: Double, blue: Double, alpha: Double)
    ) -> OpaquePointer? {
        guard !stops.isEmpty else { return nil }
        let pattern: OpaquePointer?
        switch shape {
        case .linear(let from, let to):
            pattern = cairo_pattern_create_linear(Double(from.x), Double(from.y), Double(to.x), Double(to.y))
        case .radial(let center, let radiusX, let radiusY):
            guard radiusX > 0, radiusY > 0 else { return nil }
            pattern = cairo_pattern_create_radial(0, 0, 0, 0, 0, 1)
            var matrix = cairo_matrix_t(
                xx: 1 / Double(radiusX), yx: 0, xy: 0, yy: 1 / Double(radiusY), x0: -Double(center.x) / Double(radiusX),
                y0: -Double(center.y) / Double(radiusY))
            cairo_pattern_set_matrix(pattern, &matrix)
        case .circles(let from, let startRadius, let to, let endRadius):
            guard startRadius >= 0, endRadius >= 0 else { return nil }
            pattern = cairo_pattern_create_radial(
                Double(from.x), Double(from.y), Double(startRadius), Double(to.x), Double(to.y), Double(endRadius))
        }
        // Not the default of radial patterns in all versions of Cairo.
        cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
        for stop in stops {
            let (red, green, blue, alpha) = rgba(stop.color)
            cairo_pattern_add_color_stop_rgba(pattern, stop.location, red, green, blue, alpha)
        }
        return pattern
    }
}
