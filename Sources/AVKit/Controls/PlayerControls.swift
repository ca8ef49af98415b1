import CoreGraphics
import UIKit

/// The controls of one idiom over the video. They display values derived from `PlayerModel` and send commands; they hold no playback state.
@MainActor
protocol PlayerControls: UIView {
    /// The delegate, which is not retained.
    var delegate: (any ControlsViewDelegate)? { get set }
    var content: ControlsContent { get set }
    /// The dark gradients behind the controls. They are not subviews of the controls, so that captions can be placed between the two.
    var scrims: UIView { get }
    /// The open menu; nil if no menu is open.
    var menu: GlassMenuView? { get }
    /// Changes the rows and check marks of the open menu to the present ones.
    func updateMenu()
    func closeMenu()
    /// Returns from a page of the open menu to the former one.
    /// - Returns: false on the first page.
    func leaveMenuPage() -> Bool
    /// Opens the menu with all functions at a point, in the controls' coordinates.
    func openContextMenu(at point: CGPoint)
    /// The control that gets the keys first when Tab is pressed; nil: the first in reading order.
    var firstKeyTarget: PlayerControl? { get }

    /// Changes the values of the time line, the only ones that change while an item plays.
    func update(_ change: (inout ScrubberModel) -> Void)
    /// Shows an intermediate volume while the player fades to another volume.
    func showVolume(_ volume: Float)
    /// Removes the thumbnail after the item has changed.
    func forgetThumbnail()

    /// Height in points at the lower edge that captions and other content must keep clear, for the current bounds.
    var occupiedHeight: CGFloat { get }
    var sideMargin: CGFloat { get }
    /// The area of the item's title in these controls, which captions keep clear; nil where the title is not above the video.
    var titleFrame: CGRect? { get }
    /// Whether the controls, while they are visible, display the item's title and subtitle.
    var showsTitle: Bool { get }
    /// All views that are highlighted under the pointer, topmost first.
    var pointerTargets: [any PointerTarget] { get }
    /// Returns whether a point is over a control, so that the controls must stay visible.
    func isOverControl(_ point: CGPoint) -> Bool
}

extension PlayerControls {
    func leaveMenuPage() -> Bool { false }
    func openContextMenu(at point: CGPoint) {}
    var titleFrame: CGRect? { nil }
    var firstKeyTarget: PlayerControl? { nil }
}

/// Receives the commands and requests of the controls.
@MainActor
protocol ControlsViewDelegate: AnyObject {
    func controlsPerform(_ command: PlayerCommand)
    func controlsSetVolume(_ volume: Float)
    func controlsBeginScrub()
    func controlsScrub(to seconds: Double)
    func controlsEndScrub(at seconds: Double?)
    /// Reports whether the thumbnail preview covers the area of the captions.
    func controlsCoverCaptions(_ covers: Bool)
    func controlsWantThumbnail(at seconds: Double, completion: @escaping @MainActor (CGImage?) -> Void)
    func controlsMenu(_ kind: ControlsMenuKind) -> [MenuSection]
    func controlsMenuDidChange(isOpen: Bool)
}
