/*
 Shows the video with controls of its own, which call methods of the controller.
 */

import AVFoundation
import UIKit
import UIKit.UIGestureRecognizerSubclass

class PlayerViewController: BaseViewController {

    @IBOutlet private weak var playButton: UIButton!
    @IBOutlet private weak var progressSlider: UISlider!
    @IBOutlet var playerView: PlayerView!

    private let manager = PlaybackManager()
    private lazy var remoteCommands = RemoteCommands(manager: manager)
    private lazy var statistics = Statistics(manager: manager)
    private var stateObservation: NSKeyValueObservation?
    private var script: Timer?
    private var steps: [Selector] = []

    override func viewDidLoad() {
        super.viewDidLoad()
        setUpViews()
        setUpGestures()
        stateObservation = manager.observe(\.state, options: [.initial, .new]) { [weak self] manager, _ in
            DispatchQueue.main.async { self?.stateDidChange(to: manager.state) }
        }
        manager.addObserver(self, forKeyPath: #keyPath(PlaybackManager.title), options: [.new], context: nil)
        statistics.prepare()
        EventLog.shared.delegate = self
        remoteCommands.register()
    }

    deinit {
        manager.removeObserver(self, forKeyPath: #keyPath(PlaybackManager.title))
        script?.invalidate()
    }

    private func setUpViews() {
        let playerView = PlayerView(frame: view.bounds)
        playerView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        playerView.cornerRadius = 4
        playerView.player = manager.player
        view.insertSubview(playerView, at: 0)
        self.playerView = playerView

        let button = UIButton(type: .system)
        button.setTitle("Play", for: .normal)
        button.addTarget(self, action: #selector(playButtonTapped(_:)), for: .touchUpInside)
        button.addTarget(manager, action: #selector(PlaybackManager.togglePlayback), for: .touchUpInside)
        button.frame = CGRect(x: 20, y: 20, width: 80, height: 40)
        view.addSubview(button)
        playButton = button

        let slider = UISlider(frame: CGRect(x: 120, y: 20, width: 200, height: 40))
        slider.addTarget(
            self, action: #selector(sliderDidChange(_:forEvent:)), for: [.valueChanged, .touchUpInside])
        slider.addTarget(nil, action: #selector(close(_:)), for: .touchCancel)
        view.addSubview(slider)
        progressSlider = slider
    }

    private func setUpGestures() {
        let tap = UITapGestureRecognizer(target: self, action: #selector(self.viewTapped))
        view.addGestureRecognizer(tap)
        let swipe = UISwipeGestureRecognizer()
        swipe.direction = .left
        swipe.addTarget(manager, action: #selector(PlaybackManager.skip as (PlaybackManager) -> () -> Void))
        view.addGestureRecognizer(swipe)
        tap.require(toFail: swipe)
    }

    override var keyCommands: [UIKeyCommand]? {
        [
            UIKeyCommand(input: " ", modifierFlags: [], action: #selector(togglePlayback)),
            UIKeyCommand(input: "w", modifierFlags: .control, action: #selector(super.close(_:))),
        ]
    }

    override var canBecomeFirstResponder: Bool { true }

    func play(_ asset: AVAsset) {
        loadViewIfNeeded()
        manager.load(asset)
    }

    // MARK: Actions

    @IBAction func playButtonTapped(_ sender: UIButton) {
        EventLog.shared.record("The button '\(sender.title(for: .normal) ?? "")' was tapped.")
    }

    @IBAction private func sliderDidChange(_ sender: UISlider, forEvent event: UIEvent?) {
        EventLog.shared.record("The slider was moved to \(Int(sender.value * 100)) %.")
    }

    @objc private func viewTapped() {
        playButton.isHidden.toggle()
    }

    @objc func togglePlayback() {
        manager.togglePlayback()
    }

    override func close(_ sender: Any?) {
        manager.player.pause()
        super.close(sender)
    }

    override func captionDidHide() {
        EventLog.shared.record("The caption '\(caption.text ?? "")' was hidden.")
    }

    // MARK: Observation

    override func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        if keyPath == #keyPath(PlaybackManager.title), let title = change?[.newKey] as? String {
            showCaption(title)
        } else {
            super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
        }
    }

    private func stateDidChange(to state: PlaybackState) {
        playButton.setTitle(state == .playing ? "Pause" : "Play", for: .normal)
        EventLog.shared.record("The state is \(state.name).")
        switch state {
        case .playing where script == nil: startScript()
        case .finished, .failed: finish()
        default: break
        }
    }

    // MARK: A script that operates the controls, as a UI test would

    private func startScript() {
        statistics.start()
        steps = [#selector(pressButton), #selector(moveSlider), #selector(pressButton), #selector(seekNearEnd)]
        script = Timer.scheduledTimer(
            timeInterval: 0.2, target: self, selector: #selector(nextStep(_:)), userInfo: ["name": "script"],
            repeats: true)
        RunLoop.main.add(script!, forMode: .common)
    }

    @objc private func nextStep(_ timer: Timer) {
        guard !steps.isEmpty else {
            timer.invalidate()
            return
        }
        let step = steps.removeFirst()
        if responds(to: step) { perform(step) }
    }

    @objc private func pressButton() { playButton.sendActions(for: .touchUpInside) }

    @objc private func moveSlider() {
        progressSlider.value = 0.5
        progressSlider.sendActions(for: .valueChanged)
    }

    @objc private func seekNearEnd() {
        guard let duration = manager.player.currentItem?.duration, duration.isNumeric else { return }
        let target = CMTimeSubtract(duration, CMTimeMake(value: 3, timescale: 10))
        manager.player.seek(to: CMTimeMaximum(target, .zero), toleranceBefore: .zero, toleranceAfter: .zero)
    }

    private func finish() {
        statistics.stop()
        remoteCommands.unregister()
        EventLog.shared.record(statistics.summary)
        UIApplication.shared.sendAction(#selector(close(_:)), to: nil, from: playButton, for: nil)
        let status: Int32 = manager.state == .finished ? 0 : 1
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(400)) { exit(status) }
    }
}

extension PlayerViewController: EventLogDelegate {

    func eventLog(_ log: EventLog, didRecord event: String) {
        statistics.noteEvent()
    }

    func eventLog(_ log: EventLog, prefixFor event: String) -> String? {
        log.age > 3600 ? "late: " : nil
    }
}
