import AVKit
import UIKit

/// The invariants of the user interface once no input is in progress and all animations have ended.
@MainActor
enum StageChecks {
    /// Whether controls have been seen at all: otherwise the names of the views below are out of date.
    static var hasSeenControls = false

    /// Returns a sentence for each invariant that does not hold.
    static func problems(of stage: ClientStage) -> [String] {
        var problems: [String] = []
        for controller in stage.controllers where controller.isViewLoaded {
            // The view of another player may be within this one's.
            let own = controller.view.subviews.filter { name(of: $0) == "PlayerContentView" }
            problems += own.flatMap { check($0, showsControls: controller.showsPlaybackControls) }
        }
        for window in stage.windows {
            let hosts = window.subviews.filter { name(of: $0) == "FullScreenHostView" }
            if hosts.count > 1 { problems.append("\(hosts.count) players are full screen in one window") }
            for host in hosts {
                let content = views("PlayerContentView", in: host)
                if content.count != 1 { problems.append("a full-screen view contains \(content.count) players") }
                problems += content.flatMap { check($0, showsControls: nil) }
            }
        }
        return problems
    }

    /// - Parameters:
    ///   - content: the view with everything that a player shows.
    ///   - showsControls: whether the client has enabled the controls; nil: unknown.
    private static func check(_ content: UIView, showsControls: Bool?) -> [String] {
        var problems: [String] = []
        let controls = content.subviews.filter {
            ["ControlsView", "TVControlsView", "PlayerViewControls"].contains(name(of: $0))
        }
        if controls.count > 1 { problems.append("a player has \(controls.count) sets of controls") }
        for controls in controls {
            hasSeenControls = true
            if controls.isHidden != (controls.alpha == 0) {
                problems.append("controls are \(controls.isHidden ? "hidden" : "shown") with alpha \(controls.alpha)")
            }
            if showsControls == false, !controls.isHidden { problems.append("disabled controls are visible") }
        }
        let menus = views("GlassMenuView", in: content)
        if menus.count > 1 { problems.append("a player has \(menus.count) menus") }
        if content.frame.size.width.isNaN || content.frame.size.height.isNaN {
            problems.append("a player has no frame")
        }
        return problems
    }

    private static func name(of view: UIView) -> String { String(describing: type(of: view)) }

    private static func views(_ wanted: String, in view: UIView) -> [UIView] {
        view.subviews.flatMap { name(of: $0) == wanted ? [$0] : views(wanted, in: $0) }
    }
}
