import Foundation
import UIKit

/// Keys: first for the open list of shortcuts, the open menu and the control with the ring, then for the whole player.
extension PlayerInput {
    /// - Returns: whether the key was handled.
    func pressed(_ press: UIPress) -> Bool {
        guard let controller else { return false }
        let flags = press.key?.modifierFlags ?? []
        // Key combinations with modifiers are left to the program.
        guard flags.isDisjoint(with: [.control, .alternate, .command]) else { return false }
        if let isHandled = controller.television.pressed(press) { return isHandled }
        let name = Self.name(of: press)
        controller.content.panels.tooltip.dismiss()
        // A symbol or digit that is typed with Shift follows as a press of its own.
        if flags.contains(.shift), name.count == 1, name.first?.isLetter == false { return false }
        if name == "tab" { return moveFocus(by: flags.contains(.shift) ? -1 : 1) }
        if let shortcuts = controller.content.panels.shortcuts {
            return pressed(name, in: shortcuts)
        }
        if let information = controller.content.panels.information.view, pressed(name, in: information) { return true }
        if let menu = controller.content.controls?.menu {
            switch name {
            case "up": menu.moveSelection(by: -1)
            case "down": menu.moveSelection(by: 1)
            case "left" where controller.content.controls?.leaveMenuPage() == true: break
            case "right" where menu.choosePage(): break
            case "enter", "space": menu.chooseSelection()
            case "escape" where controller.content.controls?.leaveMenuPage() == true: break
            case "escape": controller.content.controls?.closeMenu()
            default: return false
            }
            return true
        }
        if let control = controller.content.keyFocus.current, pressed(name, in: control) { return true }
        guard let command = KeyBindings.command(for: name, shift: flags.contains(.shift)) else { return false }
        if press.isRepeat, !command.repeats { return true }
        return controller.run(command)
    }

    /// Tab and Shift+Tab move the ring through all controls. At the ends of an embedded player, the key is left to the client.
    private func moveFocus(by step: Int) -> Bool {
        guard let controller else { return false }
        controller.presenter.noteInput()
        controller.content.layoutIfNeeded()
        let wraps = controller.parent == nil || controller.placement.coversDisplay
        return controller.content.keyFocus.move(by: step, wraps: wraps)
    }

    /// - Returns: whether the key has a meaning for the control with the ring.
    private func pressed(_ name: String, in control: PlayerControl) -> Bool {
        guard let controller else { return false }
        switch name {
        case "enter", "space": guard control.activate() else { return false }
        case "left", "right": guard control.adjust(by: name == "left" ? -1 : 1) else { return false }
        case "escape": controller.content.keyFocus.end()
        default: return false
        }
        controller.presenter.noteInput()
        return true
    }

    /// While the list of shortcuts is open, keys scroll and close it.
    private func pressed(_ name: String, in shortcuts: ShortcutsView) -> Bool {
        guard let content = controller?.content else { return false }
        switch name {
        case "escape", "?": content.panels.closeShortcuts()
        case "enter", "space":
            guard content.keyFocus.current?.activate() == true else { return false }
        case "up": shortcuts.scroll(by: -60)
        case "down": shortcuts.scroll(by: 60)
        case "pageup": shortcuts.scroll(by: -300)
        case "pagedown": shortcuts.scroll(by: 300)
        default: return false
        }
        return true
    }

    /// Keys of the open information panel; the others keep their effect on the player.
    private func pressed(_ name: String, in information: InformationView) -> Bool {
        guard let content = controller?.content else { return false }
        switch name {
        case "escape": content.panels.information.close()
        case "enter", "space":
            guard let control = content.keyFocus.current, control.isDescendant(of: information) else { return false }
            return control.activate()
        case "left", "right":
            guard content.keyFocus.current is PanelTab else { return false }
            return content.keyFocus.move(
                by: (name == "left") == StringTable.current.isRightToLeft ? 1 : -1, wraps: true)
        case "up": information.scroll(by: -60)
        case "down": information.scroll(by: 60)
        default: return false
        }
        return true
    }

    /// The menu key of a keyboard.
    private static let contextMenuKey = UIKeyboardHIDUsage(rawValue: 101)

    private static func name(of press: UIPress) -> String {
        switch press.type {
        case .upArrow: return "up"
        case .downArrow: return "down"
        case .leftArrow: return "left"
        case .rightArrow: return "right"
        case .select: return "enter"
        case .menu: return "escape"
        case .playPause: return "space"
        case .pageUp: return "pageup"
        case .pageDown: return "pagedown"
        case .stop: return "stop"
        case .nextTrack: return "next"
        case .previousTrack: return "previous"
        case .fastForward: return "fastforward"
        case .rewind: return "rewind"
        case .mute: return "mute"
        case .volumeUp: return "volumeup"
        case .volumeDown: return "volumedown"
        default: break
        }
        switch press.key?.keyCode {
        case .keyboardHome?: return "home"
        case .keyboardEnd?: return "end"
        case .keyboardTab?: return "tab"
        case Self.contextMenuKey?: return "contextmenu"
        case .keyboardF10? where press.key?.modifierFlags.contains(.shift) == true: return "contextmenu"
        default: return press.key?.charactersIgnoringModifiers.lowercased() ?? ""
        }
    }
}
