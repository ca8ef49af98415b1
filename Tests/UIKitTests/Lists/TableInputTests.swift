import CoreGraphics
import Foundation
import Testing
import WindowSystem

@testable import UIKit

/// Keys, the remote and assistive technology in tables.
@MainActor
struct TableInputTests {
    private func path(_ row: Int, _ section: Int = 0) -> IndexPath { IndexPath(row: row, section: section) }

    private func show(_ table: UITableView) -> UIWindow {
        let root = UIViewController()
        let window = makeWindow(root)
        root.view.addSubview(table)
        window.layoutIfNeeded()
        return window
    }

    @Test("uikit tables 2, 7: the remote moves from row to row, also to rows below the bounds, and selects")
    func remote() {
        let before = UIDevice.current.userInterfaceIdiom
        UIDevice.current.setIdiom(.tv)
        defer { UIDevice.current.setIdiom(before) }
        withManualTime { time in
            let list = NameList(count: 40)
            list.mayFocus = { $0.row != 1 }
            let table = makeTable(list)
            let window = show(table)
            time.advance(by: 0)
            #expect(list.log == ["focus - 0"])
            for _ in 0..<8 { window.press(.downArrow) }
            time.advance(by: 1)
            #expect(table.cellForRow(at: path(9))?.isFocused == true)
            #expect(table.bounds.contains(table.rectForRow(at: path(9))))
            window.press(.returnOrEnter)
            #expect(list.log.last == "select 9")
            window.isHidden = true
        }
    }

    @Test("the remote reaches rows below the bounds of a table in a view that clips, too")
    func remoteInClippingView() {
        let before = UIDevice.current.userInterfaceIdiom
        UIDevice.current.setIdiom(.tv)
        defer { UIDevice.current.setIdiom(before) }
        withManualTime { time in
            let list = NameList(count: 40)
            let table = makeTable(list)
            let window = show(table)
            let clip = UIView(frame: table.frame)
            clip.clipsToBounds = true
            window.rootViewController?.view.addSubview(clip)
            clip.addSubview(table)
            time.advance(by: 0)
            for _ in 0..<9 { window.press(.downArrow) }
            #expect(list.log.last == "focus 8 9")
            window.isHidden = true
        }
    }

    @Test("the focused row of the tv idiom is filled, with its content in the opposite style")
    func focusLook() throws {
        let before = UIDevice.current.userInterfaceIdiom
        UIDevice.current.setIdiom(.tv)
        defer { UIDevice.current.setIdiom(before) }
        try withManualTime { time in
            let table = makeTable(NameList(count: 4))
            let window = show(table)
            window.overrideUserInterfaceStyle = .dark
            time.advance(by: 1)
            window.layoutIfNeeded()
            let cell = try #require(table.cellForRow(at: path(0)))
            let other = try #require(table.cellForRow(at: path(1)))
            #expect(cell.isFocused && cell.contentView.traitCollection.userInterfaceStyle == .light)
            #expect(other.contentView.traitCollection.userInterfaceStyle == .dark)
            window.press(.downArrow)
            time.advance(by: 1)
            #expect(cell.contentView.traitCollection.userInterfaceStyle == .dark)
            window.isHidden = true
        }
    }

    @Test("in the desktop idiom, arrow keys move over the rows that can be selected, and Return and Space select")
    func keys() {
        let list = NameList(count: 40)
        list.mayHighlight = { $0.row != 2 }
        let table = makeTable(list)
        let window = show(table)
        defer { window.isHidden = true }
        window.press(.downArrow)
        #expect(table.isFirstResponder && table.cellForRow(at: path(0))?.hasKeys == true)
        window.press(.downArrow)
        window.press(.downArrow)
        #expect(table.cellForRow(at: path(3))?.hasKeys == true && table.cellForRow(at: path(0))?.hasKeys == false)
        window.press(.returnOrEnter)
        #expect(list.log == ["select 3"])
        window.press(.upArrow)
        window.press(.space)
        #expect(list.log == ["select 3", "deselect 3", "select 1"])
        window.press(.end)
        #expect(table.cellForRow(at: path(39))?.hasKeys == true)
        #expect(table.contentOffset.y == table.contentSize.height - 220)
        window.press(.home)
        window.press(.upArrow)
        #expect(table.cellForRow(at: path(0))?.hasKeys == true && table.contentOffset.y == 0)
    }

    @Test("Tab gives the keys to a table and then to the control below it, and a click continues at its row")
    func tab() {
        let list = NameList(count: 3)
        let table = makeTable(list)
        let window = show(table)
        defer { window.isHidden = true }
        let control = UISwitch(frame: CGRect(x: 0, y: 240, width: 51, height: 31))
        window.rootViewController?.view.addSubview(control)
        window.press(.tab)
        #expect(table.isFirstResponder && table.cellForRow(at: path(0))?.hasKeys == true)
        window.press(.tab)
        #expect(control.isFirstResponder && table.cellForRow(at: path(0))?.hasKeys == false)
        window.tap(50, 60, at: 1)
        #expect(table.isFirstResponder && table.cellForRow(at: path(1))?.hasKeys == false)
        window.press(.downArrow)
        window.press(.downArrow)
        window.press(.returnOrEnter)
        #expect(list.log.last == "select 2")
    }

    @Test("assistive technology sees a list with its visible rows in order, and presses select")
    func accessibility() throws {
        let list = NameList([["a", "b"], (0..<50).map { "\($0)" }])
        list.titles = [nil, "Section"]
        let table = makeTable(list)
        let window = show(table)
        defer { window.isHidden = true }
        let node = try #require(window.accessibleNode.accessibilityNodeChildren.first)
        #expect(node.accessibilityNodeRole == .list)
        let rows = node.accessibilityNodeChildren
        #expect(rows.map(\.accessibilityNodeLabel).prefix(4) == ["a", "b", "Section", "0"])
        #expect(rows[0].accessibilityNodeRole == .listItem && rows.count < 8)
        #expect(rows[1].accessibilityNodeActions.map(\.name) == ["press"])
        #expect(rows[1].performAccessibilityNodeAction("press"))
        #expect(list.log == ["select 1"])
        #expect(rows[1].accessibilityNodeStates.contains(.selected))
        #expect((rows[1].accessibilityNodeParent as AnyObject?) === (node as AnyObject))
    }

    @Test("a row with a control is not one element, so that the control can be reached")
    func rowWithControl() throws {
        let table = makeTable(NameList(count: 2))
        let cell = try #require(table.cellForRow(at: path(0)))
        #expect(cell.isAccessibilityElement && cell.accessibilityLabel == "row 0")
        cell.accessoryView = UISwitch(frame: CGRect(x: 0, y: 0, width: 51, height: 31))
        #expect(!cell.isAccessibilityElement)
    }
}
