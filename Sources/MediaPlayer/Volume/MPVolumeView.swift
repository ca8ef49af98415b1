package import AVFAudio
import CoreGraphics
public import Foundation
import KeyValueObserving
public import UIKit

/// A slider for the system volume: that of the output on which the program plays. Main thread only.
///
/// The slider follows changes by other programs. Without an audio server, it shows the full volume and changes nothing.
open class MPVolumeView: UIView {
    /// Whether the slider is shown.
    open var showsVolumeSlider = true { didSet { setNeedsLayout() } }
    /// Whether the button for choosing the output is shown, where there are several outputs.
    @available(*, deprecated, message: "Use AVRoutePickerView.")
    open var showsRouteButton: Bool {
        get { wantsRouteButton }
        set {
            wantsRouteButton = newValue
            setNeedsLayout()
        }
    }
    private var wantsRouteButton = true

    let slider = UISlider(frame: .zero)
    private(set) var routeButton: UIView?
    private let session: AVAudioSession
    private var volumeObservation: NSKeyValueObservation?
    private var outputsObserver: (any NSObjectProtocol)?
    private var outputCount = 0

    /// Makes the button for choosing the output; AVKit supplies one with a menu. Otherwise the button changes to the next output.
    package static var routeButtonMaker: (@MainActor (AVAudioSession) -> UIView)?

    public override init(frame: CGRect) {
        session = Self.sessionOfNew
        super.init(frame: frame)
        connect()
    }

    /// Creates a view for another audio session, for tests.
    package convenience init(frame: CGRect, session: AVAudioSession) {
        Self.sessionOfNew = session
        defer { Self.sessionOfNew = .sharedInstance() }
        self.init(frame: frame)
    }

    /// The audio session of the next view. An initializer of its own for tests would be a second designated initializer, which clients'
    /// subclasses cannot override, so that they would not inherit the others.
    private static var sessionOfNew = AVAudioSession.sharedInstance()

    public required init?(coder: NSCoder) {
        session = .sharedInstance()
        super.init(coder: coder)
        connect()
    }

    isolated deinit { if let outputsObserver { NotificationCenter.default.removeObserver(outputsObserver) } }

    private func connect() {
        addSubview(slider)
        slider.addAction(UIAction { [weak self] _ in self?.sliderMoved() }, for: .valueChanged)
        volumeObservation = session.observe(\.outputVolume) { [weak self] _, _ in
            Task { @MainActor in self?.update() }
        }
        outputsObserver = NotificationCenter.default.addObserver(
            forName: AVAudioSession.outputsDidChangeNotification, object: session, queue: nil
        ) { [weak self] _ in
            Task { @MainActor in self?.update() }
        }
        update()
    }

    /// Reads the volume and the outputs; the first query may connect to the audio server, so that it runs on another thread.
    private func update() {
        let session = session
        Task { [weak self] in
            let (volume, count) = await Task.detached { (session.outputVolume, session.outputs.count) }.value
            guard let self else { return }
            if !slider.isTracking { slider.setValue(volume, animated: false) }
            outputCount = count
            if count > 1, routeButton == nil { makeRouteButton() }
            setNeedsLayout()
        }
    }

    private func sliderMoved() { session.setOutputVolume(slider.value) }

    // MARK: The output

    private func makeRouteButton() {
        let view: UIView
        if let maker = Self.routeButtonMaker {
            view = maker(session)
        } else {
            let button = UIButton(
                type: .system,
                primaryAction: UIAction { [weak self] _ in self?.chooseNextOutput() })
            button.setImage(UIImage(systemName: "airplayaudio"), for: .normal)
            view = button
        }
        routeButton = view
        addSubview(view)
    }

    private func chooseNextOutput() {
        let session = session
        Task.detached {
            let outputs = session.outputs
            guard let index = outputs.firstIndex(where: \.isPresent), outputs.count > 1 else { return }
            session.selectOutput(outputs[(index + 1) % outputs.count].port.uid)
        }
    }

    // MARK: Layout and look

    private static let buttonSide: CGFloat = 32
    private static let spacing: CGFloat = 8

    private var showsButton: Bool { wantsRouteButton && outputCount > 1 && routeButton != nil }

    /// Returns the rectangle of the slider.
    open func volumeSliderRect(forBounds bounds: CGRect) -> CGRect {
        guard showsButton else { return bounds }
        return CGRect(
            x: bounds.minX, y: bounds.minY, width: max(0, bounds.width - Self.buttonSide - Self.spacing),
            height: bounds.height)
    }

    /// Returns the rectangle of the button for choosing the output.
    open func routeButtonRect(forBounds bounds: CGRect) -> CGRect {
        CGRect(
            x: bounds.maxX - Self.buttonSide, y: bounds.midY - Self.buttonSide / 2, width: Self.buttonSide,
            height: Self.buttonSide)
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        slider.isHidden = !showsVolumeSlider
        slider.frame = volumeSliderRect(forBounds: bounds)
        routeButton?.isHidden = !showsButton
        routeButton?.frame = routeButtonRect(forBounds: bounds)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: Self.buttonSide) }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        slider.minimumTrackTintColor = tintColor
    }
}
