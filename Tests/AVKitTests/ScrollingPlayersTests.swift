import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit

@testable import AVKit

/// A page of inline players that scrolls.
@MainActor
@Suite(.english)
struct ScrollingPlayersTests {
    private static let rowHeight: CGFloat = 376
    private static let visibleRows = 3

    /// One row of the page: a controller that plays a URL and is in the hierarchy.
    private func addRow(_ index: Int, _ url: URL, to parent: UIViewController, _ page: UIScrollView)
        -> AVPlayerViewController
    {
        let controller = AVPlayerViewController()
        let player = AVPlayer(url: url)
        controller.player = player
        parent.addChild(controller)
        controller.view.frame = CGRect(x: 20, y: CGFloat(index) * Self.rowHeight, width: 600, height: 360)
        page.addSubview(controller.view)
        controller.didMove(toParent: parent)
        player.play()
        return controller
    }

    private func remove(_ controller: AVPlayerViewController) {
        controller.willMove(toParent: nil)
        controller.view.removeFromSuperview()
        controller.removeFromParent()
    }

    @Test(
        """
        R11: players are created, attached, drawn, detached and released while a page scrolls and their server answers nothing; no step waits \
        for media
        """, .timeLimit(.minutes(1)))
    func silentServer() async throws {
        let server = try FaultyOrigin()
        defer { server.stop() }
        var silent = FaultyOrigin.Faults()
        silent.staysSilent = true
        let root = UIViewController()
        let window = makeWindow(root, width: 640, height: 800)
        defer { window.isHidden = true }
        let page = UIScrollView(frame: window.bounds)
        page.contentSize = CGSize(width: 640, height: 30 * Self.rowHeight)
        root.view.addSubview(page)

        var rows: [AVPlayerViewController] = []
        var longest = Duration.zero
        let clock = ContinuousClock()
        for index in 0..<30 {
            let path = "/film\(index).\(index.isMultiple(of: 2) ? "mp4" : "m3u8")"
            server.serve([0], at: path, faults: silent)
            weak var released: AVPlayerViewController?
            let step = clock.measure {
                rows.append(addRow(index, server.url(path), to: root, page))
                page.contentOffset.y = max(0, CGFloat(index - Self.visibleRows) * Self.rowHeight)
                window.layoutIfNeeded()
                window.renderNow()
                guard rows.count > Self.visibleRows else { return }
                released = rows[0]
                remove(rows.removeFirst())
            }
            longest = max(longest, step)
            #expect(await eventually { released == nil }, "row \(index - Self.visibleRows) stays")
        }
        // A step that waits for the server takes the time limit of a response, which is at least 8 s.
        #expect(longest < .seconds(5), "the longest step took \(longest)")
        #expect(await eventually { !server.requests.isEmpty })
        #expect(rows.allSatisfy { $0.player?.currentItem?.status == .unknown && !$0.isReadyForDisplay })
        for row in rows { remove(row) }
    }
}
