import CoreMedia

/// The tags of layouts of channels, by FFmpeg's names.
enum ChannelTag {
    /// The tag of decoded samples: their order is that of WAV files.
    /// - Returns: nil for a layout without a tag.
    static func decoded(_ name: String) -> AudioChannelLayoutTag? {
        switch name {
        case "mono", "1 channels": kAudioChannelLayoutTag_Mono
        case "stereo", "2 channels": kAudioChannelLayoutTag_Stereo
        case "2.1": kAudioChannelLayoutTag_WAVE_2_1
        case "3.0": kAudioChannelLayoutTag_WAVE_3_0
        case "3.0(back)": kAudioChannelLayoutTag_ITU_2_1
        case "4.0": kAudioChannelLayoutTag_MPEG_4_0_A
        case "3.1": kAudioChannelLayoutTag_DVD_10
        case "quad": kAudioChannelLayoutTag_WAVE_4_0_B
        case "quad(side)": kAudioChannelLayoutTag_WAVE_4_0_A
        case "5.0": kAudioChannelLayoutTag_WAVE_5_0_B
        case "5.0(side)": kAudioChannelLayoutTag_WAVE_5_0_A
        case "5.1": kAudioChannelLayoutTag_WAVE_5_1_B
        case "5.1(side)": kAudioChannelLayoutTag_WAVE_5_1_A
        case "6.1": kAudioChannelLayoutTag_WAVE_6_1
        case "7.1": kAudioChannelLayoutTag_WAVE_7_1
        default: nil
        }
    }

    /// The tag of an AAC stream, whose center channel comes first and whose low frequencies come last.
    static func coded(inAAC name: String) -> AudioChannelLayoutTag? {
        switch name {
        case "3.0": kAudioChannelLayoutTag_AAC_3_0
        case "4.0": kAudioChannelLayoutTag_AAC_4_0
        case "5.0", "5.0(side)": kAudioChannelLayoutTag_AAC_5_0
        case "5.1", "5.1(side)": kAudioChannelLayoutTag_AAC_5_1
        case "7.1(wide)": kAudioChannelLayoutTag_AAC_7_1
        case "7.1": kAudioChannelLayoutTag_AAC_7_1_B
        default: decoded(name)
        }
    }
}
