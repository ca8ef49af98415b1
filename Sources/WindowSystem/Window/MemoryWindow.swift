package import Foundation
package import QuartzCore

/// A window in memory, for programs without a display, tests and screenshots. Works with every kind of main loop.
@MainActor
package final class MemoryWindow: PlatformWindow {
    package var eventHandler: (@MainActor (WindowEvent) -> Void)?
    package var title: String
    package var minimumSize: CGSize
    package var maximumSize: CGSize
    package var resizing: WindowResizing
    package var hasFrame: Bool
    package var position: CGPoint {
        didSet { if position != oldValue { deliver(.moved(position)) } }
    }
    package var isAlwaysOnTop: Bool
    package var isCursorVisible = true
    package var showsTextCursor = false
    package var textInputArea: CGRect?
    package private(set) var isVisible = false
    package private(set) var hasFocus = false
    package private(set) var scale: CGFloat
    package private(set) var pixelSize: (width: Int, height: Int)
    /// The number of `draw` calls that returned a rectangle.
    package private(set) var presentCount = 0
    /// The rectangles shown by the last `draw`, in pixels.
    package private(set) var lastPresented: [PixelRect] = []

    private var pixels: MemoryPixels
    private var isFresh = true
    private var isClosed = false
    private var sizeBeforeFullScreen: CGSize?
    /// The size of the simulated display, in points.
    private let displaySize: CGSize

    nonisolated static let largestSide = 16384

    /// Creates a window with black pixels; in full screen its size is `displaySize`, in points.
    package init(
        _ options: WindowOptions = WindowOptions(), scale: CGFloat = 1,
        displaySize: CGSize = CGSize(width: 1920, height: 1080)
    ) {
        title = options.title
        minimumSize = options.minimumSize
        maximumSize = options.maximumSize
        resizing = options.resizing
        hasFrame = options.hasFrame
        position = options.position ?? .zero
        isAlwaysOnTop = options.isAlwaysOnTop
        self.scale = ScaleRule.clamp(scale)
        self.displaySize = displaySize
        pixelSize = Self.pixels(options.isFullScreen ? displaySize : options.size, scale: self.scale)
        sizeBeforeFullScreen = options.isFullScreen ? options.size : nil
        pixels = MemoryPixels(pixelSize)
    }

    package var size: CGSize {
        get { CGSize(width: CGFloat(pixelSize.width) / scale, height: CGFloat(pixelSize.height) / scale) }
        set {
            let wanted = CGSize(
                width: max(newValue.width, minimumSize.width), height: max(newValue.height, minimumSize.height))
            resize(Self.pixels(wanted, scale: scale))
        }
    }

    package func move(to frame: CGRect) {
        position = frame.origin
        size = frame.size
    }

    package var isFullScreen: Bool {
        get { sizeBeforeFullScreen != nil }
        set {
            guard newValue != isFullScreen else { return }
            let former = sizeBeforeFullScreen
            sizeBeforeFullScreen = newValue ? size : nil
            deliver(.fullScreenChanged(newValue))
            resize(Self.pixels(newValue ? displaySize : former ?? displaySize, scale: scale))
        }
    }

    /// Changes the scale, as if the window moved to another display; the size in points stays.
    package func setScale(_ newScale: CGFloat) {
        let points = size
        scale = ScaleRule.clamp(newScale)
        resize(Self.pixels(points, scale: scale), always: true)
    }

    package func setIcon(_ surface: PixelSurface) {}

    package func show() {
        guard !isClosed, !isVisible else { return }
        isVisible = true
        deliver(.visibilityChanged(true))
        raise()
    }

    package func hide() {
        guard isVisible else { return }
        isVisible = false
        if hasFocus {
            hasFocus = false
            deliver(.focusChanged(false))
        }
        deliver(.visibilityChanged(false))
    }

    package func minimise() { hide() }

    package func raise() {
        guard isVisible, !hasFocus else { return }
        hasFocus = true
        deliver(.focusChanged(true))
    }

    package func close() {
        hide()
        isClosed = true
        eventHandler = nil
    }

    package func draw(_ body: (_ surface: PixelSurface, _ isFresh: Bool) -> [PixelRect]) throws(WindowError) {
        guard !isClosed else { throw WindowError(code: .closed, message: "The window is closed.") }
        let (pixels, size) = (pixels, pixelSize)
        guard let base = pixels.bytes.baseAddress else {
            throw WindowError(code: .noSurface, message: "Allocating the window's surface failed: out of memory.")
        }
        let wasFresh = isFresh
        isFresh = false
        let surface = PixelSurface(
            base: base, bytesPerRow: size.width * MemoryPixels.bytesPerPixel, width: size.width, height: size.height)
        let rects = withExtendedLifetime(pixels) { body(surface, wasFresh) }
            .compactMap { $0.clipped(width: size.width, height: size.height) }
        guard pixels === self.pixels else {
            // The body has resized the window: what it drew is in a surface that is no longer the window's.
            isFresh = true
            return
        }
        guard !rects.isEmpty else { return }
        lastPresented = rects
        presentCount += 1
    }

    /// Delivers an event as if the user or the desktop had caused it.
    package func inject(_ event: WindowEvent) {
        guard !isClosed else { return }
        switch event {
        case .focusChanged(let isFocused): hasFocus = isFocused
        case .visibilityChanged(let isShown): isVisible = isShown
        case .lost: return lose(event)
        default: break
        }
        deliver(event)
    }

    /// Returns a copy of the pixels: rows from the top, bytes B, G, R, A, without padding.
    package func snapshot() -> Data {
        Data(pixels.bytes)
    }

    /// Returns the bytes B, G, R, A of one pixel; nil outside of the window.
    package func pixel(x: Int, y: Int) -> (blue: UInt8, green: UInt8, red: UInt8, alpha: UInt8)? {
        guard (0..<pixelSize.width).contains(x), (0..<pixelSize.height).contains(y) else { return nil }
        let start = (y * pixelSize.width + x) * MemoryPixels.bytesPerPixel
        let bytes = pixels.bytes
        return (bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3])
    }

    /// Closes the window and reports its loss as the last event.
    private func lose(_ event: WindowEvent) {
        let handler = eventHandler
        hide()
        close()
        handler?(event)
    }

    private func resize(_ wanted: (width: Int, height: Int), always: Bool = false) {
        guard !isClosed, always || wanted != pixelSize else { return }
        pixels = MemoryPixels(wanted)
        pixelSize = wanted
        isFresh = true
        deliver(.resized)
    }

    private func deliver(_ event: WindowEvent) { eventHandler?(event) }

    private static func pixels(_ size: CGSize, scale: CGFloat) -> (width: Int, height: Int) {
        (ScaleRule.pixels(size.width, scale: scale), ScaleRule.pixels(size.height, scale: scale))
    }
}

/// The pixels of one surface, initially black. A drawing in progress retains them, so that the window may be resized meanwhile.
@MainActor
private final class MemoryPixels {
    static let bytesPerPixel = 4

    let bytes: UnsafeMutableRawBufferPointer

    init(_ size: (width: Int, height: Int)) {
        bytes = .allocate(byteCount: size.width * size.height * Self.bytesPerPixel, alignment: 64)
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
    }

    isolated deinit { bytes.deallocate() }
}
