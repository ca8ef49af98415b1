/// One media playlist's worth of encodes, cut into segments and parts of any number: laps of the programmes follow each other for ever.
struct Rendition: Sendable {
    enum Form: Sendable { case fragmented, transportStream, packed }

    /// Path of its folder: "v0", "a1".
    var name: String
    var form: Form
    /// For each programme one or two tracks; with two, the picture is first.
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
                // Pictures are cut in decoding order, sound where it is heard.
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

    /// A segment's place in the endless row of laps.
    struct Place: Sendable, Equatable {
        var number: Int
        var lap: Int
        var program: Int
        /// Within its programme.
        var index: Int
        /// Boundaries before it that are marked as discontinuities.
        var discontinuities: Int
    }

    func place(of number: Int) -> Place { recipe.place(of: number) }

    // MARK: - Lengths

    /// Seconds from segment 0's nominal start to the first sample of a segment that is heard or seen.
    func start(of number: Int) -> Double {
        let place = place(of: number)
        let track = programs[place.program][0]
        let first = samples(track: 0, place: place, parts: 0..<1).first { $0.presentationTime >= 0 }
        let within = first.map { Double($0.presentationTime) / Double(track.timescale) }
        return Double((number - place.index) * recipe.segmentSeconds)
            + (within ?? Double(place.index * recipe.segmentSeconds))
    }

    /// Seconds of a segment's first track, as its samples have it.
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

    /// Width, height and pictures a second; nil for sound.
    var hasPicture: Bool { programs[0][0].kind == .video }

    // MARK: - Bytes

    /// nil: the form has none.
    func initialization(program: Int) throws -> [UInt8]? {
        guard form == .fragmented else { return nil }
        return try movie(program).initialization()
    }

    func segment(_ number: Int) throws -> [UInt8] { try messages(of: number) + pieces(of: number).flatMap(\.bytes) }

    /// What stands in front of a segment of fragments.
    private func messages(of number: Int) -> [UInt8] {
        guard recipe.hasTimedMetadata, form == .fragmented else { return [] }
        return TimedEvents(recipe: recipe).messages(place(of: number))
    }

    /// A part of a fragmented rendition.
    func part(_ part: Int, of number: Int) throws -> [UInt8] {
        try (part == 0 ? messages(of: number) : []) + fragment(part, of: number)
    }

    private func fragment(_ part: Int, of number: Int) throws -> [UInt8] {
        let place = place(of: number)
        return try movie(place.program, of: number).fragment(
            sequence: number * recipe.partsPerSegment + part + 1, runs: runs(place, parts: part..<(part + 1)))
    }

    /// A picture that stands alone: its bytes in the segment, and seconds from the segment's start.
    struct KeyPicture: Sendable {
        var range: Range<Int>
        var offset: Double
    }

    /// The key pictures of a segment that has pictures.
    func keyPictures(of number: Int) throws -> [KeyPicture] {
        var start = messages(of: number).count
        var pictures: [KeyPicture] = []
        for piece in try pieces(of: number) {
            if let length = piece.keyLength {
                pictures.append(KeyPicture(range: start..<(start + length), offset: piece.offset))
            }
            start += piece.bytes.count
        }
        return pictures
    }

    private struct Piece {
        var bytes: [UInt8]
        /// Bytes up to the end of the first picture, if it is a key picture.
        var keyLength: Int?
        var offset: Double
    }

    /// A segment in pieces, at least one for each key picture: parts of a fragmented file, or groups of pictures.
    private func pieces(of number: Int) throws -> [Piece] {
        let place = place(of: number)
        let step = form == .fragmented ? 1 : recipe.partsPerSegment
        return try stride(from: 0, to: recipe.partsPerSegment, by: step).map { part in
            let runs = runs(place, parts: part..<(part + step))
            let first = runs.first?.samples.first
            let offset = Double(part * recipe.segmentSeconds) / Double(recipe.partsPerSegment)
            switch form {
            case .fragmented:
                let bytes = try fragment(part, of: number)
                let isKey = hasPicture && first?.isSync == true
                let header = try bytes.number(at: 0, count: 4) + 8
                return Piece(
                    bytes: bytes, keyLength: isKey ? header + (first?.range.count ?? 0) : nil, offset: offset)
            case .transportStream:
                let stream = TransportStream(tracks: programs[place.program], protection: streamProtection(of: number))
                let (bytes, firstEnd) = try stream.segment(
                    number, runs: runs, offset: recipe.firstStamp,
                    tag: recipe.hasTimedMetadata ? tag(place) : nil)
                return Piece(
                    bytes: bytes, keyLength: hasPicture && first?.isSync == true ? firstEnd : nil, offset: offset)
            case .packed:
                var packed = PackedAudio(track: programs[place.program][0], protection: streamProtection(of: number))
                if recipe.hasTimedMetadata { packed.frames = TimedEvents(recipe: recipe).frame(place) }
                return Piece(
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
        // Where laps go on, the encoder's delay is filled by the lap before.
        guard recipe.programs == 1, place.lap > 0, track.kind == .audio else { return slice }
        return slice.drop { $0.presentationTime < 0 }
    }

    private func runs(_ place: Place, parts: Range<Int>) -> [FragmentedMovie.Run] {
        programs[place.program].indices.map { index in
            let timescale = programs[place.program][index].timescale
            let laps = recipe.programs == 1 ? place.lap * recipe.seconds * timescale : 0
            // Transport streams and packed sound add the first stamp themselves, exactly.
            let stamp = form == .fragmented ? recipe.firstStamp * timescale / TransportStream.clock : 0
            return FragmentedMovie.Run(
                track: index, samples: samples(track: index, place: place, parts: parts), shift: laps + stamp)
        }
    }

    /// - Parameter number: of the segment that is sealed.
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
            // Laps of a single programme go on without a joint.
            discontinuities: programs == 1 ? 0 : ordinal)
    }
}
