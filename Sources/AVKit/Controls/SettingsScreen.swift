import AVFoundation
import Foundation
import Localization

/// The settings screen: rows for the settings of a store, and the entry of the passcode that protects the restrictions.
///
/// Main thread only.
@MainActor
final class SettingsScreen {
    private enum Mode {
        case rows
        /// The passcode is requested before `then` runs.
        case unlock(wasWrong: Bool, then: @MainActor (SettingsScreen) -> Void)
        case newPasscode
        case repeatPasscode(String, differed: Bool)
    }

    private let store: SettingsStore
    private var mode = Mode.rows
    /// Whether the viewer has entered the passcode since the screen was opened.
    private var isUnlocked = false
    /// Called when the content has changed.
    var onChange: @MainActor () -> Void = {}
    /// Removes the recorded positions; nil where the program records none.
    var clearHistory: (@MainActor () -> Void)?

    init(store: SettingsStore) { self.store = store }

    private var strings: StringTable { .current }

    var content: PanelContent {
        var content = PanelContent(title: strings[.settings])
        switch mode {
        case .rows: content.sections = sections
        case .unlock(let wasWrong, let then):
            content.entry = .init(prompt: strings[wasWrong ? .wrongPasscode : .enterPasscode]) { [weak self] code in
                self?.unlock(with: code, then: then)
            }
        case .newPasscode:
            content.entry = .init(prompt: strings[.newPasscode]) { [weak self] code in
                self?.enter(.repeatPasscode(code, differed: false))
            }
        case .repeatPasscode(let first, let differed):
            content.entry = .init(prompt: strings[differed ? .wrongPasscode : .repeatPasscode]) { [weak self] code in
                guard let self else { return }
                guard code == first else { return enter(.repeatPasscode(first, differed: true)) }
                change { $0.restrictions.setPasscode(code) }
                isUnlocked = true
                enter(.rows)
            }
        }
        return content
    }

    private func enter(_ mode: Mode) {
        self.mode = mode
        onChange()
    }

    private func change(_ body: (inout ViewerSettings) -> Void) {
        store.change(body)
        onChange()
    }

    // MARK: Passcode

    private func unlock(with code: String, then: @escaping @MainActor (SettingsScreen) -> Void) {
        guard store.restrictions.accepts(passcode: code) else { return enter(.unlock(wasWrong: true, then: then)) }
        isUnlocked = true
        mode = .rows
        then(self)
        onChange()
    }

    /// Runs `body` at once, or after the passcode has been entered where one is set.
    private func guarded(_ body: @escaping @MainActor (SettingsScreen) -> Void) {
        if isUnlocked || !store.restrictions.hasPasscode { return body(self) }
        enter(.unlock(wasWrong: false, then: body))
    }

    // MARK: Rows

    /// Returns a row that steps through values.
    private func row<Value: Equatable>(
        _ title: TextKey, _ values: [Value], _ present: Value, name: (Value) -> String,
        set: @escaping @MainActor (inout ViewerSettings, Value) -> Void, isGuarded: Bool = false
    ) -> PanelContent.Row {
        let index = values.firstIndex(of: present)
        let step: @MainActor (Int) -> Void = { [weak self] step in
            guard let self, !values.isEmpty else { return }
            let next = ((index ?? -1) + step + values.count) % values.count
            let apply: @MainActor (SettingsScreen) -> Void = { screen in
                screen.change { set(&$0, values[next]) }
            }
            if isGuarded { guarded(apply) } else { apply(self) }
        }
        return PanelContent.Row(
            title: strings[title], value: name(present), choose: { step(1) }, adjust: step)
    }

    private func flag(
        _ title: TextKey, _ path: any WritableKeyPath<ViewerSettings, Bool> & Sendable, isGuarded: Bool = false
    ) -> PanelContent.Row {
        row(
            title, [true, false], store.settings[keyPath: path], name: { strings[$0 ? .on : .off] },
            set: { $0[keyPath: path] = $1 }, isGuarded: isGuarded)
    }

    private func choice(_ title: TextKey, _ path: any WritableKeyPath<ViewerSettings, ViewerSettings.Choice> & Sendable)
        -> PanelContent.Row
    {
        row(
            title, ViewerSettings.Choice.allCases, store.settings[keyPath: path],
            name: { strings[$0 == .desktop ? .asDesktop : $0 == .on ? .on : .off] },
            set: { $0[keyPath: path] = $1 })
    }

    private func percent(_ scale: Double) -> String { strings.percent(Int((scale * 100).rounded())) }

    private var sections: [PanelContent.Section] {
        [
            PanelContent.Section(title: strings[.captionStyle], rows: captionRows),
            PanelContent.Section(title: strings[.languages], rows: languageRows),
            PanelContent.Section(title: strings[.display], rows: displayRows),
            PanelContent.Section(title: strings[.restrictions], rows: restrictionRows),
            PanelContent.Section(title: strings[.history], rows: historyRows),
        ]
    }

