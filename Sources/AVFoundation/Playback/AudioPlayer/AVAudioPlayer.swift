public import AVFAudio
import CoreMedia
public import Foundation
import MediaEngine
import Synchronization

/// A player of the audio of a file or of data.
///
/// The initializers read the media's headers and block until they are read, so that `duration` is exact from then on. Playback is that of
/// an `AVPlayer`, which is created for each audio player. Any thread may use an audio player, one at a time; the delegate is called on the
/// main queue. An audio player that is deallocated stops playing.
///
/// Apple: the class belongs to AVFAudio, which AVFoundation exports. Here: it belongs to AVFoundation. `channelAssignments` is missing.
open class AVAudioPlayer: NSObject {
    /// Receives the end of playback. Not retained.
    open weak var delegate: (any AVAudioPlayerDelegate)?
    /// The file; nil for data.
    open private(set) var url: URL?
    /// The data; nil for a file.
    open private(set) var data: Data?
    private let engine: AudioPlayback

    /// Creates a player of an audio file.
    /// - Throws: an error of `NSOSStatusErrorDomain`: `wht?` (2003334207) where the file cannot be read, `typ?` (1954115647) where it has no
    ///   audio that can be decoded. The underlying error is the asset's.
    public init(contentsOf url: URL) throws {
        engine = try AudioPlayback(url: url, storage: nil, environment: .system)
        super.init()
        begin(url: url, data: nil)
    }

    /// Creates a player of an audio file.
    /// - Parameter utiString: has no effect: the type is detected from the contents.
    /// - Throws: as `init(contentsOf:)`.
    public init(contentsOf url: URL, fileTypeHint utiString: String?) throws {
        engine = try AudioPlayback(url: url, storage: nil, environment: .system)
        super.init()
        begin(url: url, data: nil)
    }

    /// Creates a player of data, which it writes to a temporary file.
    /// - Throws: as `init(contentsOf:)`.
    public init(data: Data) throws {
        engine = try AudioPlayback(data: data, environment: .system)
        super.init()
        begin(url: nil, data: data)
    }

    /// Creates a player of data, which it writes to a temporary file.
    /// - Parameter utiString: has no effect: the type is detected from the data.
    /// - Throws: as `init(contentsOf:)`.
    public init(data: Data, fileTypeHint utiString: String?) throws {
        engine = try AudioPlayback(data: data, environment: .system)
        super.init()
        begin(url: nil, data: data)
    }

    /// For tests: a player with an environment of its own.
    init(contentsOf url: URL, environment: PlaybackEnvironment) throws {
        engine = try AudioPlayback(url: url, storage: nil, environment: environment)
        super.init()
        begin(url: url, data: nil)
    }

    /// For tests: a player of an item that has not been read.
    init(item: AVPlayerItem, environment: PlaybackEnvironment) {
        engine = AudioPlayback(item: item, format: .init(), storage: nil, environment: environment)
        super.init()
        begin(url: nil, data: nil)
    }

    private func begin(url: URL?, data: Data?) {
        self.url = url
        self.data = data
        let owner = Owner(player: self)
        engine.observe { event in
            guard let player = owner.player else { return }
            switch event {
            case .finished(let successfully):
                player.delegate?.audioPlayerDidFinishPlaying(player, successfully: successfully)
            case .failed(let error):
                player.delegate?.audioPlayerDecodeErrorDidOccur(player, error: error)
            }
        }
    }

    /// `@unchecked`: the reference is only read on the main queue, where the delegate is called.
    private struct Owner: @unchecked Sendable {
        weak var player: AVAudioPlayer?
    }

    deinit { engine.close() }

    // MARK: Playing

    /// Opens the media and the audio device, so that `play()` starts sooner. `play()` prepares the player when nothing else has.
    /// - Returns: false where playback has failed.
    @discardableResult
    open func prepareToPlay() -> Bool { engine.prepare() }

    /// Plays from the current time; after the end, from the start.
    /// - Returns: false where playback has failed.
    @discardableResult
    open func play() -> Bool { engine.play() }

    /// Plays from the current time when `deviceCurrentTime` reaches a time.
    /// - Parameter time: in seconds, such as `deviceCurrentTime + 0.5`.
    /// - Returns: false where playback has failed, or where the time has passed.
    @discardableResult
    open func play(atTime time: TimeInterval) -> Bool { engine.play(at: time) }

    /// Pauses at the current time.
    open func pause() { engine.pause() }

