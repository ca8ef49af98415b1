import Foundation

/// One encoded track with its samples, ready to be packaged in any container.
struct MediaTrack: Sendable {
    enum Kind: Sendable { case video, audio }

    struct Sample: Sendable {
        var range: Range<Int>
        /// Both in the track's timescale; presentation time 0 is the first frame or audio that a player presents.
        var decodeTime: Int
        var presentationTime: Int
        var duration: Int
        var isSync: Bool
    }

    var kind: Kind
    /// Units per second.
    var timescale: Int
    var width = 0
    var height = 0
    /// The complete entry of the sample description box.
    var sampleEntry: [UInt8]
    var samples: [Sample]
    /// The file that contains the samples.
    let file: [UInt8]

    func bytes(of sample: Sample) -> ArraySlice<UInt8> { file[sample.range] }

    /// The four-character code of the sample entry.
    var codecType: String { String(decoding: sampleEntry[4..<8], as: UTF8.self) }

    /// Returns the contents of a box inside the sample entry: "avcC", "hvcC", "av1C", "esds".
    func configuration(_ type: String) throws -> [UInt8] {
        let fixed = 8 + (kind == .video ? 78 : 28)
        guard fixed <= sampleEntry.count,
            let box = try Box.children(of: sampleEntry, in: fixed..<sampleEntry.count).first(where: { $0.type == type })
        else { throw StreamMakerError(message: "the encoder's MP4 file has no \(type) box") }
        return Array(sampleEntry[box.contents])
    }

    /// Creates the same track with other samples.
    init(_ track: MediaTrack, file: [UInt8], samples: [Sample]) {
        kind = track.kind
        timescale = track.timescale
        width = track.width
        height = track.height
        sampleEntry = track.sampleEntry
        self.file = file
        self.samples = samples
    }

    // MARK: - Reading

    /// Parses the first track of an MP4 file as written by ffmpeg (ISO 14496-12: moov with full sample tables).
    init(movie file: [UInt8]) throws {
        guard let track = try Box.find(["moov", "trak"], in: file, range: 0..<file.count) else {
            throw StreamMakerError(message: "the encoder's MP4 file has no track")
        }
        func contents(_ path: [String]) throws -> Range<Int>? {
            try Box.find(path, in: file, range: track.contents)?.contents
        }
        func required(_ path: [String]) throws -> Range<Int> {
            guard let range = try contents(path) else {
                throw StreamMakerError(message: "the encoder's MP4 file has no \(path.joined(separator: "/"))")
            }
            return range
        }
        self.file = file
        let mediaHeader = try required(["mdia", "mdhd"])
        timescale = try file.number(
            at: mediaHeader.lowerBound + (file[mediaHeader.lowerBound] == 1 ? 20 : 12), count: 4)
        let handler = try required(["mdia", "hdlr"]).lowerBound + 8
        kind = try file.number(at: handler, count: 4) == 0x7669_6465 ? .video : .audio
        let descriptions = try required(["mdia", "minf", "stbl", "stsd"])
        let entrySize = try file.number(at: descriptions.lowerBound + 8, count: 4)
        guard entrySize >= 36, entrySize <= descriptions.count - 8, timescale > 0 else {
            throw StreamMakerError(message: "the encoder's MP4 file has an invalid sample description")
        }
        sampleEntry = Array(file[(descriptions.lowerBound + 8)..<(descriptions.lowerBound + 8 + entrySize)])
        if kind == .video {
            width = try sampleEntry.number(at: 32, count: 2)
            height = try sampleEntry.number(at: 34, count: 2)
        }
        let tables = try SampleTables(file, in: try required(["mdia", "minf", "stbl"]))
        let edit = try contents(["edts", "elst"]).map { try Self.mediaTime(of: file, editList: $0) } ?? 0
        samples = try tables.samples(presentationShift: edit)
    }

    /// Returns the media time of the first edit that is not empty.
    private static func mediaTime(of file: [UInt8], editList: Range<Int>) throws -> Int {
        let isLong = file[editList.lowerBound] == 1
        let count = try file.number(at: editList.lowerBound + 4, count: 4)
        for index in 0..<min(count, 16) {
            let entry = editList.lowerBound + 8 + index * (isLong ? 20 : 12)
            let time: Int
            if isLong {
                let raw = try file.number(at: entry + 12, count: 4)
                guard try file.number(at: entry + 8, count: 4) != 0xffff_ffff else { continue }
                time = raw
            } else {
                time = try file.number(at: entry + 4, count: 4)
                guard time != 0xffff_ffff else { continue }
            }
            return time
        }
        return 0
    }
}

