/// Rules for the contents of initialization sections, fragments, packets and resources beside media.
extension StreamRule {
    static let initializationSamples = StreamRule(
        "init.samples", .error, "Initialization sections have no samples: empty tables in moov, and no mdat or moof.",
        because: "Players append the section before every segment, and play the samples in it again.",
        source: "RFC 8216bis 3.1.2", fix: "Write moov with empty sample tables, and samples into segments only.",
        bad: "stts with 30 samples in init.mp4", good: "stts with 0 samples in init.mp4")
    static let initializationConfiguration = StreamRule(
        "init.configuration", .error, "Every sample entry has the box with the configuration of its decoder.",
        because: "Decoders cannot be set up, and the track is not played.", source: "ISO 14496-12 8.5.2, ISO 14496-15",
        fix: "Write avcC, hvcC, av1C, esds, dac3, dec3, dOps, dfLa, alac or vttC into the sample entry.",
        bad: "hvc1 without hvcC", good: "hvc1 with hvcC")
    static let parameterSets = StreamRule(
        "init.parameter-sets", .error, "avcC has the parameter sets, as the sample entry avc1 requires.",
        because: "Hardware decoders need them before the first sample.", source: "ISO 14496-15 5.3.3",
        fix: "Write SPS and PPS into avcC, or name the sample entry avc3.", bad: "avc1 and an avcC without PPS",
        good: "avc1 and an avcC with SPS and PPS")
    static let unitLength = StreamRule(
        "init.unit-length", .error, "The size of the lengths of NAL units is that of the samples.",
        because: "Decoders read the lengths at the wrong places, and show nothing or blocks.",
        source: "ISO 14496-15 5.3.3.1", fix: "Write the size that the packager uses into avcC or hvcC.",
        bad: "lengthSizeMinusOne is 1, and lengths have 4 bytes",
        good: "lengthSizeMinusOne is 3, and lengths have 4 bytes")
    static let trackSize = StreamRule(
        "init.track-size", .warning, "The size in tkhd is the size at which the video is displayed.",
        because: "Players that go by the track header stretch the video.", source: "ISO 14496-12 8.3.2",
        fix: "Write width and height of the displayed video into tkhd.", bad: "tkhd of 320x240, avc1 of 640x360",
        good: "tkhd of 640x360, avc1 of 640x360")
    static let protectionBoxes = StreamRule(
        "encryption.boxes", .error, "Encrypted tracks have sinf, schm and tenc as the scheme requires.",
        because: "Players decrypt wrongly, or not at all.", source: "ISO 23001-7 10.4",
        fix: "Write tenc with default_isProtected=1, and for cbcs video with 1 encrypted and 9 clear blocks.",
        bad: "tenc with default_isProtected=0", good: "tenc with default_isProtected=1")
    static let clearEntry = StreamRule(
        "encryption.sample-entry", .error, "The sample entries of encrypted tracks are encv and enca.",
        because: "Players feed encrypted samples to the decoder.", source: "ISO 14496-12 8.12",
        fix: "Name the sample entry encv or enca, with the original name in frma.",
        bad: "METHOD=SAMPLE-AES, and the sample entry avc1", good: "METHOD=SAMPLE-AES, and the sample entry encv")
    static let dolbyConfiguration = StreamRule(
        "codec.dolby-vision", .error, "Declared Dolby Vision is in the video.",
        because: "Players select a mode that the video does not have.", source: "Dolby Vision in ISOBMFF 3",
        fix: "Remove the Dolby Vision codec from the playlist, or write dvcC or dvvC into the sample entry.",
        bad: "CODECS=\"dvh1.05.06\", and a sample entry without dvcC",
        good: "CODECS=\"dvh1.05.06\", and a sample entry with dvcC")
    static let jointObjects = StreamRule(
        "audio.objects", .warning, "CHANNELS names JOC for audio that has it.",
        because: "Players offer Atmos, and play surround sound.", source: "ETSI TS 103 420 C.3",
        fix: "Remove /JOC, or encode with joint object coding.",
        bad: "CHANNELS=\"16/JOC\", and dec3 without the extension",
        good: "CHANNELS=\"16/JOC\", and dec3 with the extension")
    static let soundConfiguration = StreamRule(
        "init.audio", .warning, "Channels and sample rate of mp4a are those of the AudioSpecificConfig.",
        because: "Players that go by the sample entry set up the wrong output: wrong pitch, or missing channels.",
        source: "ISO 14496-12 12.2.3, ISO 14496-3 1.6", fix: "Write both from the configuration of the encoder.",
        bad: "mp4a of 6 channels, AudioSpecificConfig of 2", good: "mp4a of 2 channels, AudioSpecificConfig of 2")
    static let movieInSegment = StreamRule(
        "segment.movie", .warning, "Fragmented segments have no moov box of their own beside EXT-X-MAP.",
        because: "Players set up the decoder again at each segment, or reject it.", source: "RFC 8216bis 3.1.2",
        fix: "Write ftyp and moov into the initialization section only.", bad: "3.m4s begins with ftyp and moov",
        good: "3.m4s begins with styp and moof")
    static let dataOffset = StreamRule(
        "segment.data-offset", .error, "Track fragments address their samples relative to the moof box.",
        because: "Players read the samples from the wrong place.", source: "RFC 8216bis 3.1.2",
        fix: "Set default-base-is-moof in tfhd, and write no base data offset.",
        bad: "tfhd with base-data-offset-present",
        good: "tfhd with default-base-is-moof")
    static let segmentIndex = StreamRule(
        "segment.index", .warning, "The sidx box of a segment describes the segment.",
        because: "Players that go by the index request the wrong bytes.", source: "ISO 14496-12 8.16.3",
        fix: "Write the index again after changes of the segment, or leave it out.",
        bad: "sidx of 9000 bytes, and 7000 bytes after it", good: "sidx of 7000 bytes, and 7000 bytes after it")
    static let eventMessage = StreamRule(
        "segment.event", .warning, "emsg boxes have a timescale, a time near the segment, and a whole ID3 tag.",
        because: "Players drop the timed metadata.", source: "ISO 23009-1 5.10.3.3, AOM ID3 in CMAF",
        fix: "Correct the event message.", bad: "timescale 0", good: "timescale 90000")
    static let clockInterval = StreamRule(
        "segment.pcr-interval", .warning, "A transport stream has its PCR at least every 0.1 s.",
        because: "Players and multiplexers lose the clock.", source: "ISO 13818-1 2.7.2",
        fix: "Set the PCR interval of the multiplexer.", bad: "one PCR in 4 s", good: "a PCR every 0.04 s")
    static let clockOrder = StreamRule(
        "segment.pcr-order", .error, "The PCR of a segment does not go back.",
        because: "Players take this for a discontinuity.", source: "ISO 13818-1 2.4.2.2",
        fix: "Multiplex the segment again.", bad: "PCR of 12 s, then of 9 s", good: "PCR of 12 s, then of 12.04 s")
    static let clockPacket = StreamRule(
        "segment.pcr-pid", .warning, "The PMT names the packets that have the PCR.",
        because: "Players that go by the PMT find no clock.", source: "ISO 13818-1 2.4.4.9",
        fix: "Write the identifier of the packets with PCR into PCR_PID.", bad: "PCR_PID 0x1FFF, PCR in 0x100",
        good: "PCR_PID 0x100, PCR in 0x100")
    static let absentStream = StreamRule(
        "segment.absent-stream", .warning, "The audio and video streams of the PMT have packets.",
        because: "Players wait for the stream before they start.", source: "ISO 13818-1 2.4.4.8",
        fix: "Remove the stream from the PMT, or check the encoder's input.",
        bad: "PMT with AAC in 0x105, no such packet",
        good: "PMT with AAC in 0x101, and packets of 0x101")
    static let repeatedStream = StreamRule(
        "segment.repeated-stream", .warning, "The PMT names each packet identifier once, and one video stream.",
        because: "Players choose by chance.", source: "ISO 13818-1 2.4.4.8", fix: "Correct the PMT.",
        bad: "H.264 in 0x100 twice", good: "H.264 in 0x100")
    static let discontinuityMark = StreamRule(
        "segment.discontinuity-mark", .warning, "No packet inside a segment announces a discontinuity.",
        because: "Players expect a new clock there, and cut or stall.",
        source: "ISO 13818-1 2.4.3.5, RFC 8216bis 4.4.4.3",
        fix: "Begin a segment with EXT-X-DISCONTINUITY at the change, or clear discontinuity_indicator.",
        bad: "discontinuity_indicator=1 in the middle of a segment", good: "discontinuity_indicator=0 within segments")
    static let accessUnits = StreamRule(
        "segment.access-unit-delimiter", .warning, "H.264 and HEVC in transport streams have access unit delimiters.",
        because: "Some decoders do not find the start of a frame.", source: "ISO 13818-1 2.14.1",
        fix: "Let the encoder or multiplexer insert delimiters.", bad: "a PES packet that begins with a slice",
        good: "a PES packet that begins with a delimiter")
    static let missingTimes = StreamRule(
        "segment.pts-missing", .warning, "Video frames in transport streams have presentation times.",
        because: "Players guess the times, and audio and video drift apart.", source: "ISO 13818-1 2.7.4",
        fix: "Write a PTS for each frame.", bad: "100 of 120 PES packets without PTS", good: "120 PES packets with PTS")
    static let clearStreamType = StreamRule(
        "encryption.stream-type", .error, "With SAMPLE-AES the PMT has the stream types of encrypted media.",
        because: "Players decrypt clear samples, or decode encrypted ones.",
        source: "MPEG-2 Stream Encryption Format for HLS 2",
        fix: "Write the stream types 0xDB, 0xCF, 0xC1 or 0xC2, or remove EXT-X-KEY.",
        bad: "METHOD=SAMPLE-AES, and stream type 0x1B", good: "METHOD=SAMPLE-AES, and stream type 0xDB")
    static let audioGap = StreamRule(
        "segment.audio-gap", .error, "Packed audio is frames without other bytes between them.",
        because: "Decoders click or stop at the bytes.", source: "RFC 8216bis 3.1.3", fix: "Package the audio again.",
        bad: "700 bytes between two ADTS frames", good: "ADTS frames that follow each other")
    static let chapters = StreamRule(
        "session-data.chapters", .warning,
        "Chapters have a start within the stream, titles with languages, and images that load.",
        because: "Players leave the chapter or its image out.",
        source: "Apple, Providing JavaScript Object Notation (JSON) chapters",
        fix: "Correct the entry of the chapter file.", bad: "a chapter without start-time", good: "\"start-time\": 0")
    static let steeringReload = StreamRule(
        "steering.reload", .error, "RELOAD-URI of a steering manifest can be loaded.",
        because: "Players stop to follow the server's choice.", source: "Content Steering draft 4, 7",
        fix: "Publish the manifest at RELOAD-URI.", bad: "RELOAD-URI responds with 404",
        good: "RELOAD-URI responds with 200")
    static let steeringClone = StreamRule(
        "steering.clone", .error, "Each pathway clone has an identifier of its own.",
        because: "Players ignore the clone.", source: "Content Steering draft 5; RFC 8216bis 7.3",
        fix: "Give the clone another ID.", bad: "ID=B for a clone of A, beside the pathway B",
        good: "ID=C for a clone of A, beside the pathway B")
    static let steeringCloneMissing = StreamRule(
        "steering.clone-missing", .error, "Playlists of pathway clones can be loaded.",
        because: "Players that steering moves to the pathway fail, and return after a delay.",
        source: "RFC 8216bis 7.3", fix: "Correct URI-REPLACEMENT, or remove the clone from PATHWAY-PRIORITY.",
        bad: "HOST=cdn-c.example, which does not respond", good: "HOST=cdn-b.example, which has the playlists")
    static let interstitialAsset = StreamRule(
        "interstitial.asset", .warning,
        "Interstitials have the codecs of the stream, and no interstitials of their own.",
        because: "Devices that play the stream may not play the interstitial; interstitials within it are ignored.",
        source: "RFC 8216bis D.2", fix: "Encode the interstitial in a codec of the stream.",
        bad: "stream of avc1, interstitial of hvc1 only", good: "stream of avc1, interstitial of avc1")

