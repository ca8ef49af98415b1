import AVKit

/// A player of a client's own, made of public names alone: a layer with the video, and the interactions of the system player.
///
/// The file imports AVKit as a client does, so that it does not compile where something that a custom player needs is not public.
final class CustomPlayerViewController: UIViewController {
    /// The view whose layer shows the video.
    final class VideoView: UIView {
        override class var layerClass: AnyClass { AVPlayerLayer.self }
        var playerLayer: AVPlayerLayer? { layer as? AVPlayerLayer }
        override var canBecomeFirstResponder: Bool { true }
    }

    let player: AVPlayer
    let video = VideoView(frame: .zero)
    let timeLabel = UILabel(frame: .zero)
    let captionLabel = UILabel(frame: .zero)
    let slider = UISlider(frame: .zero)
    let routes = AVRoutePickerView(frame: .zero)
    private(set) var pictureInPicture: AVPictureInPictureController?
    private(set) var chapterTitles: [String] = []
    private(set) var subtitles: AVMediaSelectionGroup?
    private(set) var thumbnail: CGImage?
    private(set) var isWaiting = false
    private var observations: [NSKeyValueObservation] = []
    private var timeToken: Any?

    init(_ player: AVPlayer) {
        self.player = player
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func loadView() {
        view = video
        video.playerLayer?.player = player
        for part in [timeLabel, captionLabel, slider, routes] as [UIView] { video.addSubview(part) }
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        if let layer = video.playerLayer, AVPictureInPictureController.isPictureInPictureSupported() {
            pictureInPicture = AVPictureInPictureController(playerLayer: layer)
        }
        let interval = CMTime(value: 1, timescale: 10)
        timeToken = player.addPeriodicTimeObserver(forInterval: interval, queue: .main) { [weak self] time in
            MainActor.assumeIsolated { self?.show(time) }
        }
        observations = [
            player.observe(\.timeControlStatus, options: [.initial]) { [weak self] player, _ in
                let isWaiting = player.timeControlStatus == .waitingToPlayAtSpecifiedRate
                Task { @MainActor in self?.isWaiting = isWaiting }
            }
        ]
        slider.addAction(
            UIAction { [weak self] _ in self?.seek(toShare: Double(self?.slider.value ?? 0)) }, for: .valueChanged)
        Task { [weak self] in await self?.loadMenus() }
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        slider.frame = CGRect(x: 20, y: view.bounds.height - 60, width: view.bounds.width - 40, height: 30)
        timeLabel.frame = CGRect(x: 20, y: view.bounds.height - 90, width: 200, height: 24)
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        if let timeToken { player.removeTimeObserver(timeToken) }
        timeToken = nil
        observations = []
    }

    private func show(_ time: CMTime) {
        timeLabel.text = "\(Int(time.seconds))"
        let duration = player.currentItem?.duration.seconds ?? .nan
        if duration > 0, !slider.isTracking { slider.setValue(Float(time.seconds / duration), animated: false) }
    }

    // MARK: The interactions of the system player

    /// Space, Select and the play key toggle; left and right skip; up and down change the volume; other keys are the client's.
    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        var left: Set<UIPress> = []
        for press in presses {
            switch press.type {
            case .playPause, .select: togglePlayback()
            case .leftArrow: skip(-10)
            case .rightArrow: skip(10)
            case .upArrow: player.volume = min(1, player.volume + 0.05)
            case .downArrow: player.volume = max(0, player.volume - 0.05)
            default:
                if press.key?.charactersIgnoringModifiers == "m" {
                    player.isMuted.toggle()
                } else {
                    left.insert(press)
                }
            }
        }
        if !left.isEmpty { super.pressesBegan(left, with: event) }
    }

    func togglePlayback() { if player.rate == 0 { player.play() } else { player.pause() } }

    func skip(_ seconds: Double) {
        let target = player.currentTime().seconds + seconds
        player.seek(
            to: CMTime(seconds: max(0, target), preferredTimescale: 600), toleranceBefore: .zero, toleranceAfter: .zero)
    }

    func seek(toShare share: Double) {
        guard let duration = player.currentItem?.duration, duration.seconds > 0 else { return }
        let target = CMTime(seconds: duration.seconds * share, preferredTimescale: 600)
        player.seek(to: target, toleranceBefore: .zero, toleranceAfter: .zero)
    }

    func toggleZoom() {
        video.playerLayer?.videoGravity =
            video.playerLayer?.videoGravity == .resizeAspect ? .resizeAspectFill : .resizeAspect
    }

    func choose(_ speed: AVPlaybackSpeed) {
        player.defaultRate = speed.rate
        if player.rate != 0 { player.rate = speed.rate }
    }

    func selectSubtitles(_ index: Int?) {
        guard let subtitles else { return }
        player.currentItem?.select(index.map { subtitles.options[$0] }, in: subtitles)
    }

    private func loadMenus() async {
        guard let asset = player.currentItem?.asset else { return }
        subtitles = try? await asset.loadMediaSelectionGroup(for: .legible)
        let groups = try? await asset.loadChapterMetadataGroups(bestMatchingPreferredLanguages: ["en"])
        chapterTitles = (groups ?? []).compactMap { group in
            AVMetadataItem.metadataItems(from: group.items, filteredByIdentifier: .commonIdentifierTitle).first?
                .stringValue
        }
        let generator = AVAssetImageGenerator(asset: asset)
        generator.maximumSize = CGSize(width: 160, height: 160)
        thumbnail = try? await generator.image(at: CMTime(value: 1, timescale: 1)).image
    }
}
