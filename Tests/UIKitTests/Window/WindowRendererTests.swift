import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import Synchronization
import Testing

@testable import UIKit

/// Display lists that several threads commit while another thread draws them.
@MainActor
struct WindowRendererTests {
    private static let (width, height) = (16, 8)

    /// Creates lists of two halves with the same color, which is the number of the list.
    private func makeLists(_ count: Int) -> [DisplayList] {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: Self.width, height: Self.height)
        let halves = (0..<2).map { index in
            let half = CALayer()
            half.frame = CGRect(x: index * Self.width / 2, y: 0, width: Self.width / 2, height: Self.height)
            root.addSublayer(half)
            return half
        }
        let committer = LayerCommitter(root: root)
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        defer { CATransaction.commit() }
        return (1...count).map { number in
            let color = CGColor(
                red: CGFloat(number >> 8) / 255, green: CGFloat(number & 0xFF) / 255, blue: 0, alpha: 1)
            for half in halves { half.backgroundColor = color }
            return committer.commit(width: Self.width, height: Self.height, at: Double(number))
        }
    }

    private func makeRenderer() -> WindowRenderer {
        WindowRenderer(FrameHandlers(frameNeeded: {}, firstFrameShown: {}))
    }

    /// Draws the current list as a render thread does.
    /// - Returns: the list's number, read from the pixels; nil if there is no list or the pixels differ from each other.
    private func draw(_ renderer: WindowRenderer, into pixels: UnsafeMutableBufferPointer<UInt32>) -> Int? {
        guard let base = pixels.baseAddress, let size = renderer.takeFrame() else { return nil }
        _ = renderer.render(
            into: PixelSurface(base: base, bytesPerRow: size.width * 4, width: size.width, height: size.height),
            isFresh: false)
        renderer.didShow()
        let colors = Set(pixels.map { Int($0 >> 8 & 0xFFFF) })
        return colors.count == 1 ? colors.first : nil
    }

    private func withPixels(_ body: (UnsafeMutableBufferPointer<UInt32>) -> Void) {
        let pixels = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: Self.width * Self.height)
        pixels.initialize(repeating: 0)
        defer { pixels.deallocate() }
        body(pixels)
    }

    @Test("a display list that arrives after a newer one is not drawn")
    func lateList() {
        let lists = makeLists(9)
        let renderer = makeRenderer()
        withPixels { pixels in
            renderer.submit(lists[8])
            renderer.submit(lists[3])
            #expect(draw(renderer, into: pixels) == 9)
        }
    }

    @Test("display lists that four threads commit are drawn whole and in order, and the newest one stays")
    func severalThreads() {
        let lists = makeLists(2000)
        let renderer = makeRenderer()
        let running = Atomic(4)
        for thread in 0..<4 {
            Thread.detachNewThread {
                for index in stride(from: thread, to: lists.count, by: 4) { renderer.submit(lists[index]) }
                running.subtract(1, ordering: .releasing)
            }
        }
        withPixels { pixels in
            var numbers: [Int] = []
            while running.load(ordering: .acquiring) > 0 {
                guard renderer.takeFrame() != nil else { continue }
                numbers.append(draw(renderer, into: pixels) ?? -1)
            }
            #expect(!numbers.contains(-1))
            #expect(numbers == numbers.sorted())
            #expect(draw(renderer, into: pixels) == lists.count)
        }
    }
}
