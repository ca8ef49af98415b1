import AVKit
import Foundation

/// Gets the captions of an item as they are shown, on the main actor.
final class CaptionEcho: NSObject, AVPlayerItemLegibleOutputPushDelegate {
    private let handler: @MainActor ([String]) -> Void

    private init(_ handler: @escaping @MainActor ([String]) -> Void) { self.handler = handler }

    /// - Returns: what has to be held for as long as captions are wanted.
    @MainActor
    static func attach(to item: AVPlayerItem, _ handler: @escaping @MainActor ([String]) -> Void) -> CaptionEcho {
        let echo = CaptionEcho(handler)
        let output = AVPlayerItemLegibleOutput()
        output.setDelegate(echo, queue: .main)
        item.add(output)
        return echo
    }

    /// On the main queue, as asked for.
    func legibleOutput(
        _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
        nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime
    ) {
        let texts = strings.map(\.string)
        MainActor.assumeIsolated { handler(texts) }
    }
}