    /// Stops at the current time, which remains. The delegate is not called.
    open func stop() { engine.pause() }

    /// Whether the player plays, or waits for the time of `play(atTime:)`.
    open var isPlaying: Bool { engine.isPlaying }

    // MARK: Time

    /// The duration of the media, in seconds.
    open var duration: TimeInterval { engine.format.duration }

    /// The position, in seconds from the start. A change while the player plays continues from there.
    open var currentTime: TimeInterval {
        get { engine.currentTime }
        set { engine.seek(to: newValue) }
    }

    /// The time of the host's clock, in seconds, by which `play(atTime:)` is scheduled.
    open var deviceCurrentTime: TimeInterval { engine.hostTime }

    // MARK: Settings

    /// The volume, from 0 to 1; while it fades, the present one.
    open var volume: Float {
        get { engine.volume }
        set { engine.setVolume(newValue, fadeSeconds: 0) }
    }

    /// Changes the volume evenly over a time.
    /// - Parameter duration: in seconds; 0 or less: at once.
    open func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) {
        engine.setVolume(volume, fadeSeconds: duration)
    }

    /// The position of the sound, from -1, the left channel only, to 1, the right one only. 0, the initial value, changes nothing. Other values
    /// are clamped.
    open var pan: Float {
        get { engine.pan }
        set { engine.pan = newValue }
    }

    /// The audio device: the name of the audio server's sink, or the `uid` of a port in `AVAudioSession.currentRoute`. Nil, the initial value,
    /// is the output of the audio session. See `AVPlayer.audioOutputDeviceUniqueID`.
    open var currentDevice: String? {
        get { engine.deviceID }
        set { engine.deviceID = newValue }
    }

    /// Whether `rate` has an effect. Apple: set it before `prepareToPlay()`. Here: it may be set at any time.
    open var enableRate: Bool {
        get { engine.settings.enablesRate }
        set { engine.change { $0.enablesRate = newValue } }
    }

    /// The speed, from 0.5 to 2; 1 is the media's own.
    open var rate: Float {
        get { engine.settings.rate }
        set { engine.change { $0.rate = newValue } }
    }

    /// How often the media plays again after its end; negative: until the player is stopped. Every repetition has all samples, but it begins
    /// with a seek to the start, so that a short pause may be audible before it. `AVPlayerLooper` repeats without a pause.
    open var numberOfLoops: Int {
        get { engine.settings.loops }
        set { engine.change { $0.loops = newValue } }
    }

    // MARK: Levels

    /// Whether levels are measured. Initially false.
    open var isMeteringEnabled: Bool {
        get { engine.measuresLevels }
        set { engine.measuresLevels = newValue }
    }

    /// Reads the levels of all channels, for `averagePower(forChannel:)` and `peakPower(forChannel:)`: those of the samples that the audio
    /// device has taken since the call before, after the volume and the pan. The device takes samples some milliseconds before they are
    /// audible. While the player does not play, the levels are those of silence.
    open func updateMeters() { engine.updateLevels() }

    /// The average power of a channel at the last `updateMeters()`, in decibels: 0 is full scale, and -160 is silence. A channel that the
    /// media does not have is silent.
    open func averagePower(forChannel channelNumber: Int) -> Float {
        Self.decibels(engine.level(of: channelNumber).average)
    }

    /// The greatest power of a channel at the last `updateMeters()`, in decibels: 0 is full scale, and -160 is silence.
    open func peakPower(forChannel channelNumber: Int) -> Float {
        Self.decibels(engine.level(of: channelNumber).peak)
    }

    private static func decibels(_ level: Float) -> Float { level > 0 ? max(silence, 20 * log10(level)) : silence }
    private static let silence: Float = -160

    // MARK: Format

    /// The number of channels of the media.
    open var numberOfChannels: Int { Int(format.channelCount) }

    /// The format of the media, before decoding.
    open var format: AVAudioFormat { engine.format.audio }

    /// The settings of `format`.
    open var settings: [String: Any] { format.settings }
}

/// Receives the end of an audio player's playback, on the main queue.
public protocol AVAudioPlayerDelegate: NSObjectProtocol {
    /// Reports that the media, with its repetitions, has played to its end, or that playback failed. `pause()` and `stop()` are not reported.
    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)
    /// Reports that playback failed; `audioPlayerDidFinishPlaying(_:successfully:)` follows.
    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
}

extension AVAudioPlayerDelegate {
    public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
    public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
}