    static func rule(of statement: Statement) -> StreamRule {
        switch statement {
        case .initializationSamples: initializationSamples
        case .initializationConfiguration: initializationConfiguration
        case .parameterSets: parameterSets
        case .unitLength: unitLength
        case .trackSize: trackSize
        case .protectionBoxes: protectionBoxes
        case .clearEntry: clearEntry
        case .dolbyConfiguration: dolbyConfiguration
        case .jointObjects: jointObjects
        case .soundConfiguration: soundConfiguration
        case .fileType: fileType
        case .movieExtends: movieExtends
        case .colorDescription: colorDescription
        case .movieInSegment: movieInSegment
        case .dataOffset: dataOffset
        case .segmentIndex: segmentIndex
        case .eventMessage: eventMessage
        case .clockInterval: clockInterval
        case .clockOrder: clockOrder
        case .clockPacket: clockPacket
        case .absentStream: absentStream
        case .repeatedStream: repeatedStream
        case .discontinuityMark: discontinuityMark
        case .accessUnits: accessUnits
        case .missingTimes: missingTimes
        case .clearStreamType: clearStreamType
        case .packetParameterSets: packetParameterSets
        case .audioGap: audioGap
        case .packetStart: packetStart
        case .packetLength: packetLength
        case .streamIdentifier: streamIdentifier
        case .decodeAfterPresentation: decodeAfterPresentation
        case .streamType: streamType
        case .audioFrames: audioFrames
        case .nullPackets: nullPackets
        case .editList: editList
        case .trackHandler: trackHandler
        case .timescale: headerTimescale
        case .repeatedTrack: repeatedTrack
        case .frameSize: frameSize
        case .disabledTrack: disabledTrack
        case .unusedBytes: unusedBytes
        case .blankSamples: blankSamples
        case .sampleProtection: sampleProtection
        case .chapters: chapters
        case .steeringReload: steeringReload
        case .steeringClone: steeringClone
        case .steeringCloneMissing: steeringCloneMissing
        case .interstitialAsset: interstitialAsset
        }
    }

    static let statements = Statement.allCases.map(rule(of:))
}
