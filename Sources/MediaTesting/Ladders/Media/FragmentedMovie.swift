/// Writes initialization sections and fragments (ISO 14496-12 section 8.8, CMAF) of one or two tracks.
struct FragmentedMovie: Sendable {
    /// Sample protection (ISO 23001-7 `cbcs`): video in the pattern of 1 of 10 blocks, audio in whole blocks.
    struct Protection: Sendable {
        var key: [UInt8]
        var initializationVector: [UInt8]
        var keyIdentifier: [UInt8]
    }

    var tracks: [MediaTrack]
    var protection: Protection?
    var hasNegativeCompositionOffsets = false

    /// Consecutive samples of one track, for a fragment.
    struct Run {
        var track: Int
        var samples: ArraySlice<MediaTrack.Sample>
        /// Added to the samples' times, in the track's timescale.
        var shift: Int
    }

    // MARK: - Initialization section

    func initialization() throws -> [UInt8] {
        var writer = BoxWriter()
        writer.box("ftyp") {
            $0.put("iso6")
            $0.put32(0)
            for brand in ["iso6", "cmfc", "mp41"] { $0.put(brand) }
        }
        let entries = try tracks.map { try sampleEntry(of: $0) }
        writer.box("moov") { movie in
            movie.fullBox("mvhd") {
                $0.zeros(8)
                $0.put32(1000)
                $0.put32(0)
                $0.put32(0x10000)
                $0.put16(0x100)
                $0.zeros(10)
                Self.putMatrix(&$0)
                $0.zeros(24)
                $0.put32(tracks.count + 1)
            }
            for (index, track) in tracks.enumerated() { put(track, entry: entries[index], id: index + 1, &movie) }
            movie.box("mvex") { extends in
                for index in tracks.indices {
                    extends.fullBox("trex") {
                        for value in [index + 1, 1, 0, 0, 0] { $0.put32(value) }
                    }
                }
            }
        }
        return writer.bytes
    }

    private static func putMatrix(_ writer: inout BoxWriter) {
        for value in [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000] { writer.put32(value) }
    }

    private func put(_ track: MediaTrack, entry: [UInt8], id: Int, _ writer: inout BoxWriter) {
        writer.box("trak") { box in
            box.fullBox("tkhd", flags: 3) {
                $0.zeros(8)
                $0.put32(id)
                $0.zeros(16)
                $0.put16(0)
                $0.put16(0)
                $0.put16(track.kind == .audio ? 0x100 : 0)
                $0.put16(0)
                Self.putMatrix(&$0)
                $0.put32(track.width << 16)
                $0.put32(track.height << 16)
            }
            // The edit list removes the delay of encoding and reordering, as packagers do.
            let edit = edit(of: track)
            if edit > 0 {
                box.box("edts") {
                    $0.fullBox("elst") {
                        for value in [1, 0, edit, 0x10000] { $0.put32(value) }
                    }
                }
            }
            box.box("mdia") { media in
                media.fullBox("mdhd") {
                    $0.zeros(8)
                    $0.put32(track.timescale)
                    $0.put32(0)
                    $0.put16(0x55c4)
                    $0.put16(0)
                }
                media.fullBox("hdlr") {
                    $0.put32(0)
                    $0.put(track.kind == .video ? "vide" : "soun")
                    $0.zeros(12)
                    $0.put("OpenAVKit ladder\0")
                }
                media.box("minf") { Self.putInformation(track, entry: entry, &$0) }
            }
        }
    }

    private static func putInformation(_ track: MediaTrack, entry: [UInt8], _ writer: inout BoxWriter) {
        if track.kind == .video {
            writer.fullBox("vmhd", flags: 1) { $0.zeros(8) }
        } else {
            writer.fullBox("smhd") { $0.zeros(4) }
        }
        writer.box("dinf") {
            $0.fullBox("dref") {
                $0.put32(1)
                $0.fullBox("url ", flags: 1) { _ in }
            }
        }
        writer.box("stbl") { table in
            table.fullBox("stsd") {
                $0.put32(1)
                $0.put(entry)
            }
            for empty in ["stts", "stsc", "stco"] { table.fullBox(empty) { $0.put32(0) } }
            table.fullBox("stsz") { $0.zeros(8) }
        }
    }

    /// Returns the sample entry, wrapped as `encv` or `enca` where the track is protected.
    private func sampleEntry(of track: MediaTrack) throws -> [UInt8] {
        guard let protection else { return track.sampleEntry }
        var writer = BoxWriter()
        writer.box(track.kind == .video ? "encv" : "enca") { entry in
            entry.put(track.sampleEntry[8...])
            entry.box("sinf") { info in
                info.box("frma") { $0.put(track.sampleEntry[4..<8]) }
                info.fullBox("schm") {
                    $0.put("cbcs")
                    $0.put32(0x10000)
                }
                info.box("schi") {
                    $0.fullBox("tenc", version: 1) {
                        $0.put8(0)
                        // The numbers of encrypted and skipped blocks in the pattern.
                        $0.put8(track.kind == .video ? 1 << 4 | 9 : 0)
                        $0.put8(1)
                        $0.put8(0)
                        $0.put(protection.keyIdentifier)
                        $0.put8(16)
                        $0.put(protection.initializationVector)
                    }
                }
            }
        }
        return writer.bytes
    }

