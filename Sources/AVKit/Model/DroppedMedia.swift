import AVFoundation
import Foundation

/// Dropped files, checked before they take the place of an item that plays.
package struct DroppedMedia: Sendable {
    package private(set) var playable: [URL] = []
    /// A sentence for the viewer about each file that cannot be played.
    package private(set) var problems: [String] = []

    /// Opens each file or URL as far as is necessary to decide whether it can be played.
    @MainActor
    package init(_ urls: [URL]) async {
        for url in urls {
            do {
                if try await AVURLAsset(url: url).load(.isPlayable) {
                    playable.append(url)
                } else {
                    problems.append(Self.sentence(about: url, AVError(.decoderNotFound)))
                }
            } catch {
                problems.append(Self.sentence(about: url, error))
            }
        }
    }

    @MainActor
    private static func sentence(about url: URL, _ error: any Error) -> String {
        let strings = StringTable.current
        let name = strings.cannotBePlayed(url.lastPathComponent)
        return "\(name). \(FailureText.describe(error, in: strings).message)"
    }
}
