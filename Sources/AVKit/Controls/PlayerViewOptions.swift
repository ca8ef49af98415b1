import UIKit

/// The arrangement of the controls of an `AVPlayerView`.
struct PlayerViewOptions: Equatable {
    enum Style { case inline, floating, minimal }

    var style = Style.inline
    var showsFullScreenButton = false
    var showsFrameStepping = false
    var menu: UIMenu?
}
