import CoreMedia
import Foundation

/// The reader thread: opens the media, reads packets ahead, and carries out seeks.
extension SessionCore {
    /// The number of packets between two cache trims.
    private static let trimInterval = 256
    /// Audio samples may be stored this much earlier in the file than their time suggests; without video, audio is read from there.
    private static let interleaving: Nanoseconds = 200 * .millisecond

    func openAndRead() {
        do throws(MediaError) {
            try open()
        } catch {
            // If the session was closed meanwhile, the error is `cancelled`.
            update { $0.fail(error) }
        }
        runReader()
    }

    /// Blocks until the media can start to play.
    private func open() throws(MediaError) {
        asset.prefer(read { $0.transport.streaming })
        let opened = try asset.takeDemuxer(startTime: startTime, interruptedBy: opening)
        let hasVideo = opened.info.tracks.contains { $0.kind == .video && $0.isDecodable }
        if !options.playsVideo || !hasVideo { try complete(opened) }
        setReader(opened)
        guard !opening.isRaised else {
            opened.cancel()
            let error = MediaError(.cancelled, "Closed while opening.")
            asset.settle(opened, .failure(error))
            throw error
        }
        // The asset may have been opened with other preferences.
        opened.stream?.prefer(read { $0.transport.streaming })
        let (info, isComplete) = (opened.info, opened.stream?.isComplete ?? true)
        update {
            $0.opened(
                info, isComplete: isComplete, startPosition: opened.stream?.startPosition ?? 0,
                packetTracks: packetTracks(of: opened, info))
        }
    }

    private func complete(_ opened: any MediaReader) throws(MediaError) {
        opening.whenRaised { opened.cancel() }
        do throws(MediaError) {
            try opened.stream?.complete()
        } catch {
            asset.settle(opened, .failure(error))
            throw error
        }
        asset.settle(opened, .success(opened.info))
    }

    private func packetTracks(of reader: any MediaReader, _ info: MediaInfo) -> Set<Int> {
        Set(info.tracks.map(\.index).filter { reader.format(of: $0) != nil })
    }

    func runReader() {
        var sinceTrim = 0
        while let reader, let job = nextJob(of: .reader, { step(&$0, reader) }) {
            switch job {
            case .completed:
                let info = reader.info
                update { $0.completed(info, packetTracks: packetTracks(of: reader, info)) }
            case .machine(.seek(let request)): carryOut(request, reader)
            case .machine(.goBack(let start)): goBack(to: start, reader)
            case .machine(.followWindow): followWindow(of: reader)
            case .machine(.read(let playHead, let rate, let selection)):
                readOne(reader, playHead: playHead, rate: rate, selection: selection)
                sinceTrim += 1
                guard sinceTrim >= Self.trimInterval else { continue }
                sinceTrim = 0
                HeapTrimming.plays(at: Double(SystemHostClock().now) / 1e9)
                update { $0.trimCache() }
            }
        }
        let isOver = read { machine in
            switch machine.mode {
            case .failed, .closed: true
            default: false
            }
        }
        guard isOver else { return }
        update { $0.cache = PacketCache() }
        reader?.cancel()
    }

    private enum Job {
        case machine(SessionMachine.ReaderJob)
        /// The reader has opened the rest of the media.
        case completed
    }

    private func step(_ state: inout State, _ reader: any MediaReader) -> DriverStep<Job> {
        if state.machine.source.readiness == .videoOnly {
            if reader.stream?.isComplete ?? true { return .job(.completed) }
        } else {
            let failed = reader.stream?.takeFailedTracks() ?? []
            if !failed.isEmpty { state.machine.audioTracksLost(failed) }
        }
        return state.machine.readerJob().map { .job(.machine($0)) } ?? .rest
    }

    private func readOne(_ reader: any MediaReader, playHead: Nanoseconds, rate: Double, selection: Int) {
        reader.stream?.reportPlayHead(playHead, rate: rate)
        do throws(MediaError) {
            let packet = try reader.read()
            if let packet, read({ $0.source.metadataTracks.contains(packet.trackIndex) }) {
                return reportMetadata(in: packet)
            }
            update(.progress) { $0.read(packet, selection: selection) }
        } catch {
            update { $0.readingFailed(error) }
        }
    }

    private func followWindow(of reader: any MediaReader) {
        do throws(MediaError) {
            try reader.stream?.followWindow()
        } catch {
            update { $0.readingFailed(error) }
        }
    }

    private func reportMetadata(in packet: Packet) {
        let frames = ID3Frame.frames(in: packet.bytes[...])
        guard !frames.isEmpty else { return }
        let range = CMTimeRange(start: packet.time.time, duration: .zero)
        send(.timedMetadata(TimedMetadata(range: range, content: .id3(frames))))
    }

    // MARK: - Seeks

    private func carryOut(_ request: SeekRequest, _ reader: any MediaReader) {
        var request = request
        do throws(MediaError) {
            let target = try reader.stream?.nearestSeekable(to: request.target) ?? request.target
            let plan = update { $0.planSeek(request.number, target: target) }
            guard case .read(let resolved, let video, let audio) = plan else { return }
            request = resolved
            let first: [Packet]
            if let video {
                first = try KeyFrameSeek.seek(reader, before: max(0, request.target &- request.preroll), track: video)
            } else {
                try reader.seek(to: max(0, request.target &- Self.interleaving), track: audio)
                first = []
            }
            update { $0.seekRead(request, first: first) }
        } catch {
            update { $0.seekFailed(request, error) }
        }
    }

    private func goBack(to start: Nanoseconds, _ reader: any MediaReader) {
        let track = read { $0.source.videoTrack?.index }
        do throws(MediaError) {
            let first = try KeyFrameSeek.seek(reader, before: start, track: track)
            update { $0.earlierReadCompleted(to: start, first: first) }
        } catch {
            update { $0.earlierReadFailed(to: start, error) }
        }
    }
}
