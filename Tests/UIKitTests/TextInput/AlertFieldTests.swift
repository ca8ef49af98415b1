import CoreGraphics
import Foundation
import Testing
import WindowSystem

@testable import UIKit

/// The text fields of alerts.
@MainActor
struct AlertFieldTests {
    private final class Answers { var titles: [String] = [] }

    private func present(_ stage: TextStage, _ answers: Answers) -> UIAlertController {
        let alert = UIAlertController(title: "Profile", message: "Choose a name.", preferredStyle: .alert)
        alert.addTextField { $0.placeholder = "Name" }
        alert.addTextField { $0.isSecureTextEntry = true }
        for (title, style) in [("Cancel", UIAlertAction.Style.cancel), ("Save", .default)] {
            alert.addAction(UIAlertAction(title: title, style: style) { answers.titles.append($0.title ?? "") })
        }
        stage.root.present(alert, animated: false)
        stage.window.layoutIfNeeded()
        return alert
    }

    @Test(
        "the first field has the keys, Return moves to the next one and presses the button from the last one, and the former field has the keys again"
    )
    func return_movesAndSaves() throws {
        try withManualTime { time in
            let stage = TextStage()
            defer { stage.end() }
            let answers = Answers()
            stage.edit()
            let alert = present(stage, answers)
            let fields = try #require(alert.textFields)
            #expect(fields.count == 2 && fields[0].isFirstResponder && fields[0].placeholder == "Name")
            stage.type("jane")
            stage.key(EditKey.enter)
            #expect(fields[1].isFirstResponder)
            stage.type("pin")
            #expect(fields.map { $0.text } == ["jane", "pin"])
            stage.key(EditKey.enter)
            time.advance(by: 2)
            #expect(answers.titles == ["Save"] && stage.field.isFirstResponder)
        }
    }

    @Test("Escape cancels an alert from a field, and Tab reaches fields and buttons")
    func escape_cancels() throws {
        try withManualTime { time in
            let stage = TextStage()
            defer { stage.end() }
            let answers = Answers()
            let fields = try #require(present(stage, answers).textFields)
            stage.key(EditKey.tab)
            #expect(fields[1].isFirstResponder)
            stage.key(EditKey.tab)
            #expect((stage.window.firstResponder as? AlertButton)?.action.title == "Cancel")
            stage.key(EditKey.tab, .shift)
            #expect(fields[1].isFirstResponder)
            stage.key(EditKey.escape)
            time.advance(by: 2)
            #expect(answers.titles == ["Cancel"])
        }
    }

    @Test("fields are between the message and the buttons and do not overlap, and an action sheet has none")
    func fields_areBelowMessage() throws {
        let stage = TextStage()
        defer { stage.end() }
        let alert = present(stage, Answers())
        let fields = try #require(alert.textFields)
        let frames = fields.map { $0.convert($0.bounds, to: stage.window) }
        let button = try #require(alert.view.firstView(of: AlertButton.self))
        let top = button.convert(button.bounds, to: stage.window).minY
        #expect(frames[0].maxY < frames[1].minY && frames[1].maxY < top && frames[0].height >= 30)
        let sheet = UIAlertController(title: nil, message: nil, preferredStyle: .actionSheet)
        sheet.addTextField()
        #expect(sheet.textFields == nil)
    }
}

extension UIView {
    fileprivate func firstView<View: UIView>(of type: View.Type) -> View? {
        (self as? View) ?? subviews.lazy.compactMap { $0.firstView(of: type) }.first
    }
}
