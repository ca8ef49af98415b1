import MediaEngine

/// What the transfers of a stretch of playing add up to.
struct TransferSums: Sendable {
    /// Fewer bytes than this say nothing about a network's speed.
    private static let fewestBytes = 16_000
    /// Stretches of time that are kept apart; older ones cannot overlap what is still to come.
    private static let maximumStretches = 64

    /// Segments and what a decoder needs before them, each attempt.
    private(set) var mediaRequests = 0
    /// Of every body, as it came over the network.
    private(set) var byteCount: Int64 = 0
    /// Seconds of media that came whole.
    private(set) var mediaSeconds = 0.0
    /// Segments that took longer to come than they last.
    private(set) var overdue = 0
    private(set) var serverAddress: String?
    private(set) var addressChanges = 0
    /// Bits per second of each media transfer that was large enough to tell.
    private(set) var rates = RateSums()
    private var mediaBytes: Int64 = 0
    private var kinds: [TrackInfo.Kind: (bytes: Int64, seconds: Double)] = [:]
    private var stretches: [Range<Int64>] = []
    private var foldedNanoseconds: Int64 = 0

    struct RateSums: Sendable {
        private(set) var least = Double.infinity
        private(set) var most = -Double.infinity
        private var count = 0.0
        private var sum = 0.0
        private var squares = 0.0

        mutating func add(_ rate: Double) {
            least = min(least, rate)
            most = max(most, rate)
            count += 1
            sum += rate
            squares += rate * rate
        }

        var isEmpty: Bool { count == 0 }

        /// nil where there is only one.
        var standardDeviation: Double? {
            count < 2 ? nil : max(0, (squares - sum * sum / count) / (count - 1)).squareRoot()
        }
    }

    mutating func add(_ transfer: StreamTransfer) {
        let record = transfer.record
        byteCount += record.wireByteCount
        if let address = record.serverAddress, !address.isEmpty, address != serverAddress {
            if serverAddress != nil { addressChanges += 1 }
            serverAddress = address
        }
        guard transfer.content == .media || transfer.content == .initSection else { return }
        mediaRequests += 1
        mediaBytes += record.wireByteCount
        guard let flow = transfer.flow else { return }
        add(flow)
        guard case .whole = transfer.outcome, transfer.content == .media else { return }
        if let seconds = transfer.mediaSeconds {
            mediaSeconds += seconds
            if Double(record.end - record.start) / 1e9 > seconds { overdue += 1 }
            if let kind = transfer.kind {
                kinds[kind, default: (0, 0)].bytes += record.byteCount
                kinds[kind, default: (0, 0)].seconds += seconds
            }
        }
        if record.wireByteCount >= Self.fewestBytes {
            rates.add(Double(record.wireByteCount) * 8e9 / Double(flow.upperBound - flow.lowerBound))
        }
    }

    /// Seconds in which media came, those of transfers beside each other once.
    var transferSeconds: Double {
        Double(foldedNanoseconds + stretches.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }) / 1e9
    }

    /// Bits per second of all media over the time in which any came; nil before.
    var observedRate: Double? {
        let seconds = transferSeconds
        return seconds > 0 ? Double(mediaBytes) * 8 / seconds : nil
    }

    /// Bits per second of media of a kind that has streams of its own.
    func averageRate(_ kind: TrackInfo.Kind) -> Double? {
        guard let (bytes, seconds) = kinds[kind], seconds > 0 else { return nil }
        return Double(bytes) * 8 / seconds
    }

    private mutating func add(_ flow: Range<Int64>) {
        var merged = flow
        stretches.removeAll { other in
            guard other.lowerBound <= merged.upperBound, merged.lowerBound <= other.upperBound else { return false }
            merged = min(merged.lowerBound, other.lowerBound)..<max(merged.upperBound, other.upperBound)
            return true
        }
        stretches.append(merged)
        guard stretches.count > Self.maximumStretches,
            let oldest = stretches.indices.min(by: { stretches[$0].lowerBound < stretches[$1].lowerBound })
        else { return }
        let gone = stretches.remove(at: oldest)
        foldedNanoseconds += gone.upperBound - gone.lowerBound
    }
}