    private var captionRows: [PanelContent.Row] {
        let captions = store.settings.captions
        let colors: [ViewerSettings.Captions.Color: TextKey] = [
            .white: .white, .yellow: .yellow, .cyan: .cyan, .green: .green,
        ]
        let windows: [ViewerSettings.Captions.WindowColor: TextKey] = [
            .black: .black, .white: .white, .blue: .blue, .red: .red,
        ]
        let edges: [ViewerSettings.Captions.Edge: TextKey] = [
            .none: .off, .raised: .raisedEdge, .depressed: .depressedEdge, .outline: .outlineEdge,
            .shadow: .shadowEdge,
        ]
        let grounds: [ViewerSettings.Captions.Background: TextKey] = [
            .translucent: .translucentBackground, .opaque: .opaqueBackground, .none: .noBackground,
        ]
        return [
            row(
                .textSize, ViewerSettings.Captions.textScales, captions.textScale, name: percent,
                set: { $0.captions.textScale = $1 }),
            row(
                .textColor, ViewerSettings.Captions.Color.allCases, captions.color,
                name: { strings[colors[$0] ?? .white] }, set: { $0.captions.color = $1 }),
            row(
                .background, ViewerSettings.Captions.Background.allCases, captions.background,
                name: { strings[grounds[$0] ?? .translucentBackground] }, set: { $0.captions.background = $1 }),
            row(
                .captionWindow, ViewerSettings.Captions.windowOpacities, captions.windowOpacity,
                name: { $0 > 0 ? percent($0) : strings[.off] }, set: { $0.captions.windowOpacity = $1 }),
            row(
                .captionWindowColor, ViewerSettings.Captions.WindowColor.allCases, captions.windowColor,
                name: { strings[windows[$0] ?? .black] }, set: { $0.captions.windowColor = $1 }),
            row(
                .textEdge, ViewerSettings.Captions.Edge.allCases, captions.edge,
                name: { strings[edges[$0] ?? .off] }, set: { $0.captions.edge = $1 }),
        ]
    }

    /// The languages that the viewer can prefer; empty: those of the desktop.
    private static let languages = [
        "", "en", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "tr", "ar", "hi", "ja", "ko", "zh",
    ]

    private var languageRows: [PanelContent.Row] {
        let locale = Locale(identifier: ViewerLanguages.current.first ?? "en")
        func name(_ language: String) -> String {
            language.isEmpty ? strings[.asDesktop] : locale.localizedString(forIdentifier: language) ?? language
        }
        let languages = store.settings.languages
        let displays: [SelectionPreferences.CaptionDisplay: TextKey] = [
            .automatic: .automatic, .always: .always, .onlyForced: .onlyForcedSubtitles,
        ]
        // A new preference replaces the choices that the viewer made in menus before.
        return [
            row(
                .audio, Self.languages, languages.audio.first ?? "", name: name,
                set: {
                    $0.languages.audio = $1.isEmpty ? [] : [$1]
                    $0.choices.forget(\.audio)
                }),
            flag(.preferAudioDescription, \.languages.prefersAudioDescription),
            row(
                .subtitles, Self.languages, languages.captions.first ?? "", name: name,
                set: {
                    $0.languages.captions = $1.isEmpty ? [] : [$1]
                    $0.choices.forget(\.captions)
                }),
            row(
                .showSubtitles, SelectionPreferences.CaptionDisplay.allCases, languages.captionDisplay,
                name: { strings[displays[$0] ?? .automatic] },
                set: {
                    $0.languages.captionDisplay = $1
                    $0.choices.forget(\.captions)
                }),
            flag(.preferClosedCaptions, \.languages.prefersClosedCaptions),
        ]
    }

    private var displayRows: [PanelContent.Row] {
        let scales: [Double?] = [nil] + ViewerSettings.Display.textScales
        return [
            row(
                .textSize, scales, store.settings.display.textScale,
                name: { $0.map(percent) ?? strings[.asDesktop] }, set: { $0.display.textScale = $1 }),
            choice(.increasedContrast, \.display.contrast),
            choice(.reducedMotion, \.display.reducedMotion),
            flag(.staysAwake, \.display.staysAwake),
        ]
    }

    private var restrictionRows: [PanelContent.Row] {
        let restrictions = store.restrictions
        let region = restrictions.ratingRegion
        let locale = Locale(identifier: ViewerLanguages.current.first ?? "en")
        func any(_ label: String?) -> String { label ?? strings[.everyRating] }
        return [
            flag(.restrictContent, \.restrictions.isOn, isGuarded: true),
            PanelContent.Row(
                title: strings[restrictions.hasPasscode ? .changePasscode : .setPasscode],
                choose: { [weak self] in self?.guarded { $0.enter(.newPasscode) } }),
            row(
                .ratingRegion, RatingTable.standard.regions, region,
                name: { locale.localizedString(forRegionCode: $0) ?? $0.uppercased() },
                set: {
                    $0.restrictions.ratingRegion = $1
                    // The labels of another region mean nothing here.
                    $0.restrictions.highestMovieRating = nil
                    $0.restrictions.highestTVRating = nil
                }, isGuarded: true),
            row(
                .highestMovieRating, [nil] + RatingTable.standard.labels(of: .movie, in: region).map(Optional.some),
                restrictions.highestMovieRating, name: any, set: { $0.restrictions.highestMovieRating = $1 },
                isGuarded: true),
            row(
                .highestTVRating, [nil] + RatingTable.standard.labels(of: .television, in: region).map(Optional.some),
                restrictions.highestTVRating, name: any, set: { $0.restrictions.highestTVRating = $1 },
                isGuarded: true),
            flag(.forbidUnrated, \.restrictions.forbidsUnrated, isGuarded: true),
        ]
    }

    private var historyRows: [PanelContent.Row] {
        var rows = [flag(.rememberPositions, \.history.isOn)]
        if let clearHistory {
            rows.append(PanelContent.Row(title: strings[.clearHistory], choose: clearHistory))
        }
        return rows
    }
}
