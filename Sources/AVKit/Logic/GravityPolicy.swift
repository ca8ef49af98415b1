import CoreGraphics
import Foundation

/// Selects how the video is scaled into its area, and whether the viewer may change it.
///
/// `spec/semantics.md` section 10 and R28, R82, R93, R215, R216: in full screen, video with an aspect ratio of 2.00:1 to 2.40:1 starts
/// filled and all other video fitted. The viewer's choice persists for the rest of the process. A mode that the client has set applies
/// where the client's own view is shown, but not in the full screen of an embedded player.
struct GravityPolicy: Equatable, Sendable {
    enum Mode: Equatable, Sendable { case fit, fill }

    enum Place: Equatable, Sendable {
        /// In the client's view, which does not fill the screen.
        case inline
        /// Presented by the client, or filling its window.
        case fullScreen
        /// An embedded player that the viewer took to full screen.
        case expandedInline
    }

    static let filledAspects = 2.0...2.4

    /// The viewer's latest choice.
    var viewerChoice: Mode?
    /// Whether the client has ever set `videoGravity`.
    var isSetByClient = false
    var place = Place.inline

    /// Returns the initial mode for a presentation size.
    static func initialMode(for videoSize: CGSize) -> Mode {
        guard videoSize.width > 0, videoSize.height > 0 else { return .fit }
        // Encoders crop to even sizes: 1920 x 800 is 2.4, 1920 x 804 is 2.388, 1920 x 798 already 2.406.
        let aspect = (Double(videoSize.width) / Double(videoSize.height) * 100).rounded() / 100
        return filledAspects.contains(aspect) ? .fill : .fit
    }

    /// Returns the mode to use, or nil to use the client's own setting.
    func mode(for videoSize: CGSize) -> Mode? {
        switch place {
        case .inline: return nil
        case .fullScreen where isSetByClient: return nil
        case .fullScreen, .expandedInline: return viewerChoice ?? Self.initialMode(for: videoSize)
        }
    }

    /// Whether the viewer may switch between fit and fill in the current place.
    var canViewerChoose: Bool {
        switch place {
        case .inline: false
        case .fullScreen: !isSetByClient
        case .expandedInline: true
        }
    }

    /// Switches to the other mode on the viewer's request.
    mutating func toggle(for videoSize: CGSize) {
        guard canViewerChoose else { return }
        viewerChoice = mode(for: videoSize) == .fill ? .fit : .fill
    }

    /// Applies the viewer's choice of a mode.
    mutating func choose(_ mode: Mode) {
        if canViewerChoose { viewerChoice = mode }
    }
}
