import CoreGraphics
import Foundation
import UIKit

/// The overlays of a player that the viewer opens on demand: the list of shortcuts, the statistics and the tooltip of a control.
///
/// Owned by the content view; does not retain it. Main thread only.
@MainActor
final class PlayerPanels {
    private weak var content: PlayerContentView?
    private(set) var shortcuts: ShortcutsView?
    private(set) var statistics: StatisticsView?
    let information = InformationPanel()
    let tooltip = TooltipView(frame: .zero)
    /// Returns the present figures.
    var readStatistics: @MainActor () -> PlaybackStatistics? = { nil }
    /// Shortcuts of the program, listed after those of the player.
    var additionalShortcuts: [PlayerShortcut] = []
    private let timer = MainTimer()
    private var skips = SkipSum<ContinuousClock.Instant>()

    /// The time between two updates of the statistics.
    static let interval = Duration.milliseconds(500)

    init(content: PlayerContentView) {
        self.content = content
        tooltip.ceiling = { [weak content] in content?.controlsTop }
    }

    // MARK: Shortcuts

    func toggleShortcuts() {
        guard !closeShortcuts(), let content else { return }
        information.close()
        tooltip.dismiss()
        let view = ShortcutsView(PlayerShortcut.standard() + additionalShortcuts) { [weak self] in
            self?.closeShortcuts()
        }
        shortcuts = view
        content.addSubview(view)
        content.setNeedsLayout()
    }

    /// - Returns: whether the list was open.
    @discardableResult
    func closeShortcuts() -> Bool {
        guard let view = shortcuts else { return false }
        shortcuts = nil
        view.removeFromSuperview()
        return true
    }

    /// The panel that has the keys; nil without one.
    var openPanel: UIView? { shortcuts ?? information.view }

    // MARK: Statistics

    func toggleStatistics() {
        if let view = statistics {
            statistics = nil
            timer.cancel()
            view.removeFromSuperview()
            return
        }
        guard let content else { return }
        let view = StatisticsView(frame: .zero)
        statistics = view
        content.insertStatistics(view)
        update()
    }

    private func update() {
        guard let statistics, let figures = readStatistics() else { return }
        statistics.show(figures)
        content?.setNeedsLayout()
        timer.fire(after: Self.interval) { [weak self] in self?.update() }
    }

    // MARK: Skips

    /// Shows how far the viewer has skipped: the sum of skips in quick succession.
    func showSkip(_ seconds: Double) {
        let sum = skips.add(seconds, at: ContinuousClock().now)
        let number = Int(abs(sum).rounded())
        let sign = sum < 0 ? "\u{2212}" : "+"
        content?.flash("\(sign)\(number) s", symbol: sum < 0 ? "gobackward" : "goforward")
    }

    // MARK: Layout

    /// - Parameters:
    ///   - area: the safe area of the content.
    ///   - top: the height of the title above the panels.
    ///   - bottom: the height of the controls below the panels.
    func layout(in area: CGRect, below top: CGFloat, above bottom: CGFloat, margin: CGFloat) {
        information.view?.place(in: area, top: top, bottom: bottom, margin: margin)
        shortcuts?.place(in: area)
        statistics?.place(in: area, below: top, margin: margin)
    }
}
