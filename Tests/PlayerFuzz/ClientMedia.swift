import AVKit
import CoreMedia
import Foundation
import Glibc

/// The media that the client plays: files, and URLs that fail or never answer.
@MainActor
final class ClientMedia {
    private let clips: [URL]
    private var broken: [URL] = [
        URL(fileURLWithPath: "/no/such/file.mp4"), URL(fileURLWithPath: "/dev/null"),
        // Nothing listens on the discard port.
        URL(string: "http://127.0.0.1:9/refused.m3u8"),
    ].compactMap { $0 }

    init(clips: [URL]) {
        self.clips = clips
        if let port = Self.listenWithoutAnswer(), let url = URL(string: "http://127.0.0.1:\(port)/silent.m3u8") {
            broken.append(url)
        }
    }

    /// Opens a port whose server never answers.
    private static func listenWithoutAnswer() -> UInt16? {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic -> UInt16? in
                guard bind(socket, generic, length) == 0, listen(socket, 64) == 0,
                    getsockname(socket, generic, &length) == 0
                else { return nil }
                return UInt16(bigEndian: pointer.pointee.sin_port)
            }
        }
    }

    func item(_ numbers: inout SeededNumbers) -> AVPlayerItem {
        let isBroken = numbers.chance(0.12)
        let url = numbers.choose(isBroken ? broken : clips) ?? clips[0]
        let item = AVPlayerItem(url: url)
        if numbers.chance(0.15) { decorate(item, &numbers) }
        return item
    }

    /// Adds what a client says about an item: interstitials, chapters, a proposal, a description.
    func decorate(_ item: AVPlayerItem, _ numbers: inout SeededNumbers) {
        let start = numbers.number(0...2)
        switch numbers.integer(0...3) {
        case 0:
            item.interstitialTimeRanges = [AVInterstitialTimeRange(timeRange: Self.range(start, numbers.number(0...1)))]
        case 1:
            let groups = (0..<numbers.integer(0...5)).map { index in
                AVTimedMetadataGroup(
                    items: [Self.title("Chapter \(index)")], timeRange: Self.range(Double(index) / 2, 0.5))
            }
            item.navigationMarkerGroups = [AVNavigationMarkersGroup(title: nil, timedNavigationMarkers: groups)]
        case 2:
            let proposal = AVContentProposal(
                contentTimeForTransition: CMTime(seconds: start, preferredTimescale: 600), title: "Next",
                previewImage: nil)
            proposal.automaticAcceptanceInterval = numbers.chance(0.5) ? numbers.number(0...1) : .nan
            item.nextContentProposal = proposal
        default: item.externalMetadata = [Self.title("Title of the client")]
        }
    }

    private static func range(_ start: Double, _ duration: Double) -> CMTimeRange {
        CMTimeRange(
            start: CMTime(seconds: start, preferredTimescale: 600),
            duration: CMTime(seconds: duration, preferredTimescale: 600))
    }

    private static func title(_ text: String) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        item.identifier = .commonIdentifierTitle
        item.value = text as NSString
        item.extendedLanguageTag = "und"
        return item
    }
}
