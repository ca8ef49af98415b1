/// The encodes of one media playlist, divided into segments and parts of any number: the programmes repeat endlessly in laps.
struct Rendition: Sendable {
    enum Form: Sendable { case fragmented, transportStream, packed }

    /// The name of its folder: "v0", "a1".
    var name: String
    var form: Form
    /// For each programme one or two tracks; with two, video is first.
    var programs: [[MediaTrack]]
    var recipe: LadderRecipe
    /// For each programme and track, the index of the first sample of each part of the programme, and the end.
    private let cuts: [[[Int]]]

    init(name: String, form: Form, programs: [[MediaTrack]], recipe: LadderRecipe) {
        self.name = name
        self.form = form
        self.programs = programs
        self.recipe = recipe
        let parts = recipe.segmentsPerProgram * recipe.partsPerSegment
        cuts = programs.map { tracks in
            tracks.map { track in
                // Video is divided in decoding order, audio by presentation time.
                let shift = track.kind == .video ? track.decodeLead : 0
                var index = 0
                return (0...parts).map { part in
                    let time = part * recipe.segmentSeconds * track.timescale
                    while part > 0, index < track.samples.count,
                        (track.samples[index].decodeTime + shift) * recipe.partsPerSegment < time
                    { index += 1 }
                    return index
                }
            }
        }
    }

    /// A segment's position in the endless sequence of laps.
    struct Place: Sendable, Equatable {
        var number: Int
        var lap: Int
        var program: Int
        /// Within its programme.
        var index: Int
        /// The number of discontinuities before it.
        var discontinuities: Int
    }

    func place(of number: Int) -> Place { recipe.place(of: number) }

    // MARK: - Lengths

    /// Returns the seconds from segment 0's nominal start to the first presented sample of a segment.
    func start(of number: Int) -> Double {
        let place = place(of: number)
        let track = programs[place.program][0]
        let first = samples(track: 0, place: place, parts: 0..<1).first { $0.presentationTime >= 0 }
        let within = first.map { Double($0.presentationTime) / Double(track.timescale) }
        return Double((number - place.index) * recipe.segmentSeconds)
            + (within ?? Double(place.index * recipe.segmentSeconds))
    }

    /// Returns the seconds of a segment's first track, as the sum of its samples.
    func duration(of number: Int) -> Double {
        (0..<recipe.partsPerSegment).reduce(0) { $0 + duration(of: number, part: $1) }
    }

    func duration(of number: Int, part: Int) -> Double {
        let place = place(of: number)
        let track = programs[place.program][0]
        let samples = samples(track: 0, place: place, parts: part..<(part + 1))
        let units = samples.reduce(0) { $0 + ($1.presentationTime < 0 ? 0 : $1.duration) }
        return Double(units) / Double(track.timescale)
    }

    func isIndependent(_ number: Int, part: Int) -> Bool {
        samples(track: 0, place: place(of: number), parts: part..<(part + 1)).first?.isSync ?? false
    }

    /// Whether the rendition has video.
    var hasVideo: Bool { programs[0][0].kind == .video }

    // MARK: - Bytes

    /// Returns the initialization section; nil for containers without one.
    func initialization(program: Int) throws -> [UInt8]? {
        guard form == .fragmented else { return nil }
        return try movie(program).initialization()
    }

    func segment(_ number: Int) throws -> [UInt8] { try messages(of: number) + chunks(of: number).flatMap(\.bytes) }

    /// Returns the `emsg` boxes before a segment of fragments.
    private func messages(of number: Int) -> [UInt8] {
        guard recipe.hasTimedMetadata, form == .fragmented else { return [] }
        return TimedEvents(recipe: recipe).messages(place(of: number))
    }

    /// Returns a part of a fragmented rendition.
    func part(_ part: Int, of number: Int) throws -> [UInt8] {
        try (part == 0 ? messages(of: number) : []) + fragment(part, of: number)
    }

    private func fragment(_ part: Int, of number: Int) throws -> [UInt8] {
        let place = place(of: number)
        return try movie(place.program, of: number).fragment(
            sequence: number * recipe.partsPerSegment + part + 1, runs: runs(place, parts: part..<(part + 1)))
    }

    /// A key frame: its byte range in the segment, and its offset in seconds from the segment's start.
    struct KeyFrame: Sendable {
        var range: Range<Int>
        var offset: Double
    }

    /// Returns the key frames of a segment with video.
    func keyFrames(of number: Int) throws -> [KeyFrame] {
        var start = messages(of: number).count
        var keyFrames: [KeyFrame] = []
        for chunk in try chunks(of: number) {
            if let length = chunk.keyLength {
                keyFrames.append(KeyFrame(range: start..<(start + length), offset: chunk.offset))
            }
            start += chunk.bytes.count
        }
        return keyFrames
    }

