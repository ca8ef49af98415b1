import FrameConversion
import QuartzCore
import Synchronization
import Testing
import VideoFrames

@testable import Compositor

/// Frames with real pixels, drawn by the processor.
struct FrameDrawerTests {
    /// Pixels in memory of their own, which are freed with the last copy of the frame.
    private final class Pixels: @unchecked Sendable {
        // The memory is only read after the object was made.
        let memory: UnsafeMutableRawPointer
        private let released: @Sendable () -> Void

        init(_ bytes: [UInt8], released: @escaping @Sendable () -> Void = {}) {
            memory = .allocate(byteCount: bytes.count + 64, alignment: 64)
            memory.copyMemory(from: bytes, byteCount: bytes.count)
            self.released = released
        }

        deinit {
            memory.deallocate()
            released()
        }
    }

    private final class Source: VideoFrameSource {
        let currentFrame: NumberedFrame?
        let generation: UInt64
        init(_ frame: VideoFrame, generation: UInt64 = 1) {
            currentFrame = NumberedFrame(frame, generation: generation)
            self.generation = generation
        }
        func didDraw(generation: UInt64) {}
        func setChangeHandler(for observer: ObjectIdentifier, _ handler: (@Sendable () -> Void)?) {}
    }

    /// A frame in the memory of a device that counts its downloads.
    private final class Surface: HardwareSurface {
        let kind = "test"
        let downloads = Mutex(0)
        private let copy: VideoFrame?

        init(_ copy: VideoFrame?) { self.copy = copy }

        func download() -> VideoFrame? {
            downloads.withLock { $0 += 1 }
            return copy
        }
    }

    /// A frame of 4:4:4 video whose pixels all differ.
    private func frame(_ width: Int, _ height: Int, released: @escaping @Sendable () -> Void = {}) -> VideoFrame {
        let bytes = (0..<(width * height * 3)).map { UInt8(truncatingIfNeeded: 60 + $0 * 7 % 130) }
        let pixels = Pixels(bytes, released: released)
        let planes = (0..<3).map { plane in
            FramePlane(base: UnsafeRawPointer(pixels.memory + plane * width * height), bytesPerRow: width)
        }
        var frame = VideoFrame(
            storage: .planes(planes), format: PixelFormat(name: "yuv444p", hasAlpha: false), width: width,
            height: height, owner: pixels)
        frame.color.matrix = .bt709
        return frame
    }