    private func edit(of track: MediaTrack) -> Int {
        track.kind == .video && hasNegativeCompositionOffsets ? 0 : track.decodeLead
    }

    // MARK: - Fragments

    /// Returns one moof and its mdat. The first track's samples are first in the data.
    func fragment(sequence: Int, runs: [Run]) throws -> [UInt8] {
        var offsets: [Int] = []
        var payload: [UInt8] = []
        var starts: [Int] = []
        let sealed = try runs.map { run in try run.samples.map { try self.sealed($0, of: tracks[run.track]) } }
        var writer = BoxWriter()
        writer.box("moof") { moof in
            moof.fullBox("mfhd") { $0.put32(sequence) }
            for (index, run) in runs.enumerated() {
                starts.append(payload.count)
                for sample in sealed[index] { payload += sample.bytes }
                put(run, sealed: sealed[index], offsets: &offsets, &moof)
            }
        }
        for (index, place) in offsets.enumerated() { writer.patch32(writer.bytes.count + 8 + starts[index], at: place) }
        writer.box("mdat") { $0.put(payload) }
        return writer.bytes
    }

    private func put(_ run: Run, sealed: [Sealed], offsets: inout [Int], _ moof: inout BoxWriter) {
        let track = tracks[run.track]
        guard let first = run.samples.first else { return }
        let lead = track.decodeLead
        let edit = edit(of: track)
        moof.box("traf") { fragment in
            fragment.fullBox("tfhd", flags: 0x20000) { $0.put32(run.track + 1) }
            fragment.fullBox("tfdt", version: 1) { $0.put64(first.decodeTime + lead + run.shift) }
            fragment.fullBox("trun", version: 1, flags: 0xf01) {
                $0.put32(run.samples.count)
                offsets.append($0.bytes.count)
                $0.put32(0)
                for (sample, sealed) in zip(run.samples, sealed) {
                    $0.put32(sample.duration)
                    $0.put32(sealed.bytes.count)
                    $0.put32(sample.isSync ? 0x200_0000 : 0x101_0000)
                    $0.put32(sample.presentationTime + edit - sample.decodeTime - lead)
                }
            }
            guard protection != nil, track.kind == .video else { return }
            putAuxiliary(sealed, &fragment)
        }
    }

    /// Writes the subsample ranges of each sample. The initialization vector is constant and is in `tenc`.
    private func putAuxiliary(_ sealed: [Sealed], _ fragment: inout BoxWriter) {
        fragment.fullBox("saiz") {
            $0.put8(0)
            $0.put32(sealed.count)
            for sample in sealed { $0.put8(2 + 6 * sample.parts.count) }
        }
        var place = 0
        fragment.fullBox("saio") {
            $0.put32(1)
            place = $0.bytes.count
            $0.put32(0)
        }
        fragment.fullBox("senc", flags: 2) {
            $0.put32(sealed.count)
            // Relative to the moof, which is first in the bytes.
            $0.patch32($0.bytes.count, at: place)
            for sample in sealed {
                $0.put16(sample.parts.count)
                for part in sample.parts {
                    $0.put16(part.clear)
                    $0.put32(part.encrypted)
                }
            }
        }
    }

    // MARK: - Protection

    private struct Sealed {
        var bytes: [UInt8]
        var parts: [(clear: Int, encrypted: Int)] = []
    }

    /// Clear bytes at the start of each slice NAL unit: its length, its header and more than any slice header here.
    static let clearLead = 64

    private func sealed(_ sample: MediaTrack.Sample, of track: MediaTrack) throws -> Sealed {
        var bytes = Array(track.bytes(of: sample))
        guard let protection else { return Sealed(bytes: bytes) }
        let cipher = try BlockCipher(key: protection.key)
        guard track.kind == .video else {
            cipher.encrypt(&bytes, in: 0..<(bytes.count & ~15), vector: protection.initializationVector)
            return Sealed(bytes: bytes)
        }
        var parts: [(clear: Int, encrypted: Int)] = []
        var clear = 0
        for unit in try track.units(of: sample, relative: true) {
            let whole = unit.lowerBound - 4..<unit.upperBound
            guard track.isSlice(bytes[unit.lowerBound]), whole.count > Self.clearLead + 16 else {
                clear += whole.count
                continue
            }
            let encrypted = (whole.count - Self.clearLead) & ~15
            let start = whole.upperBound - encrypted
            clear += start - whole.lowerBound
            // The count of clear bytes has 16 bits.
            while clear > 0xffff {
                parts.append((0xffff, 0))
                clear -= 0xffff
            }
            parts.append((clear, encrypted))
            clear = 0
            cipher.encryptPattern(
                &bytes, in: start..<whole.upperBound, vector: protection.initializationVector, encrypted: 1, skipped: 9)
        }
        while clear > 0 {
            parts.append((min(clear, 0xffff), 0))
            clear -= min(clear, 0xffff)
        }
        return Sealed(bytes: bytes, parts: parts)
    }
}

extension MediaTrack {
    /// Time units from the first decode time to presentation time 0: the decoder delay, or the reordering of frames.
    var decodeLead: Int { max(0, -(samples.first?.decodeTime ?? 0)) }
}
