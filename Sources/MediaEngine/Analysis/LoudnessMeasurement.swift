import CFFmpeg
import Foundation

/// Decodes the audio tracks of a file from beginning to end and measures their loudness. Blocks; use it outside the main thread of apps.
public enum LoudnessMeasurement {
    /// Samples are measured in blocks of this many frames.
    private static let blockFrames = 4096

    /// - Returns: the loudness of each audio track that can be decoded, by its index in the file.
    /// - Throws: where the file cannot be opened. A reading error in the middle ends the measurement there.
    public static func measure(_ locator: MediaLocator) throws(MediaError) -> [Int: Loudness] {
        let demuxer = try Demuxer.open(locator)
        var tracks: [Int: Track] = [:]
        for track in demuxer.info.tracks where track.kind == .audio && track.isDecodable {
            tracks[track.index] = Track(track, url: locator.url)
        }
        guard !tracks.isEmpty else { return [:] }
        demuxer.discardAll(except: Set(tracks.keys))
        while let packet = try? demuxer.read() { tracks[packet.trackIndex]?.add(packet) }
        return tracks.compactMapValues { $0.finish() }
    }

    /// One track with its decoder. The format is that of the first decoded frame; later ones are converted to it.
    final class Track {
        private let info: TrackInfo
        private let url: URL
        private var decoder: AudioDecoder?
        private var converter: AudioConverter?
        private var meter: LoudnessMeter?
        private var samples: [Float] = []
        private var hasFailed = false
        private(set) var stretches = AudioStretches()

        init(_ info: TrackInfo, url: URL) { (self.info, self.url) = (info, url) }

        func add(_ packet: Packet) {
            guard !hasFailed else { return }
            do throws(MediaError) {
                if decoder == nil { decoder = try AudioDecoder(format: packet.format, track: info, url: url) }
                if let decoder { try decode(packet, with: decoder) }
            } catch {
                hasFailed = true
            }
        }

        /// The number of packets that the decoder rejected, and FFmpeg's code of the first.
        var errors: (count: Int, first: Int32?) { (decoder?.errorCount ?? 0, decoder?.firstError) }

        private func decode(_ packet: Packet?, with decoder: AudioDecoder) throws(MediaError) {
            try decoder.decode(packet) { frame, time throws(MediaError) in
                if converter == nil {
                    let format = AudioFormat(
                        sampleRate: Int(frame.pointee.sample_rate), channels: Int(frame.pointee.ch_layout.nb_channels))
                    let made = AudioConverter(output: format)
                    meter = LoudnessMeter(made.output)
                    samples = Array(repeating: 0, count: LoudnessMeasurement.blockFrames * made.output.channels)
                    converter = made
                }
                try converter?.push(frame: frame, mediaTime: time.seconds)
                measure()
            }
        }

        private func measure() {
            guard let converter, let meter else { return }
            while true {
                let isWhole = samples.withUnsafeMutableBufferPointer { buffer in
                    let (frames, _) = converter.pull(into: buffer, frames: LoudnessMeasurement.blockFrames)
                    guard frames > 0 else { return false }
                    let block = UnsafeBufferPointer(
                        rebasing: UnsafeBufferPointer(buffer)[..<(frames * converter.output.channels)])
                    stretches.add(block, channels: converter.output.channels, rate: Int(converter.output.sampleRate))
                    return meter.add(block)
                }
                guard isWhole else { return }
            }
        }

        func finish() -> Loudness? {
            if let decoder, !hasFailed { try? decode(nil, with: decoder) }
            converter?.drain()
            measure()
            stretches.finish()
            return meter?.loudness
        }
    }
}

extension Double {
    /// An amplitude in decibels.
    var decibels: Double { self > 0 ? 20 * log10(self) : -.infinity }
}
