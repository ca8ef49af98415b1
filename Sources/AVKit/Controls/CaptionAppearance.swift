import CoreGraphics
import Foundation
package import UIKit

/// The rectangles behind all lines of each caption, where the viewer wants them.
@MainActor
final class CaptionWindows {
    private var windows: [UIView] = []
    private var count = 0

    /// Begins to place the windows of all captions anew.
    func begin() { count = 0 }

    /// Places a window around the visible lines of a caption, which are subviews of `view`.
    func surround(_ lines: [UIView], in view: UIView, _ settings: ViewerSettings.Captions, _ size: CGFloat) {
        let visible = lines.filter { !$0.isHidden }.map(\.frame)
        guard settings.windowOpacity > 0, let first = visible.first else { return }
        if count == windows.count {
            let window = UIView(frame: .zero)
            window.layer.cornerRadius = 6
            view.insertSubview(window, at: 0)
            windows.append(window)
        }
        let margin = (size * 0.3).rounded()
        windows[count].frame = visible.dropFirst().reduce(first) { $0.union($1) }.insetBy(dx: -margin, dy: -margin)
        windows[count].backgroundColor = settings.windowColor.fill.withAlphaComponent(CGFloat(settings.windowOpacity))
        count += 1
    }

    /// Removes the windows of captions that have none any more.
    func end() { while windows.count > count { windows.removeLast().removeFromSuperview() } }
}

/// The rectangles behind the captions of regions that have a background.
@MainActor
final class CaptionRegionGrounds {
    /// What distinguishes the rectangles.
    private enum Key: Hashable {
        case region(CaptionRegion)
        case ground(CaptionGround)
    }

    private var grounds: [Key: UIView] = [:]
    private var present: Set<Key> = []

    /// Begins to show the regions of all captions anew.
    func begin() { present = [] }

    /// Shows the background of a region with a frame in `view`.
    func show(_ region: CaptionRegion, frame: CGRect, in view: UIView) {
        guard let parts = region.background else { return }
        show(.region(region), parts, frame: frame, in: view)
    }

    /// Shows an area behind captions with a frame in `view`.
    func show(_ ground: CaptionGround, frame: CGRect, in view: UIView) {
        show(.ground(ground), ground.color, frame: frame, in: view)
    }

    private func show(_ key: Key, _ parts: [Double], frame: CGRect, in view: UIView) {
        guard parts.count == 4, present.insert(key).inserted else { return }
        let ground = grounds[key] ?? UIView(frame: .zero)
        grounds[key] = ground
        if ground.superview !== view { view.insertSubview(ground, at: 0) }
        ground.frame = frame
        ground.backgroundColor = UIColor(red: parts[1], green: parts[2], blue: parts[3], alpha: parts[0])
    }

    /// Removes the backgrounds of regions without captions.
    func end() {
        for (key, ground) in grounds where !present.contains(key) {
            ground.removeFromSuperview()
            grounds[key] = nil
        }
    }
}

/// Copies of a line's text behind it, which make its edges. They exist only while the viewer wants edges.
@MainActor
final class CaptionEdge {
    private weak var ground: UIView?
    private var copies: [UILabel] = []

    init(behind label: UILabel) { ground = label.superview }

    /// Shows the edges of a line that has its text and frame.
    func follow(_ label: UILabel, _ style: ViewerSettings.Captions.Edge, _ size: CGFloat) {
        let offsets = style.offsets(for: size)
        while copies.count > offsets.count { copies.removeLast().removeFromSuperview() }
        while copies.count < offsets.count {
            let copy = UILabel(frame: .zero)
            copy.numberOfLines = 0
            // Assistive technology reads the text once.
            copy.isAccessibilityElement = false
            ground?.insertSubview(copy, at: 0)
            copies.append(copy)
        }
        guard !offsets.isEmpty, let text = label.attributedText else { return }
        let dark = Self.dark(text)
        for (copy, offset) in zip(copies, offsets) {
            copy.attributedText = dark
            copy.textAlignment = label.textAlignment
            copy.frame = label.frame.offsetBy(dx: offset.x, dy: offset.y)
        }
    }

    private static func dark(_ text: NSAttributedString) -> NSAttributedString {
        let dark = NSMutableAttributedString(string: "")
        text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) { attributes, range, _ in
            var attributes = attributes
            attributes[.foregroundColor] = UIColor.black
            attributes[.backgroundColor] = nil
            dark.append(
                NSAttributedString(string: text.attributedSubstring(from: range).string, attributes: attributes))
        }
        return dark
    }
}

extension ViewerSettings.Captions.Edge {
    /// The distances of the dark copies from the text, for a font size.
    fileprivate func offsets(for size: CGFloat) -> [CGPoint] {
        let near = max(1, (size * 0.04).rounded())
        switch self {
        case .none: return []
        case .raised: return [CGPoint(x: near, y: near)]
        case .depressed: return [CGPoint(x: -near, y: -near)]
        case .shadow: return [CGPoint(x: 2 * near, y: 2 * near)]
        case .outline:
            let steps: [CGFloat] = [-near, 0, near]
            return steps.flatMap { y in steps.map { CGPoint(x: $0, y: y) } }.filter { $0 != .zero }
        }
    }
}

extension ViewerSettings.Captions.WindowColor {
    package var fill: UIColor {
        switch self {
        case .black: .black
        case .white: .white
        case .blue: UIColor(red: 0.05, green: 0.15, blue: 0.6, alpha: 1)
        case .red: UIColor(red: 0.55, green: 0.05, blue: 0.08, alpha: 1)
        }
    }
}
