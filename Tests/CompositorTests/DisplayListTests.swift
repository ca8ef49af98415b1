import CoreGraphics
import Drawing
import QuartzCore
import Synchronization
import Testing

@testable import Compositor

/// Display lists that are drawn without access to their layers.
struct DisplayListTests {
    /// Draws lists on a thread without access to layers.
    private final class Screen {
        let renderer = DisplayListRenderer(drawing: FakeDrawer())
        let memory = MemorySurface(width: 40, height: 30)

        @discardableResult
        func draw(_ list: DisplayList) -> [PixelRect] { renderer.draw(list, into: memory.surface) }

        func pixel(_ x: Int, _ y: Int) -> UInt32 { memory.pixel(x: x, y: y) ?? 0 }
    }

    private func commit(_ stage: Stage, _ committer: LayerCommitter) -> DisplayList {
        committer.commit(width: stage.memory.width, height: stage.memory.height, at: stage.time)
    }

    @Test("a list drawn on another thread shows the layers as they were at the commit")
    func snapshot() async {
        let stage = Stage()
        let layer = stage.add(CGRect(x: 0, y: 0, width: 20, height: 20), .red)
        let image = stage.add(CGRect(x: 20.5, y: 0, width: 10, height: 10), .green)
        image.cornerRadius = 3
        let committer = LayerCommitter(root: stage.root)
        let list = commit(stage, committer)
        layer.backgroundColor = .blue
        image.removeFromSuperlayer()
        let seen = await Task.detached {
            let screen = Screen()
            screen.draw(list)
            return [screen.pixel(5, 5), screen.pixel(25, 5)]
        }.value
        #expect(seen == [0xFFFF_0000, 0xFF00_FF00])
        #expect(commit(stage, committer).number == list.number + 1)
        #expect(commit(stage, committer).number == list.number + 1, "nothing has changed")
    }

    @Test("an image of one column that is stretched keeps a bitmap of one column")
    func column() throws {
        let stage = Stage()
        let layer = stage.add(CGRect(x: 0, y: 0, width: 30, height: 20))
        layer.contents = Canvas.makeImage(size: CGSize(width: 1, height: 8)) { $0.paint(CGColor(gray: 0, alpha: 0.5)) }
        let node = try #require(commit(stage, LayerCommitter(root: stage.root)).nodes.last)
        guard case .column(let bitmap, _) = node.content else {
            Issue.record("drawn as \(node.content)")
            return
        }
        #expect(bitmap.width == 1 && bitmap.height == 20 && node.bounds.width == 30)
    }

    @Test("the damage between two lists covers changes of the lists between them that were never drawn")
    func latestWins() {
        let stage = Stage()
        let layer = stage.add(CGRect(x: 0, y: 0, width: 4, height: 4), .red)
        let committer = LayerCommitter(root: stage.root)
        let screen = Screen()
        screen.draw(commit(stage, committer))
        layer.position.x += 10
        _ = commit(stage, committer)
        layer.position.y += 10
        let rects = screen.draw(commit(stage, committer))
        #expect(screen.pixel(1, 1) == 0xFF00_0000)
        #expect(screen.pixel(11, 1) == 0xFF00_0000)
        #expect(screen.pixel(11, 11) == 0xFFFF_0000)
        #expect(rects.reduce(0) { $0 + $1.width * $1.height } < 300)
        #expect(screen.draw(commit(stage, committer)).isEmpty)
    }

    @Test("the first frame of a video can be drawn with the list from before its size was known")
    func firstFrame() {
        let stage = Stage()
        let video = FakeVideo()
        video.showNothing()
        video.size = .zero
        let layer = stage.addVideo(video, CGRect(x: 0, y: 0, width: 40, height: 30))
        layer.contentsGravity = .resizeAspect
        let list = commit(stage, LayerCommitter(root: stage.root))
        let screen = Screen()
        screen.draw(list)
        video.size = CGSize(width: 40, height: 20)
        video.show(0xFF00_0011)
        #expect(list.hasNewVideoSize)
        #expect(screen.draw(list) == [PixelRect(x: 0, y: 5, width: 40, height: 20)])
        #expect(screen.pixel(8, 6) == 0xFF00_0011)
        #expect(screen.pixel(8, 2) == 0xFF00_0000)
    }

