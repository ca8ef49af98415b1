import CoreMedia
import HLS
import StreamRules

/// The parts at the live edge of a watched playlist. Confined to one thread.
struct LiveParts {
    private let loader: SegmentLoader
    /// The parts that were loaded, in their order.
    private(set) var facts: [PartFacts] = []
    /// By URL and range.
    private var known: Set<String> = []
    private static let mostParts = 400

    init(_ loader: SegmentLoader) { self.loader = loader }

    /// Loads and measures the parts at the live edge that are new.
    mutating func measure(_ playlist: MediaPlaylist) {
        guard playlist.partTargetDuration != nil, let last = playlist.segments.last else { return }
        var next = last
        next.sequenceNumber = playlist.nextSequenceNumber
        for (segment, parts) in [(last, last.parts), (next, playlist.parts)] {
            for (index, part) in parts.enumerated() where !part.isGap {
                let range = part.byteRange.map { "#\($0.offset)-\($0.length)" } ?? ""
                guard facts.count < Self.mostParts, known.insert(part.uri + range).inserted,
                    let url = playlist.url(for: part.uri)
                else { continue }
                var unit = segment
                (unit.uri, unit.byteRange, unit.duration) = (part.uri, part.byteRange, part.duration)
                (unit.keys, unit.initialization) = (part.keys, part.initialization)
                // A part in the middle of an encrypted segment cannot be decrypted by itself.
                guard unit.keys.isEmpty else { continue }
                facts.append(
                    PartFacts(
                        sequenceNumber: segment.sequenceNumber, index: index, declaredDuration: part.duration.seconds,
                        isIndependent: part.isIndependent, line: part.line,
                        facts: loader.load(unit, url, isPart: true)))
            }
        }
    }
}
