import AVFAudio
import CoreMedia
import Foundation
import MediaEngine
import Synchronization

/// The playback of an audio player: an `AVPlayer` with one item, its repetitions, and a volume that fades.
///
/// Any thread may use it. Events are delivered on the main queue.
final class AudioPlayback: Sendable {
    enum Event {
        case finished(successfully: Bool)
        case failed((any Error)?)
    }

    struct Settings: Equatable {
        var enablesRate = false
        var rate: Float = 1
        var loops = 0
    }

    struct Format {
        /// In seconds.
        var duration = 0.0
        /// Before decoding.
        var audio = AVAudioFormat.unknown
    }

    private struct State {
        var settings = Settings()
        /// The repetitions that have begun since the player was started.
        var repetitions = 0
        /// The target of the last seek, until it has completed.
        var target: (seconds: Double, serial: Int)?
        var seeks = 0
        var fade: (any PlaybackTimer)?
        /// The number of the last change of the volume. A step of an earlier one has no effect.
        var fadeNumber = 0
        var tokens: [Token] = []
        var levels: [AudioLevel] = []
    }

    /// A token of the notification center. `@unchecked`: the token is only passed back to the center, which any thread may call.
    private struct Token: @unchecked Sendable {
        let value: any NSObjectProtocol
    }

    let format: Format
    private let player: AVPlayer
    private let item: AVPlayerItem
    /// The file that holds the data; nil for a file of the client.
    private let storage: UnnamedFile?
    private let environment: PlaybackEnvironment
    private let state = Mutex(State())

    /// Reads the headers of a file; blocks meanwhile.
    convenience init(url: URL, storage: UnnamedFile?, environment: PlaybackEnvironment) throws {
        let asset = AVURLAsset(url: url)
        let name = storage == nil ? url.lastPathComponent : "The data"
        let tracks = asset.tracks(withMediaType: .audio)
        var cause: NSError?
        _ = asset.statusOfValue(forKey: "tracks", error: &cause)
        if url.isFileURL, !FileManager.default.isReadableFile(atPath: url.path) {
            throw Self.error(Self.unspecified, "\(name) cannot be read.", cause)
        }
        guard let track = tracks.first(where: \.isPlayable) else {
            throw Self.error(Self.unsupportedFileType, "\(name) has no audio that can be decoded.", cause)
        }
        self.init(
            item: AVPlayerItem(asset: asset, environment: environment),
            format: Format(
                duration: asset.duration.isNumeric ? asset.duration.seconds : 0,
                audio: AVAudioFormat(cmAudioFormatDescription: track.info.formatDescription)),
            storage: storage, environment: environment)
    }

    convenience init(data: Data, environment: PlaybackEnvironment) throws {
        let storage: UnnamedFile
        do { storage = try UnnamedFile(data) } catch {
            throw Self.error(Self.unspecified, "The data cannot be written to a temporary file.", error as NSError)
        }
        try self.init(url: storage.url, storage: storage, environment: environment)
    }

    init(item: AVPlayerItem, format: Format, storage: UnnamedFile?, environment: PlaybackEnvironment) {
        self.item = item
        self.format = format
        self.storage = storage
        self.environment = environment
        player = AVPlayer(playerItem: nil, environment: environment)
    }

    /// Delivers the events until `close()`. Called once.
    func observe(_ handler: @escaping @Sendable (Event) -> Void) {
        let center = NotificationCenter.default
        let tokens = [
            center.addObserver(forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: nil) {
                [weak self] _ in
                guard let self, !repeats() else { return }
                seek(to: 0)
                handler(.finished(successfully: true))
            },
            center.addObserver(forName: AVPlayerItem.failedToPlayToEndTimeNotification, object: item, queue: nil) {
                [weak self] notification in
                self?.pause()
                handler(.failed(notification.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? any Error))
                handler(.finished(successfully: false))
            },
        ]
        state.withLock { [tokens = tokens.map(Token.init)] in $0.tokens = tokens }
    }

    func close() {
        let tokens = state.withLock { state in
            state.fade?.cancel()
            defer { state.tokens = [] }
            return state.tokens
        }
        for token in tokens { NotificationCenter.default.removeObserver(token.value) }
        player.replaceCurrentItem(with: nil)
    }

    // MARK: Playing

    func prepare() -> Bool {
        if player.currentItem == nil { player.replaceCurrentItem(with: item) }
        return item.status != .failed
    }

    func play() -> Bool {
        guard prepare() else { return false }
        begin()
        player.automaticallyWaitsToMinimizeStalling = true
        player.rate = state.withLock(\.settings).speed
        return true
    }

    func play(at seconds: Double) -> Bool {
        guard prepare(), seconds.isFinite, seconds >= hostTime else { return false }
        begin()
        player.automaticallyWaitsToMinimizeStalling = false
        player.setRate(
            state.withLock(\.settings).speed, time: .invalid,
            atHostTime: CMTime(seconds: seconds, preferredTimescale: Self.nanoseconds))
        return true
    }

    private func begin() {
        if !isPlaying { state.withLock { $0.repetitions = 0 } }
        applyEnd()
    }

    func pause() { player.pause() }

    var isPlaying: Bool { player.currentItem != nil && player.rate != 0 }

