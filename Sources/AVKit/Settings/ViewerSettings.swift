package import AVFoundation
import Foundation

/// The viewer's settings of every player: the content of the settings file.
package struct ViewerSettings: Codable, Equatable, Sendable {
    /// A setting of the desktop that the viewer can replace.
    package enum Choice: String, Codable, CaseIterable, Sendable {
        case desktop, on, off

        /// nil: as the desktop says.
        package var value: Bool? { self == .desktop ? nil : self == .on }
    }

    package struct Captions: Codable, Equatable, Sendable {
        package enum Color: String, Codable, CaseIterable, Sendable { case white, yellow, cyan, green }
        package enum Background: String, Codable, CaseIterable, Sendable { case translucent, opaque, none }

        package enum WindowColor: String, Codable, CaseIterable, Sendable { case black, white, blue, red }
        /// The style of the edges of letters.
        package enum Edge: String, Codable, CaseIterable, Sendable { case none, raised, depressed, outline, shadow }

        package static let textScales = [0.5, 0.75, 1, 1.25, 1.5, 2]
        package static let windowOpacities = [0, 0.25, 0.5, 0.75, 1]

        /// The size of the text relative to the standard size.
        package var textScale = 1.0
        /// The color of text that has no color of its own.
        package var color = Color.white
        package var background = Background.translucent
        /// The color of the window: the rectangle around all lines of a caption.
        package var windowColor = WindowColor.black
        /// From 0, no window, to 1.
        package var windowOpacity = 0.0
        package var edge = Edge.none
    }

    package struct Languages: Codable, Equatable, Sendable {
        /// The preferred languages in BCP 47; empty: those of the desktop.
        package var audio: [String] = []
        package var captions: [String] = []
        /// When subtitles are displayed without a choice by the viewer.
        package var captionDisplay = SelectionPreferences.CaptionDisplay.automatic
        package var prefersClosedCaptions = false
        package var prefersAudioDescription = false
    }

    package struct Display: Codable, Equatable, Sendable {
        package static let textScales = [0.85, 1, 1.25, 1.5, 2]

        /// The size of the interface's text relative to the standard size; nil: the desktop's.
        package var textScale: Double?
        package var contrast = Choice.desktop
        package var reducedMotion = Choice.desktop
        /// Whether video that plays keeps the display from dimming and locking.
        package var staysAwake = true
    }

    package struct History: Codable, Equatable, Sendable {
        /// Whether positions are recorded, so that an item resumes where the viewer left off.
        package var isOn = true
    }

    package var captions = Captions()
    package var languages = Languages()
    package var display = Display()
    package var restrictions = Restrictions()
    package var history = History()
    package var choices = RememberedChoices()

    package init() {}

    /// Decodes the content of a settings file. Values that the file does not contain have their defaults; unknown values are ignored.
    package init(json: Data) throws {
        self = try JSONDecoder().decode(Self.self, from: json)
        if !captions.textScale.isFinite || !(0.25...4).contains(captions.textScale) { captions.textScale = 1 }
        if !captions.windowOpacity.isFinite || !(0...1).contains(captions.windowOpacity) { captions.windowOpacity = 0 }
        if let scale = display.textScale, !scale.isFinite || !(0.5...3).contains(scale) { display.textScale = nil }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try container.read(.captions, into: &captions)
        try container.read(.languages, into: &languages)
        try container.read(.display, into: &display)
        try container.read(.restrictions, into: &restrictions)
        try container.read(.history, into: &history)
        try container.read(.choices, into: &choices)
    }

    package func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + Data("\n".utf8)
    }
}

// A file may lack values: one that was written by an earlier version, or by hand.

extension KeyedDecodingContainer {
    /// Sets `value` to that of a key, where there is one.
    func read<Value: Decodable>(_ key: Key, into value: inout Value) throws {
        if let read = try decodeIfPresent(Value.self, forKey: key) { value = read }
    }
}

extension ViewerSettings.Captions {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try container.read(.textScale, into: &textScale)
        try container.read(.color, into: &color)
        try container.read(.background, into: &background)
        try container.read(.windowColor, into: &windowColor)
        try container.read(.windowOpacity, into: &windowOpacity)
        try container.read(.edge, into: &edge)
    }
}

extension ViewerSettings.Languages {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try container.read(.audio, into: &audio)
        try container.read(.captions, into: &captions)
        try container.read(.captionDisplay, into: &captionDisplay)
        try container.read(.prefersClosedCaptions, into: &prefersClosedCaptions)
        try container.read(.prefersAudioDescription, into: &prefersAudioDescription)
    }
}

extension ViewerSettings.Display {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        textScale = try container.decodeIfPresent(Double.self, forKey: .textScale)
        try container.read(.contrast, into: &contrast)
        try container.read(.reducedMotion, into: &reducedMotion)
        try container.read(.staysAwake, into: &staysAwake)
    }
}

extension ViewerSettings.History {
    package init(from decoder: any Decoder) throws {
        try decoder.container(keyedBy: CodingKeys.self).read(.isOn, into: &isOn)
    }
}
