import CoreGraphics
import UIKit

/// The clock times at the ends of a live programme's bar: two labels that the owner of the bar shows beside or below it.
@MainActor
final class ProgrammeClock {
    let start = UILabel(frame: .zero)
    let end = UILabel(frame: .zero)
    /// The distance of a label from the bar beside it.
    private static let gap: CGFloat = 12
    /// The least width of the bar between its labels; a narrower one has none.
    private static let narrowest: CGFloat = 160

    init() {
        for label in [start, end] {
            label.textColor = .white
            label.shadowColor = PlayerLook.textShadow
            label.shadowOffset = PlayerLook.textShadowOffset
            label.isHidden = true
        }
    }

    var font: UIFont {
        get { start.font }
        set { for label in [start, end] { label.font = newValue } }
    }

    /// Shows the times of a programme, or none.
    /// - Returns: whether the texts have changed.
    @discardableResult
    func show(_ programme: ScrubberModel.Programme?) -> Bool {
        let texts = [programme?.start.map { ClockText.text($0) }, programme?.end.map { ClockText.text($0) }]
        guard texts != [start.text, end.text] else { return false }
        (start.text, end.text) = (texts[0], texts[1])
        return true
    }

    /// The width of a label with its distance from the bar; 0 without a text.
    private func width(_ label: UILabel) -> CGFloat {
        (label.text ?? "").isEmpty ? 0 : label.sizeThatFits(.zero).width.rounded(.up) + Self.gap
    }

    /// Returns the part of a bar's frame that remains beside the labels.
    func bar(in frame: CGRect) -> CGRect {
        let (left, right) = (width(start), width(end))
        guard left + right > 0, frame.width - left - right >= Self.narrowest else { return frame }
        return CGRect(x: frame.minX + left, y: frame.minY, width: frame.width - left - right, height: frame.height)
    }

    /// Places the labels at the ends of a frame, on both sides of the bar in it.
    func place(in frame: CGRect, isHidden: Bool) {
        let hasRoom = bar(in: frame) != frame
        for label in [start, end] {
            let size = label.sizeThatFits(.zero)
            label.isHidden = isHidden || !hasRoom || (label.text ?? "").isEmpty
            let width = size.width.rounded(.up)
            label.frame = CGRect(
                x: label === start ? frame.minX : frame.maxX - width, y: (frame.midY - size.height / 2).rounded(),
                width: width, height: size.height)
        }
    }
}

extension ScrubberModel {
    /// The text of a time of a live stream: the clock time within a programme with exact dates, else the distance from the live edge.
    @MainActor
    func liveText(at time: Double) -> String {
        clock(at: time).map { ClockText.text($0) } ?? TimeText.remaining(position: time, duration: edge)
    }
}