/// The parsed tables of a sample table box.
private struct SampleTables {
    private var sizes: [Int] = []
    private var durations: [Int] = []
    private var offsets: [Int] = []
    private var compositions: [Int] = []
    private var syncs: Set<Int>?
    private let fileSize: Int

    /// More than two days at 60 frames per second, far more than any test clip.
    static let maximumSamples = 10_000_000

    init(_ file: [UInt8], in range: Range<Int>) throws {
        fileSize = file.count
        func table(_ name: String) throws -> Int? {
            try Box.find([name], in: file, range: range)?.contents.lowerBound
        }
        guard let sizeTable = try table("stsz"), let timeTable = try table("stts"), let chunkMap = try table("stsc")
        else { throw StreamMakerError(message: "the encoder's MP4 file lacks sample tables") }
        let count = try file.number(at: sizeTable + 8, count: 4)
        guard count <= Self.maximumSamples else { throw StreamMakerError(message: "\(count) samples exceed the limit") }
        let fixed = try file.number(at: sizeTable + 4, count: 4)
        sizes = try (0..<count).map { fixed != 0 ? fixed : try file.number(at: sizeTable + 12 + $0 * 4, count: 4) }
        durations = try Self.runs(file, at: timeTable, limit: count, isSigned: false)
        compositions = try table("ctts").map { try Self.runs(file, at: $0, limit: count, isSigned: true) } ?? []
        if let table = try table("stss") {
            let entries = try file.number(at: table + 4, count: 4)
            syncs = Set(try (0..<min(entries, count)).map { try file.number(at: table + 8 + $0 * 4, count: 4) - 1 })
        }
        let chunks: [Int]
        if let table = try table("stco") {
            chunks = try (0..<(try file.number(at: table + 4, count: 4))).map {
                try file.number(at: table + 8 + $0 * 4, count: 4)
            }
        } else if let table = try table("co64") {
            chunks = try (0..<(try file.number(at: table + 4, count: 4))).map {
                try file.number(at: table + 8 + $0 * 8, count: 8)
            }
        } else {
            throw StreamMakerError(message: "the encoder's MP4 file lacks chunk offsets")
        }
        try placeSamples(file, chunks: chunks, map: chunkMap)
    }

    private mutating func placeSamples(_ file: [UInt8], chunks: [Int], map: Int) throws {
        let entries = try file.number(at: map + 4, count: 4)
        var entry = 0
        var perChunk = 0
        for (index, chunk) in chunks.enumerated() {
            while entry < entries, try file.number(at: map + 8 + entry * 12, count: 4) <= index + 1 {
                perChunk = try file.number(at: map + 12 + entry * 12, count: 4)
                entry += 1
            }
            var offset = chunk
            for _ in 0..<min(perChunk, sizes.count - offsets.count) {
                offsets.append(offset)
                offset += sizes[offsets.count - 1]
            }
        }
    }

    private static func runs(_ file: [UInt8], at table: Int, limit: Int, isSigned: Bool) throws -> [Int] {
        var values: [Int] = []
        for entry in 0..<(try file.number(at: table + 4, count: 4)) {
            let count = try file.number(at: table + 8 + entry * 8, count: 4)
            let raw = try file.number(at: table + 12 + entry * 8, count: 4)
            let value = isSigned ? Int(Int32(truncatingIfNeeded: raw)) : raw
            values += repeatElement(value, count: min(count, limit - values.count))
        }
        return values
    }

    func samples(presentationShift: Int) throws -> [MediaTrack.Sample] {
        guard offsets.count == sizes.count, durations.count == sizes.count,
            compositions.isEmpty || compositions.count == sizes.count
        else { throw StreamMakerError(message: "the encoder's MP4 file has sample tables that contradict each other") }
        var time = -presentationShift
        return try sizes.indices.map { index in
            let range = offsets[index]..<(offsets[index] + sizes[index])
            guard range.upperBound <= fileSize else {
                throw StreamMakerError(message: "sample \(index) lies outside the encoder's MP4 file")
            }
            let sample = MediaTrack.Sample(
                range: range, decodeTime: time,
                presentationTime: time + (compositions.isEmpty ? 0 : compositions[index]),
                duration: durations[index], isSync: syncs?.contains(index) ?? true)
            time += durations[index]
            return sample
        }
    }
}
