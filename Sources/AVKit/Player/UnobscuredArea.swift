import CoreGraphics
import UIKit

/// The layout guide of the area that the controls at fixed places never cover (S10.17): between the title and the scrubber, inside the safe
/// area, whether the controls are visible or not.
///
/// The guide belongs to the content view, so that views in the client's overlay can be constrained to it inline and in full screen.
@MainActor
final class UnobscuredArea {
    let guide = UILayoutGuide()
    private let edges: [NSLayoutConstraint]

    init(content: UIView) {
        guide.identifier = "unobscuredContentGuide"
        content.addLayoutGuide(guide)
        edges = [
            guide.topAnchor.constraint(equalTo: content.topAnchor),
            guide.leftAnchor.constraint(equalTo: content.leftAnchor),
            guide.bottomAnchor.constraint(equalTo: content.bottomAnchor),
            guide.rightAnchor.constraint(equalTo: content.rightAnchor),
        ]
        NSLayoutConstraint.activate(edges)
    }

    /// Moves the edges inwards by insets from the content's edges.
    func set(_ insets: UIEdgeInsets) {
        for (edge, constant) in zip(edges, [insets.top, insets.left, -insets.bottom, -insets.right]) {
            edge.constant = constant
        }
    }
}
