import Foundation
import Testing

@testable import UIKit

/// A list of titles as apps write it.
@MainActor
private final class TitlesController: UITableViewController {
    var titles = ["One", "Two"]
    var chosen: [Int] = []

    override func viewDidLoad() {
        super.viewDidLoad()
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "title")
    }
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { titles.count }
    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "title", for: indexPath)
        cell.textLabel?.text = titles[indexPath.row]
        return cell
    }
    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        chosen.append(indexPath.row)
    }
}

@MainActor
struct TableControllerTests {
    @Test("a table controller is data source and delegate of its table, and its overrides are called")
    func overrides() {
        let controller = TitlesController(style: .grouped)
        let window = makeWindow(controller)
        defer { window.isHidden = true }
        #expect(controller.tableView.style == .grouped && controller.view === controller.tableView)
        #expect(controller.tableView.visibleCells.map { $0.textLabel?.text } == ["One", "Two"])
        window.tap(50, controller.tableView.rectForRow(at: IndexPath(row: 1, section: 0)).midY, at: 1)
        #expect(controller.chosen == [1])
    }

    @Test("the selection is cleared when the view appears again, unless the controller keeps it")
    func clearsSelection() {
        let controller = TitlesController(style: .plain)
        let window = makeWindow(controller)
        defer { window.isHidden = true }
        let path = IndexPath(row: 1, section: 0)
        for clears in [true, false] {
            controller.clearsSelectionOnViewWillAppear = clears
            controller.tableView.selectRow(at: path, animated: false, scrollPosition: .none)
            controller.beginAppearanceTransition(false, animated: false)
            controller.endAppearanceTransition()
            controller.beginAppearanceTransition(true, animated: false)
            controller.endAppearanceTransition()
            #expect((controller.tableView.indexPathForSelectedRow == nil) == clears)
        }
    }

    @Test("the rows begin below a navigation bar, and scrolling to a row stops there")
    func navigationBar() {
        let controller = TitlesController(style: .plain)
        controller.titles = (0..<50).map(String.init)
        let window = makeWindow(UINavigationController(rootViewController: controller))
        defer { window.isHidden = true }
        let table = controller.tableView
        let top = table?.adjustedContentInset.top ?? 0
        #expect(top > 0 && table?.contentOffset.y == -top)
        table?.contentOffset.y = 800
        table?.scrollRectToVisible(CGRect(x: 0, y: 500, width: 10, height: 10), animated: false)
        #expect(table?.contentOffset.y == 500 - top)
    }
}
