package import AVFoundation

/// The last choices of audio and subtitles in each app, which apply to the app's later items.
package struct RememberedChoices: Codable, Equatable, Sendable {
    package struct Choices: Codable, Equatable, Sendable {
        package var audio: SelectionPreferences.Choice?
        package var captions: SelectionPreferences.Choice?

        package init() {}

        var isEmpty: Bool { audio == nil && captions == nil }
    }

    private struct App: Codable, Equatable, Sendable {
        var app: String
        var choices: Choices
    }

    /// The choices of the apps beyond this number, those longest ago, are forgotten.
    package static let maximumCount = 100

    /// The app of the last choice is the last one.
    private var apps: [App] = []

    package init() {}

    package init(from decoder: any Decoder) throws {
        try decoder.container(keyedBy: CodingKeys.self).read(.apps, into: &apps)
    }

    package subscript(app: String) -> Choices {
        get { apps.last { $0.app == app }?.choices ?? Choices() }
        set {
            guard newValue != self[app] else { return }
            apps.removeAll { $0.app == app }
            if !newValue.isEmpty { apps.append(App(app: app, choices: newValue)) }
            apps.removeFirst(max(0, apps.count - Self.maximumCount))
        }
    }

    /// Forgets the choices of every app, after the viewer has set a preference that replaces them.
    mutating func forget(_ path: WritableKeyPath<Choices, SelectionPreferences.Choice?>) {
        for index in apps.indices { apps[index].choices[keyPath: path] = nil }
        apps.removeAll(where: \.choices.isEmpty)
    }
}
