package import Foundation
import Synchronization
import UIKit

/// The viewer's settings in their file. Every part of the player reads them here; any thread may call it.
package final class SettingsStore: Sendable {
    /// The settings of this user: `openavkit/settings.json` in XDG_CONFIG_HOME, else in `~/.config`.
    package static let shared = SettingsStore(
        file: PrivateFile.location("settings.json", variable: "XDG_CONFIG_HOME", fallback: ".config"))

    /// Posted on the main queue after a setting has changed. The object is the store.
    package static let didChangeNotification = Notification.Name("OpenAVKit.settingsDidChange")

    private struct State: Sendable {
        var settings: ViewerSettings?
        /// Whether the file's content could not be decoded, so that the file must be kept when settings are written.
        var isFileBad = false
    }

    /// nil: the settings are not stored.
    package let file: URL?
    private let state = Mutex(State())
    private let report: @Sendable (String) -> Void
    private let environment: CaptionEnvironment

    /// The settings with the caption preferences of the environment, as they apply in this process.
    package var present: ViewerSettings {
        var settings = settings
        environment.apply(to: &settings)
        return settings
    }

    /// - Parameter report: receives a sentence about a file that cannot be read or written; by default it goes to standard error.
    package init(
        file: URL?, environment: [String: String] = ProcessInfo.processInfo.environment,
        report: @escaping @Sendable (String) -> Void = { FileHandle.standardError.write(Data("\($0)\n".utf8)) }
    ) {
        self.file = file
        self.report = report
        self.environment = CaptionEnvironment(environment)
        for problem in self.environment.problems { report(problem) }
    }

    /// The settings; the first call reads the file. A file that cannot be read or decoded is reported, and the defaults apply.
    package var settings: ViewerSettings {
        let (settings, problem) = state.withLock { state -> (ViewerSettings, String?) in
            if let settings = state.settings { return (settings, nil) }
            return load(&state)
        }
        if let problem { report(problem) }
        return settings
    }

    package var restrictions: Restrictions { settings.restrictions }

    /// Changes settings and writes the file, based on the file's present content, which another program may have changed.
    /// - Returns: a sentence about why the settings could not be written; they then apply until the program ends.
    @discardableResult
    package func change(_ body: (inout ViewerSettings) -> Void) -> String? {
        _ = settings
        let (before, isChanged, problem) = state.withLock { state -> (ViewerSettings?, Bool, String?) in
            let before = state.settings
            var settings = file == nil ? before ?? ViewerSettings() : load(&state).settings
            body(&settings)
            state.settings = settings
            guard settings != before else { return (before, false, nil) }
            return (before, true, write(settings, &state))
        }
        if let problem { report(problem) }
        if isChanged { announceChange(from: before) }
        return problem
    }

    /// Reads the file again, as after a change by another program.
    package func reload() {
        let (before, isChanged, problem) = state.withLock { state -> (ViewerSettings?, Bool, String?) in
            let before = state.settings
            let (settings, problem) = load(&state)
            return (before, settings != before, problem)
        }
        if let problem { report(problem) }
        if isChanged { announceChange(from: before) }
    }

    /// - Parameter before: nil where the settings had not been read.
    private func announceChange(from before: ViewerSettings?) {
        let former = before.map { settings in
            var settings = settings
            environment.apply(to: &settings)
            return settings.languages.prefersClosedCaptions
        }
        let hasCaptionChange = former.map { $0 != present.languages.prefersClosedCaptions } ?? false
        DispatchQueue.main.async { [self] in
            NotificationCenter.default.post(name: Self.didChangeNotification, object: self)
            guard hasCaptionChange else { return }
            NotificationCenter.default.post(
                name: UIAccessibility.closedCaptioningStatusDidChangeNotification, object: self)
        }
    }

    private func load(_ state: inout State) -> (settings: ViewerSettings, problem: String?) {
        var settings = ViewerSettings()
        var problem: String?
        state.isFileBad = false
        if let file {
            do {
                if let data = try PrivateFile.read(file) { settings = try ViewerSettings(json: data) }
            } catch {
                // The settings that were read before stay in use.
                if let known = state.settings { settings = known }
                state.isFileBad = true
                problem =
                    "The settings in \(file.path) cannot be read (\(Self.text(of: error))), so that the defaults apply. "
                    + "Correct the file or delete it."
            }
        }
        state.settings = settings
        return (settings, problem)
    }

    private func write(_ settings: ViewerSettings, _ state: inout State) -> String? {
        guard let file else { return nil }
        do {
            if state.isFileBad {
                // The viewer may still want to correct the file.
                rename(file.path, file.path + ".bad")
                state.isFileBad = false
            }
            try PrivateFile.write(try settings.json(), to: file)
            return nil
        } catch {
            return "The settings cannot be written to \(file.path): \(Self.text(of: error))"
        }
    }

    private static func text(of error: any Error) -> String {
        guard let error = error as? DecodingError else {
            let error = error as NSError
            return error.userInfo[NSDebugDescriptionErrorKey] as? String ?? error.localizedDescription
        }
        switch error {
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            let detail = (context.underlyingError as NSError?)?.userInfo[NSDebugDescriptionErrorKey] as? String
            return detail ?? "it is not JSON"
        case .dataCorrupted(let context): return "\(name(context.codingPath)) has an unknown value"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context):
            return context.codingPath.isEmpty
                ? "it is not an object of JSON" : "\(name(context.codingPath)) has a value of the wrong type"
        @unknown default: return error.localizedDescription
        }
    }

    /// The place of a value in the file: `display.contrast`.
    private static func name(_ path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: ".") }
}
