import CoreGraphics
import UIKit

/// The controls of one idiom over the picture. They show values that follow from `PlayerModel` and send commands; they hold no state of
/// playback.
@MainActor
protocol PlayerControls: UIView {
    /// Not retained.
    var delegate: (any ControlsViewDelegate)? { get set }
    var content: ControlsContent { get set }
    /// The darkening behind the controls. It lies apart from them, so that captions can be between the two.
    var shades: UIView { get }
    /// The menu that is open.
    var menu: GlassMenuView? { get }
    func closeMenu()

    /// Changes the numbers of the time line: the only thing that changes while an item plays.
    func update(_ change: (inout ScrubberModel) -> Void)
    /// Shows the volume that is heard for the moment, while it changes to another.
    func showVolume(_ volume: Float)
    /// Drops the thumbnail of another item.
    func forgetThumbnail()

    /// Points from the lower edge that captions and other content keep clear of; 0 before the first layout.
    var occupiedHeight: CGFloat { get }
    var sideMargin: CGFloat { get }
    /// Everything that lights up under the pointer, topmost first.
    var pointerTargets: [any PointerTarget] { get }
    /// Whether a point is on something that the viewer operates, so that the controls must stay.
    func isOverControl(_ point: CGPoint) -> Bool
}
