import CoreMedia
import Foundation
import Synchronization
import Testing

@testable import AVFoundation

/// The frames that an `AVPlayerLayer` reports to windows.
struct ItemVideoSourceTests {
    private final class Window {}

    @Test("a layer that moved to another window reports frames to that window after the former window has let go")
    func movedLayer_reportsToItsWindow() {
        let source = ItemVideoSource()
        let (first, next) = (FakeVideo(), FakeVideo())
        let (former, present) = (Window(), Window())
        let count = Mutex(0)
        source.show(first)
        source.setChangeHandler(for: ObjectIdentifier(former)) {}
        source.setChangeHandler(for: ObjectIdentifier(present)) { count.withLock { $0 += 1 } }
        source.setChangeHandler(for: ObjectIdentifier(former), nil)
        first.show(at: .zero)
        #expect(count.withLock { $0 } == 1)
        // The frames of the next item are reported to the same window; those of the former item no longer are.
        source.show(next)
        #expect(count.withLock { $0 } == 2)
        next.show(at: .zero)
        #expect(count.withLock { $0 } == 3)
        #expect(first.handlerCount == 0)
        source.setChangeHandler(for: ObjectIdentifier(present), nil)
        #expect(next.handlerCount == 0)
        withExtendedLifetime((former, present)) {}
    }
}
