import CoreMedia
import Foundation
import MediaEngine
import Synchronization

extension GoldenRun {
    /// Records the deterministic part of an event. Loaded ranges, transfers and live distances depend on thread scheduling.
    func add(_ event: SessionEvent) {
        switch event {
        case .ready(let info): log("ready: \(Self.describe(info))")
        case .firstFrame:
            // For streams, video may be available before or after the audio tracks are known.
            if origin == nil { log("first picture") }
        case .presentationSizeChanged(let width, let height): log("size \(width)x\(height)")
        case .loadedRangesChanged, .captionsReplaced, .transfer, .recommendedLiveDistanceChanged: break
        case .bufferStateChanged(let state): record.withLock { $0.buffer = state }
        case .effectiveRateChanged(let rate):
            record.withLock { record in
                if record.rate * rate <= 0 { record.mustNotDecrease = false }
                record.rate = rate
            }
            log("rate \(Self.number(rate))")
        case .timeJumped(let time):
            record.withLock { $0.mustNotDecrease = false }
            log("time jumped to \(Self.text(time.seconds))")
        case .selectionChanged(let kind, let index):
            log("selected \(kind.rawValue) \(index.map { "track \($0)" } ?? "none")")
        case .audioTrackFailed(let index, let instead):
            log("audio track \(index) lost, \(instead.map { "track \($0)" } ?? "nothing") instead")
        case .ended:
            log("ended")
            let handler = record.withLock { record in
                record.isOver = true
                record.endCount += 1
                return record.endHandler
            }
            handler?(session)
        case .stalled: log("stalled")
        case .timedText(let text):
            log(
                "text \(Self.text(text.range.start.seconds))…\(Self.text(text.range.end.seconds)) '\(text.text.replacingOccurrences(of: "\n", with: "/"))'"
            )
        case .timedMetadata(let metadata): log("metadata at \(Self.text(metadata.range.start.seconds))")
        case .dateRangesChanged(let ranges): log("date ranges \(ranges.count)")
        case .interstitialsChanged: log("interstitials")
        case .audioDeviceChanged(let name): log("audio device \(name)")
        case .warning(let error): log("warning \(error.code.rawValue)")
        // The reader runs ahead of playback, so its events are recorded in their own order.
        case .streamFault(let fault): logOfStream("fault \(fault.error.code.rawValue) of \(fault.url?.path ?? "")")
        case .variant(let variant): logOfStream("variant \(variant.width ?? 0)x\(variant.height ?? 0)")
        case .endedEarly(let error):
            record.withLock { $0.isOver = true }
            log("ended early \(error.code.rawValue)")
        case .failed(let error):
            record.withLock { record in
                record.isOver = true
                record.hasFailed = true
            }
            log("failed \(error.code.rawValue)")
        }
    }

    private func logOfStream(_ text: String) { record.withLock { $0.streamLines.append(text) } }

    static func describe(_ info: MediaInfo) -> String {
        var parts = [
            info.duration.isNumeric ? "duration \(text(info.duration.seconds))" : "no duration",
            info.isSeekable ? "seekable" : "not seekable",
        ]
        for track in info.tracks {
            var words = "\(track.index) \(track.kind.rawValue)"
            if let video = track.video {
                words += " \(video.displayWidth)x\(video.displayHeight)"
            }
            if let audio = track.audio { words += " \(audio.sampleRate) Hz \(audio.channels) ch" }
            if let language = track.language { words += " \(language)" }
            if !track.isDecodable { words += " undecodable" }
            parts.append(words)
        }
        if !info.chapters.isEmpty { parts.append("\(info.chapters.count) chapters") }
        return parts.joined(separator: "; ")
    }
}
