import MediaEngine

/// The totals of the transfers in one period of playback.
struct TransferSums: Sendable {
    /// The smallest transfer, in bytes, that counts for the observed bit rate.
    private static let fewestBytes = 16_000
    /// The largest number of separate transfer intervals; older ones cannot overlap later transfers and are merged into a sum.
    private static let maximumStretches = 64

    /// The requests for segments and initialization sections, with each attempt counted.
    private(set) var mediaRequests = 0
    /// The body bytes of all transfers, as received over the network.
    private(set) var byteCount: Int64 = 0
    /// The seconds of media in completely received segments.
    private(set) var mediaSeconds = 0.0
    /// The number of segments whose download took longer than their duration.
    private(set) var overdue = 0
    private(set) var serverAddress: String?
    private(set) var addressChanges = 0
    /// The bits per second of each media transfer that was large enough to measure.
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

        /// nil for fewer than two values.
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

    /// The seconds during which media was received; parallel transfers count once.
    var transferSeconds: Double {
        Double(foldedNanoseconds + stretches.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }) / 1e9
    }

    /// The bits per second of all media over the time in which any was received; nil before the first.
    var observedRate: Double? {
        let seconds = transferSeconds
        return seconds > 0 ? Double(mediaBytes) * 8 / seconds : nil
    }

    /// Returns the bits per second of the media of a kind that has its own segments.
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
