import CoreGraphics
import Foundation
import UIKit

/// The bar for trimming: a track with a handle at each end of the selected range, and the buttons that end the trimming.
final class TrimView: UIView {
    var model: TrimModel { didSet { if model != oldValue { setNeedsLayout() } } }
    /// Called while the viewer drags a handle, with its time in seconds.
    var onMove: @MainActor (Double) -> Void = { _ in }
    /// Called with true for the button that accepts the range, and with false for the other.
    var onEnd: @MainActor (Bool) -> Void = { _ in }

    private let panel = UIView(frame: .zero)
    private let track = UIView(frame: .zero)
    private let range = UIView(frame: .zero)
    private let label = UILabel(frame: .zero)
    private var handles: [TrimModel.Handle: TrimHandle] = [:]
    private var buttons: [UIButton] = []

    static let panelHeight: CGFloat = 104
    private static let trackHeight: CGFloat = 36
    private static let buttonSize = CGSize(width: 104, height: 32)
    private static let color = UIColor(red: 1, green: 0.8, blue: 0, alpha: 1)

    init(_ model: TrimModel) {
        self.model = model
        super.init(frame: .zero)
        panel.backgroundColor = PlayerLook.menuGlass
        panel.layer.cornerRadius = PlayerLook.glassRadius
        panel.layer.borderWidth = 1
        panel.layer.borderColor = PlayerLook.hairline.cgColor
        addSubview(panel)
        track.backgroundColor = PlayerLook.white(0.18)
        track.layer.cornerRadius = 6
        range.backgroundColor = Self.color.withAlphaComponent(0.22)
        range.layer.borderColor = Self.color.cgColor
        range.layer.borderWidth = 2
        label.font = PlayerLook.timeFont
        label.textColor = .white
        for view in [track, range, label] as [UIView] {
            view.isUserInteractionEnabled = false
            panel.addSubview(view)
        }
        let strings = StringTable.current
        for handle in TrimModel.Handle.allCases {
            let view = TrimHandle(
                name: strings[handle == .start ? .trimStart : .trimEnd], color: Self.color,
                isStart: handle == .start)
            view.onDrag = { [weak self] in self?.drag(handle, to: $0) }
            view.onStep = { [weak self] in self?.step(handle, by: $0) }
            handles[handle] = view
            panel.addSubview(view)
        }
        for (key, accepts) in [(TextKey.cancel, false), (.trim, true)] {
            let button = UIButton(frame: CGRect(origin: .zero, size: Self.buttonSize))
            button.setTitle(strings[key], for: .normal)
            button.titleLabel?.font = PlayerLook.titleFont
            button.backgroundColor = accepts ? Self.color : PlayerLook.white(0.18)
            button.setTitleColor(accepts ? .black : .white, for: .normal)
            button.layer.cornerRadius = Self.buttonSize.height / 2
            button.addAction(
                UIAction { [weak self] _ in self?.onEnd(accepts) }, for: .primaryActionTriggered)
            buttons.append(button)
            panel.addSubview(button)
        }
    }

    required init?(coder: NSCoder) { nil }

    /// The buttons: the one that cancels, then the one that accepts.
    var endButtons: [UIButton] { buttons }
    func handleView(_ handle: TrimModel.Handle) -> UIView? { handles[handle] }

    /// Touches beside the panel belong to the player.
    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        let hit = super.hitTest(point, with: event)
        return hit === self ? nil : hit
    }

    private func drag(_ handle: TrimModel.Handle, to place: CGPoint) {
        model.move(handle, toX: Double(panel.convert(place, from: nil).x - track.frame.minX))
        onMove(model.time(of: handle))
    }

    private func step(_ handle: TrimModel.Handle, by seconds: Double) {
        model.set(handle, to: model.time(of: handle) + seconds)
        onMove(model.time(of: handle))
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let margin = ControlsLayout.sideMargin(forWidth: bounds.width)
        let height = min(Self.panelHeight, bounds.height)
        panel.frame = CGRect(
            x: margin, y: bounds.height - height - margin, width: max(0, bounds.width - 2 * margin), height: height)
        let inset = TrimHandle.width + 14
        track.frame = CGRect(
            x: inset, y: 14, width: max(0, panel.bounds.width - 2 * inset), height: Self.trackHeight)
        if model.width != Double(track.bounds.width) { model.width = Double(track.bounds.width) }
        let left = track.frame.minX + CGFloat(model.x(of: model.start)).rounded()
        let right = track.frame.minX + CGFloat(model.x(of: model.end)).rounded()
        range.frame = CGRect(x: left, y: track.frame.minY, width: right - left, height: Self.trackHeight)
        handles[.start]?.frame = CGRect(
            x: left - TrimHandle.width, y: track.frame.minY, width: TrimHandle.width, height: Self.trackHeight)
        handles[.end]?.frame = CGRect(
            x: right, y: track.frame.minY, width: TrimHandle.width, height: Self.trackHeight)
        for handle in TrimModel.Handle.allCases {
            handles[handle]?.accessibilityValue = TimeText.spoken(model.time(of: handle))
        }
        label.text = "\(TimeText.text(model.start)) \u{2013} \(TimeText.text(model.end))"
        let size = label.sizeThatFits(.zero)
        let row = track.frame.maxY + 12
        label.frame = CGRect(
            x: inset, y: (row + (Self.buttonSize.height - size.height) / 2).rounded(), width: size.width,
            height: size.height)
        var x = panel.bounds.width - 14
        for button in buttons.reversed() {
            x -= Self.buttonSize.width
            button.frame = CGRect(origin: CGPoint(x: x, y: row), size: Self.buttonSize)
            x -= 10
        }
    }
}

/// A handle of the trim bar.
final class TrimHandle: UIControl {
    static let width: CGFloat = 18
    /// Called with the finger's place in the window.
    var onDrag: @MainActor (CGPoint) -> Void = { _ in }
    /// Called with the seconds of a step that assistive technology requests.
    var onStep: @MainActor (Double) -> Void = { _ in }
    private let grip = UIView(frame: .zero)

    init(name: String, color: UIColor, isStart: Bool) {
        super.init(frame: .zero)
        backgroundColor = color
        layer.cornerRadius = 6
        layer.maskedCorners =
            isStart
            ? [.layerMinXMinYCorner, .layerMinXMaxYCorner] : [.layerMaxXMinYCorner, .layerMaxXMaxYCorner]
        grip.backgroundColor = UIColor(white: 0, alpha: 0.6)
        grip.layer.cornerRadius = 1
        grip.isUserInteractionEnabled = false
        addSubview(grip)
        isAccessibilityElement = true
        accessibilityLabel = name
        accessibilityTraits = .adjustable
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        grip.frame = CGRect(x: (bounds.width - 2) / 2, y: (bounds.height - 16) / 2, width: 2, height: 16)
    }

    override func accessibilityIncrement() { onStep(1) }
    override func accessibilityDecrement() { onStep(-1) }

    override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
    override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        onDrag(touch.location(in: nil))
        return true
    }
}
