import CoreGraphics

/// The positions of the television controls. An open panel lifts everything above it.
struct TVLayout: Equatable {
    let size: CGSize
    let subtitleMiddle: CGFloat
    let titleMiddle: CGFloat
    let buttonsMiddle: CGFloat
    let barMiddle: CGFloat
    let timesMiddle: CGFloat
    let tabsMiddle: CGFloat
    let panel: CGRect
    let scrim: CGRect
    let titleTop: CGFloat

    init(size: CGSize, look: TVLook? = nil, hasTabs: Bool = true, panelHeight: CGFloat? = nil) {
        self.size = size
        let look = look ?? TVLook(size: size)
        let bottom = size.height - look(TVLook.bottomMargin)
        let height = min(panelHeight ?? 0, (size.height * 0.6).rounded())
        panel = CGRect(
            x: look(TVLook.sideMargin), y: bottom - height, width: max(0, size.width - 2 * look(TVLook.sideMargin)),
            height: height)
        tabsMiddle =
            panelHeight == nil ? bottom - look(TVLook.tabHeight) / 2 : panel.minY - look(35)
        barMiddle = hasTabs ? tabsMiddle - look(76) : bottom - look(35)
        timesMiddle = barMiddle + look(25)
        titleMiddle = barMiddle - look(51)
        subtitleMiddle = barMiddle - look(85)
        buttonsMiddle = barMiddle - look(57)
        titleTop = subtitleMiddle - look(14)
        let depth = min(size.height, max(look(panelHeight == nil ? 260 : 520), size.height - titleTop + look(60)))
        scrim = CGRect(x: 0, y: size.height - depth, width: size.width, height: depth)
    }

    /// The frame of a menu above the button that opens it.
    func menu(height: CGFloat, over anchor: CGPoint, look: TVLook) -> CGRect {
        let bottom = buttonsMiddle - look(TVLook.buttonSize) / 2 - look(16)
        let top = look(TVLook.bottomMargin)
        let width = look(TVLook.menuWidth)
        let height = min(height, max(look(TVLook.menuRowHeight), bottom - top))
        let edge = look(TVLook.sideMargin)
        let x = max(edge, min(size.width - edge - width, anchor.x - width / 2))
        return CGRect(x: x.rounded(), y: bottom - height, width: width, height: height)
    }
}