    @Test(
        "video that changes its size is placed as a new list would place it",
        arguments: [
            CALayerContentsGravity.resize, .resizeAspect, .resizeAspectFill, .center,
        ], [0.0, 0.3])
    func newSize(gravity: CALayerContentsGravity, angle: Double) {
        let stage = Stage()
        let video = FakeVideo()
        let frame = stage.add(CGRect(x: 3, y: 2, width: 30, height: 24), .green)
        frame.cornerRadius = 5
        frame.masksToBounds = true
        let layer = stage.addVideo(video, .zero)
        frame.addSublayer(layer)
        layer.frame = CGRect(x: 0, y: 0, width: 30, height: 24)
        layer.contentsGravity = gravity
        frame.setAffineTransform(CGAffineTransform(rotationAngle: angle))
        let committer = LayerCommitter(root: stage.root)
        let list = commit(stage, committer)
        let screen = Screen()
        screen.draw(list)
        video.size = CGSize(width: 9, height: 16)
        screen.draw(list)
        let fresh = Screen()
        let next = commit(stage, committer)
        #expect(next.number == list.number + 1)
        fresh.draw(next)
        #expect(
            (0..<30).allSatisfy { y in (0..<40).allSatisfy { x in screen.pixel(x, y) == fresh.pixel(x, y) } })
        #expect(screen.draw(next).isEmpty || gravity == .resize)
    }

    @Test("when a source presents a frame during a drawing, all parts of the drawing show the same frame")
    func oneFrameEachDrawing() {
        let stage = Stage()
        let video = FakeVideo()
        video.size = CGSize(width: 40, height: 60)
        let layer = stage.addVideo(video, CGRect(x: 0, y: 0, width: 40, height: 30))
        layer.contentsGravity = .resizeAspectFill
        // Two parts of the video remain visible: above and below.
        stage.add(CGRect(x: 0, y: 10, width: 40, height: 10), .red)
        let list = commit(stage, LayerCommitter(root: stage.root))
        let screen = Screen()
        screen.draw(list)
        video.show(0xFF00_0022)
        video.changesAfterNextDrawing(to: 0xFF00_0033)
        screen.draw(list)
        #expect(screen.pixel(8, 2) == 0xFF00_0022)
        #expect(screen.pixel(8, 25) == 0xFF00_0022)
        #expect(screen.renderer.hasNewFrames)
        screen.draw(list)
        #expect(screen.pixel(8, 2) == 0xFF00_0033)
        #expect(screen.pixel(8, 25) == 0xFF00_0033)
        #expect(!screen.renderer.hasNewFrames)
    }

    @Test("each drawn frame is reported to its source; a covered frame is not")
    func reportsDrawnFrames() {
        let stage = Stage()
        let video = FakeVideo()
        stage.addVideo(video, CGRect(x: 0, y: 0, width: 40, height: 30))
        let cover = stage.add(CGRect(x: 0, y: 0, width: 40, height: 30), .red)
        let committer = LayerCommitter(root: stage.root)
        let screen = Screen()
        screen.draw(commit(stage, committer))
        #expect(video.reported.isEmpty)
        cover.isHidden = true
        screen.draw(commit(stage, committer))
        video.show(0xFF00_0022)
        screen.draw(commit(stage, committer))
        #expect(video.reported == [1, 2])
    }

    @Test("an observation ends for sources that are absent from the next list, and when its owner ends it")
    func observation() {
        let stage = Stage()
        let (first, second) = (FakeVideo(), FakeVideo())
        let layer = stage.addVideo(first, CGRect(x: 0, y: 0, width: 20, height: 30))
        stage.addVideo(second, CGRect(x: 20, y: 0, width: 20, height: 30))
        let committer = LayerCommitter(root: stage.root)
        let count = Mutex(0)
        let observation = FrameObservation { count.withLock { $0 += 1 } }
        observation.observe(commit(stage, committer))
        first.show(0xFF00_0001)
        second.show(0xFF00_0001)
        #expect(count.withLock { $0 } == 2)
        layer.removeFromSuperlayer()
        observation.observe(commit(stage, committer))
        #expect(!first.hasHandler && second.hasHandler)
        observation.end()
        #expect(!second.hasHandler)
    }

    @Test("off-screen memory is retained for the next list that uses it, and freed after a list that does not")
    func scratchMemory() throws {
        let pool = ScratchRasters()
        weak var kept: Raster?
        do {
            let raster = try #require(pool.take(width: 8, height: 8))
            kept = raster
            pool.giveBack(raster)
        }
        pool.endList()
        #expect(kept != nil)
        do {
            let again = try #require(pool.take(width: 8, height: 8))
            #expect(again === kept)
            pool.giveBack(again)
        }
        pool.endList()
        #expect(kept != nil)
        pool.endList()
        #expect(kept == nil)
    }

    @Test("a video that moved to another observation stays observed when its former observation ends")
    func observation_movedVideo_staysObserved() {
        let stage = Stage()
        let video = FakeVideo()
        stage.addVideo(video, CGRect(x: 0, y: 0, width: 20, height: 30))
        let list = commit(stage, LayerCommitter(root: stage.root))
        let count = Mutex(0)
        let former = FrameObservation {}
        let present = FrameObservation { count.withLock { $0 += 1 } }
        former.observe(list)
        present.observe(list)
        former.observe(.empty)
        video.show(0xFF00_0001)
        #expect(count.withLock { $0 } == 1)
        former.end()
        video.show(0xFF00_0002)
        #expect(count.withLock { $0 } == 2)
    }
}
