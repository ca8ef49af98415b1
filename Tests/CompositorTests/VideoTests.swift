import Compositor
import CoreGraphics
import QuartzCore
import Synchronization
import Testing

struct VideoTests {
    @Test("R5: opaque video is drawn directly into the surface, once, without an intermediate bitmap")
    func straight() {
        let stage = Stage()
        let video = FakeVideo()
        stage.addVideo(video, CGRect(x: 0, y: 0, width: 40, height: 30))
        stage.render()
        video.forgetDrawings()
        video.show(0xFF11_0000)
        let rects = stage.render()
        #expect(rects == [PixelRect(x: 0, y: 0, width: 40, height: 30)])
        #expect(
            video.drawings == [
                .init(
                    rect: PixelRect(x: 0, y: 0, width: 40, height: 30),
                    clip: PixelRect(x: 0, y: 0, width: 40, height: 30),
                    base: UInt(bitPattern: stage.memory.surface.base))
            ])
        #expect(stage.pixel(8, 0) == 0xFF11_0000)
    }

    @Test("a new frame damages its own rectangle, not the black bars")
    func letterbox() {
        let stage = Stage(width: 40, height: 30)
        let video = FakeVideo()
        video.size = CGSize(width: 40, height: 20)
        let layer = stage.addVideo(video, CGRect(x: 0, y: 0, width: 40, height: 30))
        layer.backgroundColor = .black
        layer.contentsGravity = .resizeAspect
        stage.render()
        video.show(0xFF00_00AA)
        #expect(stage.render() == [PixelRect(x: 0, y: 5, width: 40, height: 20)])
        #expect(stage.pixel(0, 4) == 0xFF00_0000)
    }

    @Test("a frame larger than its layer is clipped to the layer")
    func fill() {
        let stage = Stage(width: 40, height: 30)
        let video = FakeVideo()
        video.size = CGSize(width: 100, height: 10)
        let layer = stage.addVideo(video, CGRect(x: 10, y: 5, width: 20, height: 20))
        layer.contentsGravity = .resizeAspectFill
        stage.render()
        #expect(stage.pixel(9, 10) == 0xFF00_0000)
        #expect(stage.pixel(10, 5) & 0xFF == 0xFF)
        #expect(stage.pixel(29, 24) & 0xFF == 0xFF)
        #expect(video.drawings.last?.rect == PixelRect(x: -80, y: 5, width: 200, height: 20))
    }

    @Test("a layer above the video is blended over each frame; its bitmap is made once")
    func overlay() {
        let stage = Stage()
        let video = FakeVideo()
        stage.addVideo(video, CGRect(x: 0, y: 0, width: 40, height: 30))
        let overlay = stage.add(CGRect(x: 5.5, y: 5, width: 9, height: 5), CGColor(gray: 1, alpha: 0.5))
        overlay.cornerRadius = 2
        stage.render()
        let made = stage.compositor.rasterizationCount
        for color: UInt32 in [0xFF00_0000, 0xFF20_0000, 0xFF40_0000] {
            video.show(color)
            stage.render()
            #expect(stage.pixels == stage.freshPixels())
        }
        #expect(stage.compositor.rasterizationCount == made)
    }

    @Test("hidden or transparent controls are not drawn: only the video is")
    func hidden() {
        let stage = Stage()
        let video = FakeVideo()
        stage.addVideo(video, CGRect(x: 0, y: 0, width: 40, height: 30))
        let controls = stage.add(CGRect(x: 0, y: 0, width: 40, height: 30))
        for index in 0..<5 {
            stage.add(CGRect(x: index * 5, y: 3, width: 4, height: 4), .white, to: controls).cornerRadius = 2
        }
        controls.opacity = 0
        stage.render()
        #expect(stage.compositor.rasterizationCount == 0)
        controls.opacity = 1
        controls.isHidden = true
        video.forgetDrawings()
        video.show(0xFF00_1111)
        stage.render()
        #expect(video.drawings.count == 1)
        #expect(stage.compositor.rasterizationCount == 0)
    }

    @Test(
        "a new frame below an opaque layer is converted completely, in part or not at all, depending on its visible part"
    )
    func occlusion() {
        let stage = Stage()
        let video = FakeVideo()
        stage.addVideo(video, CGRect(x: 0, y: 0, width: 40, height: 30))
        let cover = stage.add(CGRect(x: 0, y: 0, width: 40, height: 20), .green)
        stage.render()
        #expect(video.drawings.map(\.clip) == [PixelRect(x: 0, y: 0, width: 40, height: 30)])
        #expect(stage.pixel(8, 10) == 0xFF00_FF00 && stage.pixel(8, 25) == 0xFF00_00FF)
        video.forgetDrawings()
        let small = stage.add(CGRect(x: 30, y: 15, width: 10, height: 15), CGColor(gray: 1, alpha: 0.5))
        stage.render()
        #expect(video.drawings.map(\.clip) == [PixelRect(x: 30, y: 20, width: 10, height: 10)])
        small.removeFromSuperlayer()
        cover.frame = CGRect(x: 0, y: 0, width: 40, height: 30)
        stage.render()
        video.forgetDrawings()
        video.show(0xFFAA_AAAA)
        stage.render()
        #expect(video.drawings.isEmpty)
        #expect(!stage.compositor.needsRender(at: stage.time), "a covered frame does not stay due")
        cover.isHidden = true
        stage.render()
        #expect(stage.pixel(0, 0) == 0xFFAA_AAAA)
    }

    @Test("video with rounded corners is drawn directly except at its corners")
    func rounded() {
        let stage = Stage(width: 40, height: 40)
        stage.root.backgroundColor = .white
        let video = FakeVideo()
        let layer = stage.addVideo(video, CGRect(x: 0, y: 0, width: 40, height: 40))
        layer.masksToBounds = true
        layer.cornerRadius = 6
        stage.render()
        #expect(stage.pixel(0, 0) == 0xFFFF_FFFF)
        #expect(stage.pixel(20, 0) & 0xFF == 0xFF && stage.pixel(20, 0) >> 16 & 0xFF == 0)
        let own = UInt(bitPattern: stage.memory.surface.base)
        let straight = video.drawings.filter { $0.base == own }.map(\.clip.width).max()
        let aside = video.drawings.filter { $0.base != own }
        #expect(straight == 40)
        #expect(aside.count == 4 && aside.allSatisfy { $0.clip.width <= 6 && $0.clip.height <= 6 })
    }

    @Test("faded and rotated video is drawn with its own off-screen memory and has the expected pixels")
    func aside() {
        let stage = Stage(width: 40, height: 40)
        let video = FakeVideo()
        let layer = stage.addVideo(video, CGRect(x: 10, y: 10, width: 20, height: 20))
        layer.opacity = 0.5
        stage.render()
        #expect((126...129).contains(stage.pixel(18, 20) & 0xFF))
        layer.opacity = 1
        layer.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 4))
        stage.render()
        #expect(stage.pixel(20, 8) & 0xFF > 200, "a corner points up")
        #expect(stage.pixel(11, 11) & 0xFF == 0)
        video.show(0xFF00_0077)
        stage.render()
        #expect(stage.pixel(20, 20) & 0xFF == 0x77)
        #expect(stage.pixels == stage.freshPixels())
    }

    @Test("video in a fading group changes with each frame")
    func fadingGroup() {
        let stage = Stage()
        let video = FakeVideo()
        let group = stage.add(CGRect(x: 0, y: 0, width: 40, height: 30), .black)
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 40, height: 30)
        layer.contents = video
        group.addSublayer(layer)
        group.opacity = 0.5
        for color: UInt32 in [0xFF00_0080, 0xFF00_00F0, 0xFF00_0040] {
            video.show(color)
            stage.render()
            #expect(abs(Int(stage.pixel(8, 8) & 0xFF) - Int(color & 0xFF) / 2) <= 1)
        }
    }

    @Test("before the first frame the background is visible; the first frame may have a new size")
    func firstFrame() {
        let stage = Stage()
        let video = FakeVideo()
        video.showNothing()
        video.size = .zero
        let layer = stage.addVideo(video, CGRect(x: 0, y: 0, width: 40, height: 30))
        layer.backgroundColor = .green
        stage.render()
        #expect(stage.pixel(5, 5) == 0xFF00_FF00)
        video.size = CGSize(width: 40, height: 30)
        video.show(0xFF00_0011)
        #expect(stage.compositor.needsRender(at: stage.time))
        stage.render()
        #expect(stage.pixel(8, 5) == 0xFF00_0011)
    }

    @Test("a visible source notifies the compositor of frames, once until the next rendering")
    func handler() {
        let stage = Stage()
        let video = FakeVideo()
        let count = Mutex(0)
        let layer = stage.addVideo(video, CGRect(x: 0, y: 0, width: 40, height: 30))
        stage.render()
        stage.compositor.setNeedsRenderHandler { count.withLock { $0 += 1 } }
        video.show(0xFF00_0001)
        video.show(0xFF00_0002)
        #expect(count.withLock { $0 } == 1)
        stage.render()
        video.show(0xFF00_0003)
        #expect(count.withLock { $0 } == 2)
        #expect(stage.compositor.needsRender(at: stage.time))
        stage.render()
        #expect(!stage.compositor.needsRender(at: stage.time))
        layer.removeFromSuperlayer()
        stage.render()
        #expect(!video.hasHandler)
    }

    @Test("a screenshot's compositor does not replace the window's observation of the video")
    func secondCompositor() {
        let stage = Stage()
        let video = FakeVideo()
        stage.addVideo(video, CGRect(x: 0, y: 0, width: 40, height: 30))
        stage.render()
        _ = LayerCompositor.image(of: stage.root, scale: 1)
        #expect(video.hasHandler)
        video.show(0xFF00_0055)
        #expect(stage.compositor.needsRender(at: stage.time))
    }
}
