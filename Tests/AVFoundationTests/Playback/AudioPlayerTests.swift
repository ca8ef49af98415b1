import CoreMedia
import Foundation
import MediaEngine
import MediaTesting
import Synchronization
import Testing

@testable import AVFoundation

/// `AVAudioPlayer` from a file to the samples of the audio device.
struct AudioPlayerTests {
    private static let frames = 24_000

    private let recorder = AudioRecorder()
    private let journal = Journal()
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("audio-player-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private var environment: PlaybackEnvironment {
        var environment = PlaybackEnvironment.system
        environment.makeAudioOutput = { [recorder] in recorder.makeOutput() }
        return environment
    }

    private func player() async throws -> AVAudioPlayer {
        let url = try await TestSignal(frames: Self.frames).write("tone.wav", in: folder)
        return try AVAudioPlayer(contentsOf: url, environment: environment)
    }

    /// Records the calls of the delegate.
    private final class Listener: NSObject, AVAudioPlayerDelegate {
        private let journal: Journal
        init(_ journal: Journal) { self.journal = journal }
        func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
            dispatchPrecondition(condition: .onQueue(.main))
            journal.note("finished \(flag)")
        }
        func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {
            journal.note("failed \(error != nil)")
        }
    }

    @Test("an audio player has the duration, channels and settings of its file or data as soon as it is created")
    func facts() async throws {
        let url = try await TestSignal(frames: Self.frames).write("facts.wav", in: folder)
        let data = try Data(contentsOf: url)
        for player in [
            try AVAudioPlayer(contentsOf: url), try AVAudioPlayer(data: data),
            try AVAudioPlayer(contentsOf: url, fileTypeHint: "com.microsoft.waveform-audio"),
            try AVAudioPlayer(data: data, fileTypeHint: nil),
        ] {
            #expect(abs(player.duration - 0.5) < 0.001)
            #expect(player.numberOfChannels == 2)
            #expect(player.settings[AVSampleRateKey] as? Double == 48_000)
            #expect(player.settings[AVNumberOfChannelsKey] as? Int == 2)
            #expect(player.settings[AVFormatIDKey] as? UInt32 == kAudioFormatLinearPCM)
            #expect(player.settings[AVLinearPCMBitDepthKey] as? Int == 16)
            #expect(player.format.channelCount == 2 && player.format.sampleRate == 48_000)
            #expect(player.format.commonFormat == .pcmFormatInt16 && player.format.isInterleaved)
            #expect(!player.isPlaying)
            #expect(player.currentTime == 0)
        }
        #expect(try AVAudioPlayer(contentsOf: url).url == url)
        #expect(try AVAudioPlayer(data: data).data == data)
    }

    @Test("an audio player plays all samples, reports the end on the main queue, and stands at the start again")
    func playsToEnd() async throws {
        let player = try await player()
        let listener = Listener(journal)
        player.delegate = listener
        #expect(player.play())
        #expect(player.isPlaying)
        #expect(await eventually(within: .seconds(20)) { journal.all == ["finished true"] })
        #expect(!player.isPlaying)
        #expect(player.currentTime == 0)
        let expected = TestSignal(frames: Self.frames).floats
        let played = recorder.samples
        #expect(played.count == expected.count)
        #expect(zip(played, expected).allSatisfy { abs($0 - $1) < 0.001 })
    }

    @Test("numberOfLoops plays the media again as often, with one end", arguments: [1, 2])
    func loops(count: Int) async throws {
        let player = try await player()
        let listener = Listener(journal)
        player.delegate = listener
        player.numberOfLoops = count
        player.play()
        #expect(await eventually(within: .seconds(20)) { !journal.all.isEmpty })
        #expect(journal.all == ["finished true"])
        // The recorder notes samples after the device has taken them.
        let expected = Self.frames * (count + 1)
        #expect(await eventually { recorder.frames >= expected })
        #expect(recorder.frames == expected)
    }

    @Test("a negative numberOfLoops plays until the player is stopped, without an end; the current time remains")
    func endless() async throws {
        let player = try await player()
        let listener = Listener(journal)
        player.delegate = listener
        player.numberOfLoops = -1
        player.play()
        #expect(await eventually(within: .seconds(20)) { recorder.samples.count / 2 > 2 * Self.frames })
        #expect(player.isPlaying)
        player.stop()
        #expect(!player.isPlaying)
        let time = player.currentTime
        try await Task.sleep(for: .milliseconds(100))
        #expect(player.currentTime == time)
        #expect(journal.all.isEmpty)
    }

    @Test("a current time that a client sets is current at once, limited to the duration, and playback starts there")
    func setsTime() async throws {
        let player = try await player()
        let listener = Listener(journal)
        player.delegate = listener
        player.currentTime = 9
        #expect(abs(player.currentTime - 0.5) < 0.001)
        player.currentTime = -1
        #expect(player.currentTime == 0)
        player.currentTime = 0.25
        #expect(player.currentTime == 0.25)
        player.play()
        #expect(await eventually(within: .seconds(20)) { journal.all == ["finished true"] })
        let played = recorder.samples
        let expected = TestSignal(frames: Self.frames).part(Self.frames / 2..<Self.frames).floats
        #expect(!played.isEmpty && played.count <= expected.count)
        #expect(zip(played, expected.suffix(played.count)).allSatisfy { abs($0 - $1) < 0.001 })
    }

    @Test("files without audio, and files that do not exist, throw an error that names the file")
    func errors() throws {
        let text = folder.appendingPathComponent("notes.txt")
        try Data("This is no audio.".utf8).write(to: text)
        let cases = [(text, 1_954_115_647), (folder.appendingPathComponent("none.mp3"), 2_003_334_207)]
        for (url, code) in cases {
            let error = #expect(throws: NSError.self) { try AVAudioPlayer(contentsOf: url) }
            #expect(error?.domain == NSOSStatusErrorDomain)
            #expect(error?.code == code)
            #expect(error?.localizedDescription.contains(url.lastPathComponent) == true)
        }
        let error = #expect(throws: NSError.self) { try AVAudioPlayer(data: Data([1, 2, 3])) }
        #expect(error?.code == 1_954_115_647)
    }

    @Test("rate has an effect with enableRate only, and is limited to 0.5 to 2")
    func rate() {
        let world = PlaybackWorld()
        let player = AVAudioPlayer(item: world.item(), environment: world.environment)
        player.rate = 1.5
        player.play()
        world.sessions[0].start(seconds: 9)
        world.settle()
        #expect(world.sessions[0].calls.contains("setRate 1.0"))
        player.enableRate = true
        world.settle()
        #expect(world.sessions[0].calls.last { $0.hasPrefix("setRate") } == "setRate 1.5")
        player.rate = 9
        world.settle()
        #expect(world.sessions[0].calls.last { $0.hasPrefix("setRate") } == "setRate 2.0")
        #expect(player.rate == 2)
    }

    @Test("setVolume with a duration changes the volume evenly, and a later volume ends the change")
    func fade() {
        let world = PlaybackWorld()
        let player = AVAudioPlayer(item: world.item(), environment: world.environment)
        player.volume = 1
        player.setVolume(0, fadeDuration: 2)
        world.advance(seconds: 1)
        #expect(abs(player.volume - 0.5) < 0.02)
        world.advance(seconds: 1.1)
        #expect(player.volume == 0)
        player.setVolume(1, fadeDuration: 2)
        world.advance(seconds: 0.5)
        player.volume = 0.1
        world.advance(seconds: 3)
        #expect(player.volume == 0.1)
    }

    @Test("play(atTime:) starts when the device time reaches the time, and refuses times that have passed")
    func scheduled() {
        let world = PlaybackWorld()
        let player = AVAudioPlayer(item: world.item(), environment: world.environment)
        #expect(!player.play(atTime: player.deviceCurrentTime - 1))
        player.prepareToPlay()
        world.sessions[0].start(seconds: 9)
        world.settle()
        #expect(player.play(atTime: player.deviceCurrentTime + 2))
        world.settle()
        #expect(player.isPlaying)
        #expect(world.sessions[0].effectiveRate == 0)
        world.advance(seconds: 2.1)
        #expect(world.sessions[0].calls.last { $0.hasPrefix("setRate") } == "setRate 1.0")
    }

    @Test(
        "pan plays one channel, and levels are those of what is audible: silence before, in the other channel and while paused"
    )
    func panAndLevels() async throws {
        let player = try await player()
        player.isMeteringEnabled = true
        player.pan = 5
        #expect(player.pan == 1)
        player.updateMeters()
        #expect(player.peakPower(forChannel: 1) == -160)
        player.numberOfLoops = -1
        player.play()
        let isLoud = await eventually(within: .seconds(20)) {
            player.updateMeters()
            return player.peakPower(forChannel: 1) > -40
        }
        #expect(isLoud)
        #expect(player.peakPower(forChannel: 1) <= 0)
        #expect(player.averagePower(forChannel: 1) < player.peakPower(forChannel: 1))
        #expect(player.averagePower(forChannel: 1) > -60)
        #expect(player.peakPower(forChannel: 0) == -160)
        #expect(player.averagePower(forChannel: 7) == -160)
        #expect(recorder.channel(0).allSatisfy { $0 == 0 })
        #expect(recorder.channel(1).contains { abs($0) > 0.01 })
        player.pause()
        let isSilent = await eventually(within: .seconds(20)) {
            player.updateMeters()
            return player.peakPower(forChannel: 1) == -160
        }
        #expect(isSilent)
    }

    @Test("an audio player that is deallocated stops playing")
    func release() async throws {
        do {
            let player = try await player()
            player.numberOfLoops = -1
            player.play()
            #expect(await eventually(within: .seconds(20)) { !recorder.samples.isEmpty })
        }
        #expect(await eventually { recorder.hasStopped })
        let count = recorder.samples.count
        await elapse(.milliseconds(50))
        #expect(recorder.samples.count == count)
    }
}
