import UIKit

extension UIView {
    /// Whether texts and panels are laid out from the right: in the viewer's language, or by the client's traits.
    var isLaidOutFromRight: Bool {
        traitCollection.layoutDirection == .rightToLeft || StringTable.current.isRightToLeft
    }
}