    private struct Chunk {
        var bytes: [UInt8]
        /// The length up to the end of the first frame, if it is a key frame.
        var keyLength: Int?
        var offset: Double
    }

    /// Returns a segment in chunks, at least one for each key frame: parts of a fragmented file, or groups of pictures.
    private func chunks(of number: Int) throws -> [Chunk] {
        let place = place(of: number)
        let step = form == .fragmented ? 1 : recipe.partsPerSegment
        return try stride(from: 0, to: recipe.partsPerSegment, by: step).map { part in
            let runs = runs(place, parts: part..<(part + step))
            let first = runs.first?.samples.first
            let offset = Double(part * recipe.segmentSeconds) / Double(recipe.partsPerSegment)
            switch form {
            case .fragmented:
                let bytes = try fragment(part, of: number)
                let isKey = hasVideo && first?.isSync == true
                let header = try bytes.number(at: 0, count: 4) + 8
                return Chunk(
                    bytes: bytes, keyLength: isKey ? header + (first?.range.count ?? 0) : nil, offset: offset)
            case .transportStream:
                let stream = TransportStream(tracks: programs[place.program], protection: streamProtection(of: number))
                let (bytes, firstEnd) = try stream.segment(
                    number, runs: runs, offset: recipe.firstStamp,
                    tag: recipe.hasTimedMetadata ? tag(place) : nil)
                return Chunk(
                    bytes: bytes, keyLength: hasVideo && first?.isSync == true ? firstEnd : nil, offset: offset)
            case .packed:
                var packed = PackedAudio(track: programs[place.program][0], protection: streamProtection(of: number))
                if recipe.hasTimedMetadata { packed.frames = TimedEvents(recipe: recipe).frame(place) }
                return Chunk(
                    bytes: try packed.segment(
                        runs[0].samples, shift: runs[0].shift, offset: recipe.firstStamp), offset: offset)
            }
        }
    }

    private func tag(_ place: Place) -> TransportStream.Tag {
        let events = TimedEvents(recipe: recipe)
        return TransportStream.Tag(time: events.time(place), bytes: events.tag(place))
    }

    // MARK: - Samples

    private func samples(track index: Int, place: Place, parts: Range<Int>) -> ArraySlice<MediaTrack.Sample> {
        let track = programs[place.program][index]
        let cuts = cuts[place.program][index]
        let first = place.index * recipe.partsPerSegment
        let slice = track.samples[cuts[first + parts.lowerBound]..<cuts[first + parts.upperBound]]
        // In later laps, the audio of the previous lap covers the encoder delay.
        guard recipe.programs == 1, place.lap > 0, track.kind == .audio else { return slice }
        return slice.drop { $0.presentationTime < 0 }
    }

    private func runs(_ place: Place, parts: Range<Int>) -> [FragmentedMovie.Run] {
        programs[place.program].indices.map { index in
            let timescale = programs[place.program][index].timescale
            let laps = recipe.programs == 1 ? place.lap * recipe.seconds * timescale : 0
            // Transport streams and packed audio add the first timestamp themselves, without rounding.
            let stamp = form == .fragmented ? recipe.firstStamp * timescale / TransportStream.clock : 0
            return FragmentedMovie.Run(
                track: index, samples: samples(track: index, place: place, parts: parts), shift: laps + stamp)
        }
    }

    /// - Parameter number: the number of the encrypted segment.
    private func movie(_ program: Int, of number: Int = 0) -> FragmentedMovie {
        FragmentedMovie(
            tracks: programs[program],
            protection: recipe.encryption == .sampleAES
                ? .init(
                    key: LadderKeys.key(recipe.keyIndex(of: number)), initializationVector: LadderKeys.vector(0),
                    keyIdentifier: LadderKeys.identifier) : nil,
            hasNegativeCompositionOffsets: recipe.hasNegativeCompositionOffsets)
    }

    private func streamProtection(of number: Int) -> TransportStream.Protection? {
        recipe.encryption == .sampleAES
            ? .init(key: LadderKeys.key(recipe.keyIndex(of: number)), initializationVector: LadderKeys.vector(0)) : nil
    }
}

extension LadderRecipe {
    func place(of number: Int) -> Rendition.Place {
        let ordinal = number / segmentsPerProgram
        return Rendition.Place(
            number: number, lap: ordinal / programs, program: ordinal % programs, index: number % segmentsPerProgram,
            // Laps of a single programme continue without a discontinuity.
            discontinuities: programs == 1 ? 0 : ordinal)
    }
}