    /// The pixels of a surface of 90 by 70, in which the frame is drawn at (7, 5) in 75 by 57.
    private func drawn(_ frame: VideoFrame, clip: PixelRect) -> [UInt32] {
        var pixels = [UInt32](repeating: 0x4D4D_4D4D, count: 90 * 70)
        let source = Source(frame)
        pixels.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress, let current = source.currentFrame else { return }
            let surface = PixelSurface(base: base, bytesPerRow: 90 * 4, width: 90, height: 70)
            let outcome = FrameDrawer().draw(
                current, of: source, into: surface, rect: PixelRect(x: 7, y: 5, width: 75, height: 57), clip: clip)
            #expect(outcome == .drawn)
        }
        return pixels
    }

    private static let everything = PixelRect(x: 0, y: 0, width: 90, height: 70)

    @Test("drawn at any size and clipped, the frame is unchanged inside the clip, and nothing else is written")
    func clipped() {
        let frame = frame(50, 38)
        let whole = drawn(frame, clip: Self.everything)
        let part = drawn(frame, clip: PixelRect(x: 30, y: 20, width: 33, height: 31))
        for row in 0..<70 {
            for column in 0..<90 {
                let at = row * 90 + column
                let isInside = (30..<63).contains(column) && (20..<51).contains(row)
                let isDrawn = (7..<82).contains(column) && (5..<62).contains(row)
                if part[at] != (isInside ? whole[at] : 0x4D4D_4D4D) || isDrawn == (whole[at] == 0x4D4D_4D4D) {
                    Issue.record("at \(column), \(row): \(part[at]), whole \(whole[at])")
                    return
                }
            }
        }
    }

    /// A frame of 4:2:0 video whose pixels all differ.
    private func subsampled(_ width: Int, _ height: Int) -> VideoFrame {
        let bytes = (0..<(width * height * 3 / 2)).map { UInt8(truncatingIfNeeded: 40 + $0 * 11 % 170) }
        let pixels = Pixels(bytes)
        let chroma = UnsafeRawPointer(pixels.memory + width * height)
        let planes = [
            FramePlane(base: UnsafeRawPointer(pixels.memory), bytesPerRow: width),
            FramePlane(base: chroma, bytesPerRow: width / 2),
            FramePlane(base: chroma + width * height / 4, bytesPerRow: width / 2),
        ]
        var frame = VideoFrame(
            storage: .planes(planes), format: PixelFormat(name: "yuv420p", hasAlpha: false), width: width,
            height: height, owner: pixels)
        frame.color.matrix = .bt709
        return frame
    }

    @Test(
        "rows of a frame, drawn by themselves, have the pixels of the whole frame",
        arguments: [
            PixelRect(x: 0, y: 0, width: 64, height: 48), PixelRect(x: 0, y: 0, width: 96, height: 72),
            PixelRect(x: 3, y: -9, width: 75, height: 60), PixelRect(x: -8, y: 6, width: 40, height: 24),
        ])
    func rowsByThemselves(rect: PixelRect) {
        let frame = subsampled(64, 48)
        let whole = FrameConverter.rows(covering: 9..<14, of: frame, height: rect.height)
        #expect(whole == 8..<16)
        var drawings: [[UInt32]] = []
        for clips in [[(0, 80)], [(0, 21), (21, 2), (23, 57)]] {
            var pixels = [UInt32](repeating: 0, count: 100 * 80)
            let (source, drawer) = (Source(frame), FrameDrawer())
            pixels.withUnsafeMutableBytes { bytes in
                guard let base = bytes.baseAddress, let current = source.currentFrame else { return }
                let surface = PixelSurface(base: base, bytesPerRow: 400, width: 100, height: 80)
                for (y, height) in clips {
                    let clip = PixelRect(x: 0, y: y, width: 100, height: height)
                    #expect(drawer.draw(current, of: source, into: surface, rect: rect, clip: clip) == .drawn)
                }
            }
            drawings.append(pixels)
        }
        #expect(drawings[0] == drawings[1])
        #expect(drawings[0].contains { $0 != 0 })
    }

    @Test("an unscaled frame is drawn with the pixels of the converter, at any width", arguments: [32, 35, 75])
    func unscaled(width: Int) throws {
        let frame = frame(width, 20)
        let bitmap = try #require(FrameBitmap(frame, converter: FrameConverter()))
        #expect(bitmap.width == width && bitmap.height == 20)
        var pixels = [UInt8](repeating: 0, count: 100 * 20 * 4)
        let source = Source(frame)
        pixels.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress, let current = source.currentFrame else { return }
            _ = FrameDrawer().draw(
                current, of: source, into: PixelSurface(base: base, bytesPerRow: 400, width: 100, height: 20),
                rect: PixelRect(x: 9, y: 0, width: width, height: 20), clip: Self.everything)
        }
        for row in 0..<20 {
            let seen = pixels[(row * 400 + 36)..<(row * 400 + 36 + width * 4)]
            #expect(Array(seen) == Array(bitmap.bytes[(row * width * 4)..<((row + 1) * width * 4)]))
        }
    }

    @Test("the crop of a frame removes edges before the frame is scaled and rotated")
    func crop() throws {
        let whole = frame(64, 40)
        var cropped = whole
        cropped.crop = try #require(CropInsets(left: 8, top: 4, right: 24, bottom: 4, width: 64, height: 40))
        #expect(cropped.displaySize == DisplaySize(width: 32, height: 32))
        let (all, part) = (
            try #require(FrameBitmap(whole, converter: FrameConverter())),
            try #require(FrameBitmap(cropped, converter: FrameConverter()))
        )
        for row in 0..<32 {
            let from = ((row + 4) * 64 + 8) * 4
            #expect(part.bytes[(row * 128)..<((row + 1) * 128)] == all.bytes[from..<(from + 128)])
        }
        cropped.orientation.rotation = 180
        let turned = try #require(FrameBitmap(cropped, converter: FrameConverter()))
        #expect(Array(turned.bytes[0..<4]) == Array(part.bytes.suffix(4)))
    }

    @Test("a frame in the memory of a video device is drawn like the same frame in main memory")
    func surface() throws {
        let copy = frame(50, 38)
        let surface = Surface(copy)
        var onDevice = VideoFrame(
            storage: .surface(surface), format: copy.format, width: 50, height: 38, owner: surface)
        onDevice.color = copy.color
        onDevice.crop = try #require(CropInsets(left: 2, top: 0, right: 0, bottom: 6, width: 50, height: 38))
        var inMemory = copy
        inMemory.crop = onDevice.crop
        #expect(drawn(onDevice, clip: Self.everything) == drawn(inMemory, clip: Self.everything))
        #expect(surface.downloads.withLock { $0 } == 1)
    }

    @Test("a frame that cannot be converted is black, and the layers above it are drawn")
    func failedConversion() {
        let stage = Stage()
        let surface = Surface(nil)
        let frame = VideoFrame(
            storage: .surface(surface), format: PixelFormat(name: "nv12", hasAlpha: false), width: 40, height: 30,
            owner: surface)
        let source = Source(frame)
        let layer = stage.add(CGRect(x: 0, y: 0, width: 40, height: 30), .green)
        layer.contents = source
        stage.add(CGRect(x: 0, y: 0, width: 10, height: 10), .red)
        let compositor = LayerCompositor(root: stage.root)
        compositor.render(into: stage.memory.surface, at: 0)
        #expect(stage.pixel(5, 5) == 0xFFFF_0000)
        #expect(stage.pixel(20, 20) == 0xFF00_0000)
    }

    @Test("a renderer retains no frame between drawings: the memory is released with the source's reference")
    func release() {
        let flag = Flag()
        let stage = Stage()
        let compositor = LayerCompositor(root: stage.root)
        let video = Replaceable(frame(16, 9, released: { flag.raise() }))
        let layer = stage.add(CGRect(x: 0, y: 0, width: 40, height: 30))
        layer.contents = video
        compositor.render(into: stage.memory.surface, at: 0)
        #expect(!flag.isRaised)
        video.replace(frame(16, 9))
        #expect(flag.isRaised)
    }

    private final class Flag: Sendable {
        private let value = Atomic(false)
        var isRaised: Bool { value.load(ordering: .relaxed) }
        func raise() { value.store(true, ordering: .relaxed) }
    }

    private final class Replaceable: VideoFrameSource {
        private let frame: Mutex<VideoFrame>
        private let count = Atomic<UInt64>(1)

        init(_ frame: VideoFrame) { self.frame = Mutex(frame) }

        func replace(_ next: VideoFrame) {
            frame.withLock { $0 = next }
            count.add(1, ordering: .relaxed)
        }

        var generation: UInt64 { count.load(ordering: .relaxed) }
        var currentFrame: NumberedFrame? { NumberedFrame(frame.withLock { $0 }, generation: generation) }
        func didDraw(generation: UInt64) {}
        func setChangeHandler(for observer: ObjectIdentifier, _ handler: (@Sendable () -> Void)?) {}
    }
}
