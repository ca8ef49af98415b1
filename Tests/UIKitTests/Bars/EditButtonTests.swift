import Foundation
import Testing

@testable import UIKit

/// The editing of view controllers and its bar button.
@MainActor
struct EditButtonTests {
    private final class Recorder: UIViewController {
        var log: [String] = []
        override func setEditing(_ editing: Bool, animated: Bool) {
            super.setEditing(editing, animated: animated)
            log.append("\(editing) \(animated)")
        }
    }

    @Test("a press of editButtonItem switches the editing with animation, and its title between Edit and Done")
    func press_switches() {
        let controller = Recorder()
        let item = controller.editButtonItem
        #expect(item === controller.editButtonItem && item.title == "Edit" && item.style == .plain)
        #expect(item.possibleTitles == ["Edit", "Done"])
        item.perform(from: controller, event: nil)
        #expect(controller.isEditing && controller.log == ["true true"] && item.title == "Done" && item.style == .done)
        item.perform(from: controller, event: nil)
        #expect(!controller.isEditing && controller.log.last == "false true" && item.title == "Edit")
        controller.isEditing = true
        #expect(controller.log.last == "true false" && item.title == "Done")
    }

    @Test("an edit button that is made while the controller is edited has the title Done")
    func button_isMadeLater() {
        let controller = UIViewController()
        controller.setEditing(true, animated: false)
        #expect(controller.editButtonItem.title == "Done")
    }

    @Test("a table controller edits its table, also when its view is loaded later")
    func tableController() {
        let controller = UITableViewController(style: .plain)
        controller.isEditing = true
        #expect(!controller.isViewLoaded && controller.tableView.isEditing)
        controller.editButtonItem.perform(from: controller, event: nil)
        #expect(!controller.tableView.isEditing)
    }
}