    /// Begins the next repetition. Returns false where the last one has ended.
    private func repeats() -> Bool {
        let isNext = state.withLock { state in
            guard state.settings.loops < 0 || state.repetitions < state.settings.loops else { return false }
            state.repetitions += 1
            return true
        }
        guard isNext else { return false }
        applyEnd()
        seek(to: 0)
        player.rate = state.withLock(\.settings).speed
        return true
    }

    /// Pauses the player at the end of the last repetition only.
    private func applyEnd() {
        let isLast = state.withLock { $0.settings.loops >= 0 && $0.repetitions >= $0.settings.loops }
        player.actionAtItemEnd = isLast ? .pause : .none
    }

    // MARK: Time

    var hostTime: Double { Double(environment.hostClock.now) / 1e9 }

    var currentTime: Double {
        if let target = state.withLock({ $0.target }) { return target.seconds }
        let time = item.currentTime()
        return time.isNumeric ? max(0, time.seconds) : 0
    }

    func seek(to seconds: Double) {
        guard seconds.isFinite else { return }
        let longest = format.duration > 0 ? format.duration : seconds
        let target = min(max(0, seconds), longest)
        let serial = state.withLock { state in
            state.seeks += 1
            state.target = (target, state.seeks)
            return state.seeks
        }
        item.seek(
            to: CMTime(seconds: target, preferredTimescale: Self.nanoseconds), toleranceBefore: .zero,
            toleranceAfter: .zero
        ) { [weak self] _ in
            self?.state.withLock { if $0.target?.serial == serial { $0.target = nil } }
        }
    }

    // MARK: Settings

    var settings: Settings { state.withLock(\.settings) }

    func change(_ edit: (inout Settings) -> Void) {
        let edited = state.withLock { state in
            edit(&state.settings)
            let rate = state.settings.rate
            state.settings.rate = rate.isFinite ? min(max(rate, Self.rates.lowerBound), Self.rates.upperBound) : 1
            return state.settings
        }
        guard isPlaying else { return }
        applyEnd()
        if player.rate != edited.speed { player.rate = edited.speed }
    }

    var pan: Float {
        get { player.pan }
        set { player.pan = newValue }
    }

    var deviceID: String? {
        get { player.audioOutputDeviceUniqueID }
        set { player.audioOutputDeviceUniqueID = newValue }
    }

    // MARK: Levels

    var measuresLevels: Bool {
        get { player.measuresLevels }
        set { player.measuresLevels = newValue }
    }

    /// Reads the levels since the call before.
    func updateLevels() {
        let levels = item.core.read { $0.session }?.takeAudioLevels() ?? []
        state.withLock { $0.levels = levels }
    }

    /// The level of a channel at the last update; silence for a channel that does not exist. A mono file has the level of the left channel.
    func level(of channel: Int) -> AudioLevel {
        state.withLock { $0.levels.indices.contains(channel) ? $0.levels[channel] : AudioLevel() }
    }

    var volume: Float { player.volume }

    func setVolume(_ volume: Float, fadeSeconds: Double) {
        let target = volume.isFinite ? min(max(volume, 0), 1) : 1
        let number = state.withLock { state in
            state.fade?.cancel()
            state.fade = nil
            state.fadeNumber += 1
            return state.fadeNumber
        }
        guard fadeSeconds > 0, fadeSeconds.isFinite else {
            player.volume = target
            return
        }
        step(
            Fade(
                number: number, from: player.volume, to: target, begin: environment.hostClock.now, seconds: fadeSeconds)
        )
    }

    private struct Fade: Sendable {
        let number: Int
        var from: Float
        var to: Float
        /// A host time in nanoseconds.
        var begin: Int64
        var seconds: Double

        func part(at now: Int64) -> Double { min(max(0, Double(now - begin) / 1e9 / seconds), 1) }
    }

    private func step(_ fade: Fade) {
        guard state.withLock({ $0.fadeNumber == fade.number }) else { return }
        let part = fade.part(at: environment.hostClock.now)
        player.volume = fade.from + (fade.to - fade.from) * Float(part)
        guard part < 1 else { return }
        state.withLock { state in
            guard state.fadeNumber == fade.number else { return }
            state.fade = environment.schedule(environment.hostClock.now + Self.fadeStep) { [weak self] in
                self?.step(fade)
            }
        }
    }

    // MARK: Errors

    /// `kAudioFileUnspecifiedError` and `kAudioFileUnsupportedFileTypeError`.
    private static let unspecified = 2_003_334_207
    private static let unsupportedFileType = 1_954_115_647

    private static func error(_ code: Int, _ message: String, _ cause: NSError?) -> NSError {
        var info: [String: Any] = [NSLocalizedDescriptionKey: message]
        if let cause {
            info[NSLocalizedFailureReasonErrorKey] = cause.localizedFailureReason ?? cause.localizedDescription
            info[NSUnderlyingErrorKey] = cause
        }
        return NSError(domain: NSOSStatusErrorDomain, code: code, userInfo: info)
    }

    private static let nanoseconds: CMTimeScale = 1_000_000_000
    /// In nanoseconds.
    private static let fadeStep: Int64 = 20_000_000
    private static let rates: ClosedRange<Float> = 0.5...2
}

extension AudioPlayback.Settings {
    fileprivate var speed: Float { enablesRate ? rate : 1 }
}
