import Foundation
import MediaTesting
import Synchronization
import Testing
import UIKit

@testable import AVKit

/// The settings file: a temporary folder for each test.
struct SettingsStoreTests {
    private final class Folder: Sendable {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("settings-\(UUID().uuidString)")
        let problems = Mutex<[String]>([])
        var file: URL { url.appendingPathComponent("openavkit/settings.json") }

        func store() -> SettingsStore {
            SettingsStore(file: file) { [self] problem in problems.withLock { $0.append(problem) } }
        }
        func write(_ text: String) throws {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        deinit { try? FileManager.default.removeItem(at: url) }
    }

    @Test("a store without a file has the defaults, writes nothing and reports nothing")
    func missingFile_hasDefaults() {
        let folder = Folder()
        #expect(folder.store().settings == ViewerSettings())
        #expect(!FileManager.default.fileExists(atPath: folder.file.path))
        #expect(folder.problems.withLock { $0 }.isEmpty)
    }

    @Test(
        "a changed setting is in the file, which only its owner may read, and a store that is created later has the change"
    )
    func change_isStored() throws {
        let folder = Folder()
        let problem = folder.store().change {
            $0.captions.textScale = 1.5
            $0.languages.audio = ["de"]
            $0.history.isOn = false
        }
        #expect(problem == nil)
        let settings = folder.store().settings
        #expect(settings.captions.textScale == 1.5 && settings.languages.audio == ["de"] && !settings.history.isOn)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        let names = try FileManager.default.contentsOfDirectory(
            atPath: folder.file.deletingLastPathComponent().path)
        #expect(names == ["settings.json"])
    }

    @Test("a change keeps what another program has written into the file meanwhile")
    func change_keepsOtherPrograms() {
        let folder = Folder()
        let (first, second) = (folder.store(), folder.store())
        _ = (first.settings, second.settings)
        second.change { $0.display.contrast = .on }
        first.change { $0.display.reducedMotion = .off }
        #expect(folder.store().settings.display.contrast == .on)
        #expect(folder.store().settings.display.reducedMotion == .off)
    }

    @Test(
        "values that the file lacks have their defaults, unknown values are ignored, and sizes out of range are corrected"
    )
    func partialFile_isCompleted() throws {
        let folder = Folder()
        try folder.write(#"{"captions": {"textScale": 900, "color": "cyan"}, "future": {"a": 1}}"#)
        let settings = folder.store().settings
        #expect(settings.captions.color == .cyan && settings.captions.textScale == 1 && settings.history.isOn)
        #expect(folder.problems.withLock { $0 }.isEmpty)
    }

    @Test(
        "a file that cannot be decoded is reported with its path and the faulty value, the defaults apply, and a change keeps the file beside the new one",
        arguments: [
            ("{", "JSON"), ("[]", "it is not an object"), ("\u{0}", "JSON"),
            (#"{"captions": {"color": "mauve"}}"#, "captions.color has an unknown value"),
            (#"{"languages": {"audio": 7}}"#, "languages.audio has a value of the wrong type"),
        ])
    func badFile_isReportedAndKept(text: String, reason: String) throws {
        let folder = Folder()
        try folder.write(text)
        let store = folder.store()
        #expect(store.settings == ViewerSettings())
        #expect(folder.problems.withLock { $0 }.count == 1)
        #expect(folder.problems.withLock { $0 }.first?.contains(folder.file.path) == true)
        #expect(folder.problems.withLock { $0 }.first?.contains(reason) == true, "\(folder.problems.withLock { $0 })")
        store.change { $0.captions.color = .green }
        #expect(folder.store().settings.captions.color == .green)
        #expect(try String(contentsOfFile: folder.file.path + ".bad", encoding: .utf8) == text)
    }

    @Test("settings that cannot be written apply all the same, and the reason is returned")
    func unwritableFile_isReported() {
        let store = SettingsStore(file: URL(fileURLWithPath: "/proc/openavkit/settings.json")) { _ in }
        let problem = store.change { $0.captions.color = .green }
        #expect(problem?.contains("/proc/openavkit/settings.json") == true)
        #expect(store.settings.captions.color == .green)
    }

    @Test("the passcode is accepted, another is not, and the file contains its salted hash only")
    func passcode_isHashed() throws {
        let folder = Folder()
        folder.store().change { $0.restrictions.setPasscode("4711") }
        let restrictions = folder.store().restrictions
        #expect(restrictions.hasPasscode && restrictions.accepts(passcode: "4711"))
        #expect(!restrictions.accepts(passcode: "4712") && !restrictions.accepts(passcode: ""))
        #expect(try !String(contentsOf: folder.file, encoding: .utf8).contains("4711"))
        var other = Restrictions()
        other.setPasscode("4711")
        #expect(other != restrictions, "two hashes of one passcode must have different salts")
        other.setPasscode(nil)
        #expect(!other.hasPasscode && !other.accepts(passcode: "4711"))
    }

    @Test("a notification follows each change on the main queue, and none a call that changes nothing")
    @MainActor func change_isPosted() async {
        let store = SettingsStore(file: nil)
        let count = Mutex(0)
        let token = NotificationCenter.default.addObserver(
            forName: SettingsStore.didChangeNotification, object: store, queue: nil
        ) { _ in
            dispatchPrecondition(condition: .onQueue(.main))
            count.withLock { $0 += 1 }
        }
        store.change { $0.captions.color = .white }
        store.change { $0.captions.color = .yellow }
        #expect(await eventually { count.withLock { $0 } == 1 })
        NotificationCenter.default.removeObserver(token)
    }

    @Test("a change of the preference for closed captions is posted, and none a change of other settings")
    @MainActor func closedCaptions_change_isPosted() async {
        let store = SettingsStore(file: nil, environment: [:])
        let changes = Mutex(0)
        let captions = Mutex(0)
        let center = NotificationCenter.default
        let tokens = [
            center.addObserver(forName: SettingsStore.didChangeNotification, object: store, queue: nil) { _ in
                changes.withLock { $0 += 1 }
            },
            center.addObserver(
                forName: UIAccessibility.closedCaptioningStatusDidChangeNotification, object: store, queue: nil
            ) { _ in captions.withLock { $0 += 1 } },
        ]
        store.change { $0.captions.color = .yellow }
        store.change { $0.languages.prefersClosedCaptions = true }
        store.change { $0.captions.color = .green }
        #expect(await eventually { changes.withLock { $0 } == 3 })
        #expect(captions.withLock { $0 } == 1)
        for token in tokens { center.removeObserver(token) }
    }

    @Test("the folder is that of the XDG variable if this is an absolute path, else the fallback below the home folder")
    func location_followsEnvironment() {
        func path(_ environment: [String: String]) -> String? {
            PrivateFile.location("a", variable: "XDG_CONFIG_HOME", fallback: ".config", environment: environment)?.path
        }
        #expect(path(["XDG_CONFIG_HOME": "/x", "HOME": "/h"]) == "/x/openavkit/a")
        #expect(path(["XDG_CONFIG_HOME": "x", "HOME": "/h"]) == "/h/.config/openavkit/a")
        #expect(path([:]) == nil)
    }
}
