import CoreGraphics
import UIKit

/// A pad of digits with keys that cancel and delete, operated by pointer, touch, and the arrow keys of a keyboard or remote.
///
/// Digits run from left to right in every language.
final class KeypadView: UIView {
    enum Key: Equatable {
        case digit(Int), cancel, delete
    }

    private static let pad: [Key] =
        (1...9).map { .digit($0) } + [.cancel, .digit(0), .delete]

    private var grid = KeyGrid(rows: [3, 3, 3, 3])
    private var keys: [ScreenButton] = []
    /// Called with each key that the viewer presses.
    var onPress: @MainActor (Key) -> Void = { _ in }

    /// The diameter of a key, and the distance between two rows, in points.
    var keySize: CGFloat = 40 { didSet { if keySize != oldValue { setNeedsLayout() } } }
    private var rowGap: CGFloat { (keySize * 0.24).rounded() }
    private var columnGap: CGFloat { rowGap * 1.6 }
    var wantedSize: CGSize {
        CGSize(width: 3 * keySize + 2 * columnGap, height: 4 * keySize + 3 * rowGap)
    }

    init() {
        super.init(frame: .zero)
        keys = Self.pad.map(button)
        for key in keys { addSubview(key) }
        // With a remote the keys are chosen, so that one of them is always marked.
        if UIDevice.current.userInterfaceIdiom == .tv { grid.select(4) }
        showSelection()
    }

    required init?(coder: NSCoder) { nil }

    private func button(_ key: Key) -> ScreenButton {
        let strings = StringTable.current
        let press: @MainActor () -> Void = { [weak self] in self?.onPress(key) }
        switch key {
        case .cancel:
            return ScreenButton(
                title: "", image: UIImage(systemName: "xmark"), spoken: strings[.cancelPasscode], action: press)
        case .delete:
            return ScreenButton(
                title: "", image: UIImage(systemName: "delete.left"), spoken: strings[.deleteDigit], action: press)
        case .digit(let digit): return ScreenButton(title: "\(digit)", action: press)
        }
    }

    /// Moves the selection, or presses the selected key.
    /// - Returns: whether the key belongs to the pad.
    func handle(_ key: ScreenKey, isRepeat: Bool) -> Bool {
        switch key {
        case .move(let direction): grid.move(direction)
        case .advance(let step): grid.advance(by: step)
        case .activate: if let selection = grid.selection, !isRepeat { onPress(Self.pad[selection]) }
        case .digit(let digit): if !isRepeat { onPress(.digit(digit)) }
        case .delete: onPress(.delete)
        case .leave: return false
        }
        showSelection()
        return true
    }

    private func showSelection() {
        for (index, key) in keys.enumerated() { key.isChosen = index == grid.selection }
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        for (index, key) in keys.enumerated() {
            key.textSize = (keySize * 0.36).rounded()
            key.frame = CGRect(
                x: CGFloat(index % 3) * (keySize + columnGap), y: CGFloat(index / 3) * (keySize + rowGap),
                width: keySize, height: keySize)
        }
    }
}
