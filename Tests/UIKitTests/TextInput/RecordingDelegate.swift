import Foundation

@testable import UIKit

/// Records the calls of a field, and vetoes what a test names.
@MainActor final class RecordingDelegate: NSObject, UITextFieldDelegate {
    var log: [String] = []
    var vetoes: Set<String> = []

    private func note(_ name: String, _ detail: String = "") -> Bool {
        log.append(name + detail)
        return !vetoes.contains(name)
    }

    func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { note("shouldBegin") }
    func textFieldDidBeginEditing(_ textField: UITextField) { log.append("didBegin") }
    func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { note("shouldEnd") }
    func textFieldDidEndEditing(_ textField: UITextField, reason: UITextField.DidEndEditingReason) {
        log.append("didEnd \(reason.rawValue)")
    }
    func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
    ) -> Bool { note("change", " \(range.location) \(range.length) \(string)") }
    func textFieldDidChangeSelection(_ textField: UITextField) { log.append("selection") }
    func textFieldShouldClear(_ textField: UITextField) -> Bool { note("clear") }
    func textFieldShouldReturn(_ textField: UITextField) -> Bool { note("return") }
}
