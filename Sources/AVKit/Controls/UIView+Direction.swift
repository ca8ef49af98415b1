import UIKit

extension UIView {
    /// Whether texts and panels are laid out from the right, by the viewer's language or by the client's traits. The time line and the
    /// transport never are.
    var isLaidOutFromRight: Bool {
        traitCollection.layoutDirection == .rightToLeft || StringTable.current.isRightToLeft
    }
}
