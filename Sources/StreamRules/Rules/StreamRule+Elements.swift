/// Rules for PES packets, audio frames, sample tables and decoded frames.
extension StreamRule {
    static let packetStart = StreamRule(
        "segment.pes-start", .warning,
        "Each PES packet begins with its start code, and the segment with a whole packet.",
        because: "Players drop the frame, or all up to the next key frame.", source: "ISO 13818-1 2.4.3.6",
        fix: "Multiplex the segment again.",
        bad: "a packet with payload_unit_start_indicator=1 and other bytes than 000001",
        good: "000001E0 at the start of the payload")
    static let packetLength = StreamRule(
        "segment.pes-length", .warning, "PES_packet_length is the length of the PES packet.",
        because: "Players cut the packet, or append bytes of the next one: the audio clicks.",
        source: "ISO 13818-1 2.4.3.7", fix: "Multiplex the segment again.", bad: "2800 stated, 2840 bytes",
        good: "2840 stated, 2840 bytes")
    static let streamIdentifier = StreamRule(
        "segment.stream-id", .warning, "PES packets of video have a stream_id of video, 0xE0 to 0xEF.",
        because: "Players that go by stream_id take the video for private data, and show nothing.",
        source: "ISO 13818-1 2.4.3.7, table 2-22", fix: "Write 0xE0 as stream_id of the video.",
        bad: "H.264 with the stream_id 0xBD", good: "H.264 with the stream_id 0xE0")
    static let decodeAfterPresentation = StreamRule(
        "segment.dts-order", .error, "No frame is presented before it is decoded: DTS is not after PTS.",
        because: "Players drop the frame, or show frames in the wrong order.", source: "ISO 13818-1 2.7.5",
        fix: "Correct the timestamps of the multiplexer.", bad: "DTS 90000, PTS 87000", good: "DTS 87000, PTS 90000")
    static let streamType = StreamRule(
        "segment.stream-type", .error, "The stream types of the PMT are those of the streams.",
        because: "Players choose the wrong decoder, and play no sound.", source: "ISO 13818-1 2.4.4.9, table 2-34",
        fix: "Write the type of the stream into the PMT: 0x0F for AAC in ADTS.",
        bad: "stream type 0x03, and ADTS frames", good: "stream type 0x0F, and ADTS frames")
    static let audioFrames = StreamRule(
        "segment.adts-length", .warning, "The lengths in ADTS headers lead from frame to frame.",
        because: "Decoders lose the frame, and the sound clicks or stops.", source: "ISO 13818-7 6.2",
        fix: "Multiplex the segment again.", bad: "aac_frame_length 375 for a frame of 372 bytes",
        good: "aac_frame_length 372 for a frame of 372 bytes")
    static let nullPackets = StreamRule(
        "segment.null-packets", .warning, "A transport stream segment has few null packets.",
        because: "The viewer downloads bytes that carry nothing.", source: practice,
        fix: "Remove the null packets: segments need no constant bit rate.", bad: "1000 of 2000 packets",
        good: "20 of 2000 packets")
    static let sampleDuration = StreamRule(
        "segment.sample-duration", .warning, "Every sample but the last of a segment has a duration.",
        because: "Two samples have the same decode time: players drop one, and later samples are too early.",
        source: "ISO 14496-12 8.8.8", fix: "Write the duration of each sample into trun.",
        bad: "sample 10 of 100 with the duration 0", good: "100 samples with the duration 3600")
    static let composition = StreamRule(
        "time.composition", .error, "Frames that are decoded in another order have composition offsets.",
        because: "Players show the frames in the wrong order: the picture jerks.", source: "ISO 14496-12 8.8.8",
        fix: "Write the composition offsets of the encoder into trun.",
        bad: "B-frames, and no composition offsets", good: "B-frames, and composition offsets of 0 to 3 frames")
    static let repeatedSound = StreamRule(
        "time.audio-repeated", .warning, "No audio frames follow twice.",
        because: "The viewer hears a part of the sound again, and the audio is late from there on.", source: practice,
        fix: "Check where the packager begins the audio of a segment.",
        bad: "the last 20 frames of segment 1 again at the start of segment 2",
        good: "segment 2 begins with the frame after the last one of segment 1")
    static let doubledFrames = StreamRule(
        "decode.repeated-frames", .warning, "All variants show a new frame as often as the others.",
        because: "Motion jerks in this variant, which has fewer different frames than its frame rate states.",
        source: practice, fix: "Encode the variant from the source, without a conversion of the frame rate.",
        bad: "every second frame shown twice, in one of 3 variants", good: "all frames differ in all variants")
    static let editList = StreamRule(
        "init.edit-list", .warning, "Edit lists move the media by less than half a second.",
        because: "Some players apply the list and others do not, so that sound and video part.",
        source: "ISO 14496-12 8.6.6", fix: "Remove the edit list, and move tfdt of the fragments instead.",
        bad: "elst with an empty edit of 1 s", good: "elst with media_time 1024 of 48000")
    static let trackHandler = StreamRule(
        "init.handler", .error, "The handler of a track is the kind of its sample entry.",
        because: "Players take the video for audio, and play nothing.", source: "ISO 14496-12 8.4.3",
        fix: "Write vide for video and soun for audio into hdlr.", bad: "avc1 with the handler soun",
        good: "avc1 with the handler vide")
    static let sampleProtection = StreamRule(
        "encryption.samples", .error, "The tables of encrypted samples describe their samples.",
        because: "Players decrypt the wrong bytes, or fail.", source: "ISO 23001-7 7, 9",
        fix: "Write senc, saiz and saio for the samples of the fragment.", bad: "99 entries in senc, 100 samples",
        good: "100 entries in senc, 100 samples")
    static let headerTimescale = StreamRule(
        "init.timescale", .error, "The media header states how many units a second has.",
        because: "Players cannot place the samples in time: they reject the file, or divide by zero.",
        source: "ISO 14496-12 8.4.2", fix: "Write the timescale of the track into mdhd.",
        bad: "timescale 0 in mdhd", good: "timescale 90000 in mdhd")
    static let repeatedTrack = StreamRule(
        "init.tracks", .warning, "An initialization section has no more than one track of video, and one of audio.",
        because: "Players choose one of the tracks, and which one differs; the other is downloaded for nothing.",
        source: "ISO/IEC 23000-19 7.3.1", fix: "Package each track as a variant or rendition of its own.",
        bad: "two tracks with the handler vide", good: "one track with the handler vide")
    static let frameSize = StreamRule(
        "init.frame-size", .error, "The sample entry has the size of its sequence parameter set.",
        because: "Decoders are set up for another video, and show blocks or nothing.", source: "ISO 14496-15 5.3.4",
        fix: "Write the parameter sets of this variant's encoder into its initialization section.",
        bad: "avc1 of 512x288 with the SPS of 256x144", good: "avc1 of 512x288 with the SPS of 512x288")
    static let disabledTrack = StreamRule(
        "init.disabled", .warning, "The track of an initialization section is enabled.",
        because: "Players that go by the track header leave the track out: there is no picture, or no sound.",
        source: "ISO 14496-12 8.3.2", fix: "Set the flag track_enabled in tkhd.", bad: "flags 0 in tkhd",
        good: "flags 3 in tkhd")
    static let unusedBytes = StreamRule(
        "segment.unused-bytes", .warning, "The bytes of mdat are those of the samples.",
        because: "The sample table lost samples, which players do not show, or the viewer downloads bytes for nothing.",
        source: "ISO 14496-12 8.8.8", fix: "Write all samples of the segment into trun.",
        bad: "98 samples of 70000 bytes in an mdat box of 75000 bytes",
        good: "100 samples of 75000 bytes in an mdat box of 75000 bytes")
    static let blankSamples = StreamRule(
        "segment.blank-samples", .error, "Samples have contents.",
        because: "Decoders find no frame: the picture stands still, or the sound stops.",
        source: "ISO 14496-15 5.3.2, ISO 14496-3 4.4.2",
        fix: "Package the segment again; a write to the storage was lost, or left a hole in the file.",
        bad: "100 frames of zero bytes only", good: "100 frames that begin with the length of a NAL unit")
    static let levels = StreamRule(
        "decode.levels", .warning, "Video of the limited range has few samples outside 16 to 235.",
        because: "Dark and bright parts of the picture lose their details.", source: "ITU-R BT.709 4",
        fix: "Convert the video to the limited range, or declare the full range.",
        bad: "12 % of the samples outside, and video_full_range_flag=0", good: "0.1 % of the samples outside")

    static let elements: [StreamRule] = [
        sampleDuration, composition, repeatedSound, doubledFrames, levels,
    ]
}
