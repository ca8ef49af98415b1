import CoreGraphics
import Foundation
import WindowSystem

@testable import UIKit

/// A window with a text that is edited, whose keys the test injects.
@MainActor protocol EditingStage {
    var window: UIWindow { get }
    var editor: TextEditor { get }
}

extension EditingStage {
    /// The text with a bar at the caret, or with brackets around the selection.
    var state: String {
        let text = editor.buffer.string as NSString
        let range = editor.buffer.selection
        let (before, after) = (text.substring(to: range.location), text.substring(from: range.location + range.length))
        return range.length == 0 ? "\(before)|\(after)" : "\(before)[\(text.substring(with: range))]\(after)"
    }

    func key(_ usage: UInt16, _ modifiers: KeyModifiers = [], _ characters: String = "") {
        for phase in [KeyEvent.Phase.down, .up] {
            window.memory?.inject(
                .key(
                    KeyEvent(
                        phase: phase, usage: KeyUsage(rawValue: usage), characters: characters, modifiers: modifiers)))
        }
    }

    /// Types text as a keyboard does: a key event and a text event for each character.
    func type(_ text: String) {
        for character in text {
            let letter = character.lowercased()
            let usage = letter.unicodeScalars.first.map { Int($0.value) - 97 + 4 } ?? 0
            let code = (4...29).contains(usage) ? UInt16(usage) : character == " " ? 0x2C : 0x2D
            window.memory?.inject(
                .key(KeyEvent(phase: .down, usage: KeyUsage(rawValue: code), characters: letter)))
            window.memory?.inject(.text(String(character)))
            window.memory?.inject(.key(KeyEvent(phase: .up, usage: KeyUsage(rawValue: code), characters: letter)))
        }
    }
}
