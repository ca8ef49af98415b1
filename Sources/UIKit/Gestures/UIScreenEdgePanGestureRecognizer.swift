import CoreGraphics

/// Recognizes a pan that begins at an edge of the window and moves inwards.
///
/// Apple: an edge of the screen. Here: an edge of the window.
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
    /// The edges at which the gesture may begin.
    open var edges: UIRectEdge = []
    /// The maximum distance of the first touch from the edge, in points.
    static let reach: CGFloat = 20
    private var startEdges: UIRectEdge = []

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        if state == .possible, let touch = touches.first, let window = touch.window {
            startEdges = Self.edges(near: touch.position, in: window.bounds).intersection(edges)
            guard !startEdges.isEmpty else {
                state = .failed
                return
            }
        }
        super.touchesBegan(touches, with: event)
    }

    override func isWanted(_ dx: CGFloat, _ dy: CGFloat) -> Bool {
        let isAcross = abs(dx) >= abs(dy)
        return (startEdges.contains(.left) && isAcross && dx > 0) || (startEdges.contains(.right) && isAcross && dx < 0)
            || (startEdges.contains(.top) && !isAcross && dy > 0)
            || (startEdges.contains(.bottom) && !isAcross && dy < 0)
    }

    private static func edges(near point: CGPoint, in bounds: CGRect) -> UIRectEdge {
        var edges: UIRectEdge = []
        if point.x - bounds.minX <= reach { edges.insert(.left) }
        if bounds.maxX - point.x <= reach { edges.insert(.right) }
        if point.y - bounds.minY <= reach { edges.insert(.top) }
        if bounds.maxY - point.y <= reach { edges.insert(.bottom) }
        return edges
    }
}
