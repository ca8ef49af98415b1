import Foundation
import Synchronization
import Testing

@testable import MediaEngine

/// The files of a thumbnail track, for several accesses at once.
struct ThumbnailFilesTests {
    @Test("a track that cannot be loaded gives each access its error, also one that begins while the request ends")
    func failure_duringAccess() {
        let missing = URL(fileURLWithPath: "/nonexistent/track.vtt")
        let locator = MediaLocator(url: URL(fileURLWithPath: "/nonexistent/media.mp4"))
        let cancelled = Atomic(0)
        let reports = Atomic(0)
        let rounds = 3000
        for _ in 0..<rounds {
            let files = ThumbnailFiles(missing, for: locator)
            let observation = files.observe { _ in reports.add(1, ordering: .relaxed) }
            DispatchQueue.concurrentPerform(iterations: 2) { _ in
                do throws(MediaError) {
                    _ = try ThumbnailFiles.Access(files).file(missing)
                } catch {
                    if error.code == .cancelled { cancelled.add(1, ordering: .relaxed) }
                }
            }
            withExtendedLifetime(observation) {}
        }
        #expect(cancelled.load(ordering: .relaxed) == 0)
        #expect(reports.load(ordering: .relaxed) == rounds)
    }
}
