import CoreMedia
import Foundation
import MediaEngine

/// The selection groups of an asset, made from its tracks.
package struct SelectionGroups: Sendable {
    package private(set) var groups: [AVMediaSelectionGroup]

    init(info: MediaInfo, formats: MetadataFormats) {
        let isMovie = info.container.hasPrefix("mov")
        func options(_ kind: TrackInfo.Kind) -> [AVMediaSelectionOption] {
            let tracks = info.tracks.filter { $0.kind == kind }
            return tracks.enumerated().map { index, track in
                let alike = tracks.filter { Self.isNamedAlike($0, track) }
                let qualifier = alike.count > 1 ? Self.qualifier(of: track, at: index, among: alike) : nil
                return AVMediaSelectionOption(
                    track: track, formats: formats, qualifier: qualifier, names: info.localizedNames)
            }
        }
        var groups: [AVMediaSelectionGroup] = []
        let audible = options(.audio)
        if !audible.isEmpty {
            groups.append(
                AVMediaSelectionGroup(
                    characteristic: .audible, options: audible,
                    defaultOption: audible.first(where: \.track.isDefault) ?? audible.first, allowsEmptySelection: false
                ))
        }
        let legible = options(.subtitle)
        if !legible.isEmpty {
            // MP4 writers enable the first track of each kind whether or not it should be shown; Matroska's flag is deliberate.
            let shown = isMovie ? nil : legible.first { $0.track.isDefault && !$0.track.isForced }
            groups.append(
                AVMediaSelectionGroup(
                    characteristic: .legible, options: legible, defaultOption: shown, allowsEmptySelection: true))
        }
        let visual = options(.video)
        if visual.count > 1 {
            groups.append(
                AVMediaSelectionGroup(
                    characteristic: .visual, options: visual,
                    defaultOption: visual.first(where: \.track.isDefault) ?? visual.first, allowsEmptySelection: false))
        }
        self.groups = groups
    }

    /// Adds an option for a caption file. The other options stay the same objects.
    mutating func add(_ file: CaptionFile, formats: MetadataFormats) -> AVMediaSelectionOption {
        let index = groups.firstIndex { $0.characteristic == .legible }
        let others = index.map { groups[$0].options } ?? []
        let isAlike = others.contains { Self.isNamedAlike($0.track, file.track) }
        let option = AVMediaSelectionOption(
            track: file.track, formats: formats, qualifier: isAlike ? file.track.title : nil)
        let group = AVMediaSelectionGroup(
            characteristic: .legible, options: others + [option],
            defaultOption: index.flatMap { groups[$0].defaultOption }, allowsEmptySelection: true)
        if let index { groups[index] = group } else { groups.append(group) }
        return option
    }

    package var characteristics: [AVMediaCharacteristic] { groups.map(\.characteristic) }

    package func group(for characteristic: AVMediaCharacteristic) -> AVMediaSelectionGroup? {
        groups.first { $0.characteristic == characteristic }
    }

    private static func isNamedAlike(_ a: TrackInfo, _ b: TrackInfo) -> Bool {
        a.language == b.language && a.isForced == b.isForced && a.isHearingImpaired == b.isHearingImpaired
            && a.isVisualImpaired == b.isVisualImpaired && a.isCommentary == b.isCommentary
    }

    /// Returns the title where it distinguishes the track, else the number of channels, else the index.
    private static func qualifier(of track: TrackInfo, at index: Int, among alike: [TrackInfo]) -> String {
        if let title = track.title, alike.filter({ $0.title == title }).count == 1 { return title }
        if let channels = track.audio?.channels, alike.filter({ $0.audio?.channels == channels }).count == 1 {
            switch channels {
            case 1: return "Mono"
            case 2: return "Stereo"
            case 6: return "5.1"
            case 8: return "7.1"
            default: return "\(channels) channels"
            }
        }
        return "\(index + 1)"
    }
}
