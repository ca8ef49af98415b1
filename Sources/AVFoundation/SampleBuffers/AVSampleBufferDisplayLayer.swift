public import CoreMedia
public import Foundation
public import KeyValueObserving
public import QuartzCore

/// A layer that displays the images of samples that a client enqueues, each at its time.
///
/// Times are those of `controlTimebase`; without one, those of the host clock. A sample without a time, or with the attachment
/// `displayImmediately`, is displayed at once. Used from one thread at a time as any layer; samples may be enqueued on any thread.
/// `status` and `isReadyForDisplay` are observable.
///
/// Apple: samples may also be compressed. Here: they are images (`CVPixelBuffer`).
open class AVSampleBufferDisplayLayer: CALayer, KeyValueObservable, AVQueuedSampleBufferRendering {
    private let video: SampleBufferVideo
    public let _keyValueObservers: KeyValueObservers

    public override init() {
        video = SampleBufferVideo()
        _keyValueObservers = video.observers
        super.init()
        contentsGravity = .resizeAspect
        contents = video
    }

    /// Creates a presentation copy: it shows the same frames.
    public override init(layer: Any) {
        video = (layer as? AVSampleBufferDisplayLayer)?.video ?? SampleBufferVideo()
        _keyValueObservers = video.observers
        super.init(layer: layer)
    }

    public required init?(coder: NSCoder) {
        video = SampleBufferVideo()
        _keyValueObservers = video.observers
        super.init(coder: coder)
        contentsGravity = .resizeAspect
        contents = video
    }

    open override func _makePresentationCopy() -> CALayer { AVSampleBufferDisplayLayer(layer: self) }

    // MARK: Display

    /// How the video is fitted into the bounds.
    open var videoGravity: AVLayerVideoGravity {
        get { AVLayerVideoGravity(contentsGravity) }
        set { contentsGravity = newValue.contentsGravity }
    }

    /// The size of the displayed frame; zero without one.
    package var videoSize: CGSize { video.displaySize }
    /// Called when the bounds have changed.
    package var layoutHandler: (() -> Void)?

    open override var bounds: CGRect {
        didSet { if bounds != oldValue { layoutHandler?() } }
    }

    /// The timeline of the samples; nil: the host clock. Rate and time of the timebase are the client's.
    open var controlTimebase: CMTimebase? {
        get { video.control }
        set { video.control = newValue }
    }

    open var timebase: CMTimebase { video.timebase }

    /// Whether a frame is displayed. Observable.
    open var isReadyForDisplay: Bool {
        access("isReadyForDisplay")
        return video.isReadyForDisplay
    }

    /// Observable.
    open var status: AVQueuedSampleBufferRenderingStatus {
        access("status")
        return video.status
    }

    /// The reason why the status is `failed`; nil otherwise.
    open var error: (any Error)? { video.error }

    /// Whether the display stays awake while the control timebase runs.
    open var preventsDisplaySleepDuringVideoPlayback: Bool {
        get { video.preventsSleep }
        set { video.preventsSleep = newValue }
    }

    // MARK: Samples

    /// Adds a sample. An invalid sample fails the layer: `status` changes, and the notification is posted.
    open func enqueue(_ sampleBuffer: CMSampleBuffer) {
        guard video.enqueue(sampleBuffer), let error = video.error else { return }
        NotificationCenter.default.post(
            name: .AVSampleBufferDisplayLayerFailedToDecode, object: self,
            userInfo: [AVSampleBufferDisplayLayerFailedToDecodeNotificationErrorKey: error])
    }

    open func flush() { video.flush(removesImage: false) }

    /// Removes the enqueued samples and the displayed image.
    open func flushAndRemoveImage() { video.flush(removesImage: true) }

    open var isReadyForMoreMediaData: Bool { video.hasRoom }

    @preconcurrency
    open func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
        video.request(on: queue, block)
    }

    open func stopRequestingMediaData() { video.stopRequesting() }

    open var hasSufficientMediaDataForReliablePlaybackStart: Bool { video.isFilled }
}

extension Notification.Name {
    /// Posted on the thread that enqueued a sample that cannot be displayed; `object` is the layer.
    public static let AVSampleBufferDisplayLayerFailedToDecode = Notification.Name(
        "AVSampleBufferDisplayLayerFailedToDecodeNotification")
}

/// The error in the user info of `AVSampleBufferDisplayLayerFailedToDecode`.
public let AVSampleBufferDisplayLayerFailedToDecodeNotificationErrorKey =
    "AVSampleBufferDisplayLayerFailedToDecodeNotificationErrorKey"

// MARK: Names

extension AVSampleBufferDisplayLayer {
    public static var _namedProperties: _NamedProperties { namedProperties }

    private static let namedProperties = _NamedProperties(
        of: AVSampleBufferDisplayLayer.self, ["isReadyForDisplay": \.isReadyForDisplay, "status": \.status])
}
