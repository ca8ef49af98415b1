import CoreGraphics
import Testing
import WindowSystem

@testable import UIKit

/// Alerts and action sheets.
@MainActor
struct AlertControllerTests {
    private final class Log {
        var choices: [String] = []
    }

    private static func buttons(_ view: UIView) -> [AlertButton] {
        view.subviews.flatMap { ($0 as? AlertButton).map { [$0] } ?? buttons($0) }
    }

    /// Presents an alert with actions of some titles and styles, and runs `body` with it and the log of its handlers.
    private func present(
        _ style: UIAlertController.Style = .alert, _ actions: [(String, UIAlertAction.Style)],
        _ body: (UIAlertController, UIWindow, Log, HostTime.Manual) throws -> Void
    ) rethrows {
        try withManualTime { time in
            let log = Log()
            let root = UIViewController()
            let window = makeWindow(root)
            defer { window.isHidden = true }
            let alert = UIAlertController(title: "Title", message: "Message", preferredStyle: style)
            for (title, style) in actions {
                alert.addAction(
                    UIAlertAction(title: title, style: style) { [weak root] action in
                        log.choices.append(
                            "\(action.title ?? "") \(root?.presentedViewController == nil ? "dismissed" : "shown")")
                    })
            }
            root.present(alert, animated: false)
            time.advance(by: 1)
            window.layoutIfNeeded()
            try body(alert, window, log, time)
        }
    }

    private nonisolated static let question: [(String, UIAlertAction.Style)] = [
        ("Delete", .destructive), ("Keep", .cancel),
    ]

    @Test("a press of a button dismisses the alert, and then calls the handler")
    func button_dismissesAndCalls() throws {
        try present(.alert, Self.question) { alert, window, log, time in
            let buttons = Self.buttons(alert.view)
            #expect(buttons.map(\.accessibilityLabel) == ["Keep", "Delete"])
            let delete = try #require(buttons.last)
            let middle = delete.convert(CGPoint(x: delete.bounds.midX, y: delete.bounds.midY), to: nil)
            window.tap(middle.x, middle.y, at: 1)
            time.advance(by: 1)
            #expect(log.choices == ["Delete dismissed"])
        }
    }

    @Test(
        "Escape presses the cancel button or the only one, and nothing where there are several without one",
        arguments: [
            (question, ["Keep dismissed"]), ([("OK", .default)], ["OK dismissed"]),
            ([("A", .default), ("B", .default)], []),
        ] as [([(String, UIAlertAction.Style)], [String])])
    func escape_cancels(actions: [(String, UIAlertAction.Style)], choices: [String]) {
        present(.alert, actions) { _, window, log, time in
            window.press(.escape)
            time.advance(by: 1)
            #expect(log.choices == choices)
        }
    }

    @Test("Return presses the preferred button, and Tab and arrows give the keys to others")
    func keys_press() {
        present(.alert, Self.question) { alert, window, log, time in
            window.press(.returnOrEnter)
            time.advance(by: 1)
            #expect(log.choices.isEmpty)
            alert.preferredAction = alert.actions[0]
            window.press(.returnOrEnter)
            time.advance(by: 1)
            #expect(log.choices == ["Delete dismissed"])
        }
        present(.alert, Self.question) { alert, window, log, time in
            window.press(.tab)
            #expect(Self.buttons(alert.view).first?.isFirstResponder == true)
            window.press(.rightArrow)
            window.press(.returnOrEnter)
            time.advance(by: 1)
            #expect(log.choices == ["Delete dismissed"])
        }
    }

    @Test("a disabled action is not chosen, and a second cancel action is not added")
    func actions_rules() {
        present(.alert, [("A", .default), ("B", .cancel), ("C", .cancel)]) { alert, window, log, time in
            #expect(alert.actions.map(\.title) == ["A", "B"])
            alert.actions[1].isEnabled = false
            window.press(.escape)
            time.advance(by: 1)
            #expect(log.choices.isEmpty && Self.buttons(alert.view).filter(\.isEnabled).count == 1)
        }
    }

    @Test("an alert is in the middle, a sheet at the lower edge, and a press beside a sheet cancels it")
    func layout_places() throws {
        try present(.alert, Self.question) { alert, window, log, time in
            let panel = try #require(alert.view.subviews.last as? AlertPanel)
            #expect(abs(panel.center.x - 200) <= 1 && abs(panel.center.y - 150) <= 1)
            #expect(Self.buttons(panel).map(\.frame.minX) == [0, panel.bounds.width / 2])
            window.tap(5, 5, at: 1)
            time.advance(by: 1)
            #expect(log.choices.isEmpty)
        }
        try present(.actionSheet, Self.question) { alert, window, log, time in
            let panel = try #require(alert.view.subviews.last as? AlertPanel)
            #expect(panel.frame.maxY == 284 && Self.buttons(panel).map(\.accessibilityLabel) == ["Delete", "Keep"])
            window.tap(5, 5, at: 1)
            time.advance(by: 1)
            #expect(log.choices == ["Keep dismissed"])
        }
    }

    @Test("a long message scrolls, and the alert stays inside the window")
    func layout_longMessage() throws {
        try present(.alert, [("A", .default), ("B", .default), ("C", .cancel)]) { alert, window, _, _ in
            alert.message = String(repeating: "A long message. ", count: 100)
            window.layoutIfNeeded()
            let panel = try #require(alert.view.subviews.last as? AlertPanel)
            #expect(window.bounds.insetBy(dx: 15, dy: 15).contains(panel.frame))
            #expect(Self.buttons(panel).allSatisfy { $0.convert($0.bounds, to: window).maxY <= panel.frame.maxY })
        }
    }

    @Test("in the tv idiom the preferred button has the focus, and the menu button cancels")
    func television_focus() {
        let before = UIDevice.current.userInterfaceIdiom
        UIDevice.current.setIdiom(.tv)
        defer { UIDevice.current.setIdiom(before) }
        present(.alert, Self.question) { alert, window, log, time in
            alert.preferredAction = alert.actions[0]
            alert.setNeedsFocusUpdate()
            time.advance(by: 1)
            #expect((window.focusSystem.focusedItem as? AlertButton)?.action === alert.actions[0])
            window.press(.escape)
            time.advance(by: 1)
            #expect(log.choices == ["Keep dismissed"])
        }
    }
}
