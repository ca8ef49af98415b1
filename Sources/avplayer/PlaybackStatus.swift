import AVKit
import Foundation
import ReportText

/// The state of a player as JSON, for the answer to the command `status` and for events.
@MainActor
enum PlaybackStatus {
    private static let groups: [(name: String, characteristic: AVMediaCharacteristic)] = [
        ("audible", .audible), ("legible", .legible), ("visual", .visual),
    ]

    /// - Parameter index: the position of the current item, from 0.
    static func fields(of player: AVPlayer, item index: Int?) -> [(String, JSONText)] {
        let item = player.currentItem
        let state =
            switch player.timeControlStatus {
            case .paused: "paused"
            case .waitingToPlayAtSpecifiedRate: "waiting"
            case .playing: "playing"
            }
        let duration = item?.duration
        return [
            ("state", .text(state)), ("rate", .number(Double(player.rate))), ("item", JSONText(index)),
            ("url", JSONText((item?.asset as? AVURLAsset)?.url.absoluteString)),
            ("duration", JSONText(duration.flatMap { $0.isNumeric ? $0.seconds : nil })),
            ("seekable", ranges(item?.seekableTimeRanges)), ("buffered", ranges(item?.loadedTimeRanges)),
            ("selection", selection(of: item)),
            (
                "variant",
                JSONText(item?.accessLog()?.events.last.flatMap { $0.indicatedBitrate > 0 ? $0.indicatedBitrate : nil })
            ),
            ("error", JSONText(item?.error.map { $0.localizedDescription })),
        ]
    }

    /// The selected option of each group of an item: its language, name and position; null where none is selected.
    static func selection(of item: AVPlayerItem?) -> JSONText {
        guard let item else { return .null }
        return .object(
            groups.compactMap { name, characteristic in
                guard let group = item.asset.mediaSelectionGroup(forMediaCharacteristic: characteristic) else {
                    return nil
                }
                guard let option = item.currentMediaSelection.selectedMediaOption(in: group) else {
                    return (name, .null)
                }
                return (
                    name,
                    .object([
                        ("language", JSONText(option.extendedLanguageTag)), ("name", .text(option.displayName)),
                        ("index", JSONText(group.options.firstIndex { $0 === option })),
                    ])
                )
            })
    }

    private static func ranges(_ values: [NSValue]?) -> JSONText {
        .list(
            (values ?? []).map(\.timeRangeValue).filter { $0.start.isNumeric && $0.duration.isNumeric }.map {
                .list([.number($0.start.seconds), .number(($0.start + $0.duration).seconds)])
            })
    }
}
