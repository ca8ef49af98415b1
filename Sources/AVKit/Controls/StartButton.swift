import CoreGraphics
import UIKit

/// The big play button in the middle of an inline player (R96).
final class StartButton: UIControl, PointerTarget {
    static let side: CGFloat = 72
    private static let iconSide: CGFloat = 32
    private let icon = UIImageView(image: UIImage(systemName: "play.fill"))

    var isHovered = false { didSet { if isHovered != oldValue { updateFill() } } }

    init(action: @escaping @MainActor () -> Void) {
        super.init(frame: CGRect(x: 0, y: 0, width: Self.side, height: Self.side))
        icon.tintColor = .white
        icon.contentMode = .scaleAspectFit
        addSubview(icon)
        layer.cornerRadius = Self.side / 2
        layer.borderWidth = 1
        layer.borderColor = PlayerLook.white(0.25).cgColor
        isAccessibilityElement = true
        accessibilityTraits = .button
        accessibilityLabel = StringTable.current[.play]
        addAction(UIAction { _ in action() }, for: .primaryActionTriggered)
        updateFill()
    }

    required init?(coder: NSCoder) { nil }

    /// Shows what the button does: the button of an `AVPlayerView` also pauses.
    func show(isPlaying: Bool) {
        icon.image = UIImage(systemName: isPlaying ? "pause.fill" : "play.fill")
        accessibilityLabel = StringTable.current[isPlaying ? .pause : .play]
    }

    override var canBecomeFocused: Bool { true }

    override func layoutSubviews() {
        super.layoutSubviews()
        // Moved two points to the right, so that the triangle looks centered.
        icon.frame = CGRect(
            x: (bounds.width - Self.iconSide) / 2 + 2, y: (bounds.height - Self.iconSide) / 2, width: Self.iconSide,
            height: Self.iconSide)
        updateFill()
    }

    private func updateFill() {
        backgroundColor = UIColor(white: isHighlighted ? 0.36 : isHovered ? 0.26 : 0.1, alpha: 0.72)
    }
}
