import CoreGraphics
import Foundation
import Testing
import WindowSystem

@testable import UIKit

/// Search bars in a window.
@MainActor
struct SearchBarTests {
    private final class Delegate: NSObject, UISearchBarDelegate {
        var log: [String] = []
        var allowsChange = true

        func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) { log.append("begin") }
        func searchBarTextDidEndEditing(_ searchBar: UISearchBar) { log.append("end") }
        func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) { log.append("text \(searchText)") }
        func searchBar(
            _ searchBar: UISearchBar, shouldChangeTextIn range: NSRange, replacementText text: String
        ) -> Bool { allowsChange }
        func searchBarSearchButtonClicked(_ searchBar: UISearchBar) { log.append("search") }
        func searchBarCancelButtonClicked(_ searchBar: UISearchBar) { log.append("cancel") }
    }

    private func makeBar(_ stage: TextStage) -> (UISearchBar, Delegate) {
        let bar = UISearchBar(frame: CGRect(x: 0, y: 100, width: 400, height: 56))
        let delegate = Delegate()
        bar.delegate = delegate
        stage.root.view.addSubview(bar)
        stage.window.layoutIfNeeded()
        return (bar, delegate)
    }

    @Test("typing, Return and the end of editing are reported to the delegate of the bar")
    func typing_isReported() {
        let stage = TextStage()
        defer { stage.end() }
        let (bar, delegate) = makeBar(stage)
        #expect(bar.becomeFirstResponder() && bar.isFirstResponder)
        stage.type("ab")
        delegate.allowsChange = false
        stage.type("c")
        stage.key(EditKey.enter)
        #expect(bar.isFirstResponder && bar.resignFirstResponder())
        #expect(bar.text == "ab")
        #expect(delegate.log == ["begin", "text a", "text ab", "search", "end"])
    }

    @Test("Escape and a click on the cancel button cancel the search while that button is displayed")
    func cancel_isReported() {
        let stage = TextStage()
        defer { stage.end() }
        let (bar, delegate) = makeBar(stage)
        let width = bar.searchTextField.frame.width
        bar.becomeFirstResponder()
        stage.key(EditKey.escape)
        #expect(delegate.log == ["begin"])
        bar.showsCancelButton = true
        stage.window.layoutIfNeeded()
        #expect(bar.searchTextField.frame.width < width - 30)
        stage.key(EditKey.escape)
        #expect(delegate.log == ["begin", "cancel"] && bar.isFirstResponder)
        for phase in [PointerEvent.Phase.pressed, .released] {
            stage.window.memory?.inject(
                .pointer(
                    PointerEvent(
                        phase: phase, location: CGPoint(x: 370, y: 128), button: .primary,
                        heldButtons: phase == .pressed ? [.primary] : [], clickCount: 1)))
        }
        #expect(delegate.log == ["begin", "cancel", "cancel"])
    }
}
