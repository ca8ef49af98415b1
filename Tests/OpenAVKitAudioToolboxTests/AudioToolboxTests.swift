import AudioToolbox
import CoreAudio
import CoreAudioTypes
import Testing

@Suite("AudioToolbox")
struct AudioToolboxTests {
    @Test("formats are the four-character codes that descriptions of audio use")
    func formats() {
        func text(_ code: AudioFormatID) -> String {
            String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }, as: UTF8.self)
        }
        #expect(text(kAudioFormatMPEG4AAC) == "aac " && text(kAudioFormatLinearPCM) == "lpcm")
        #expect(text(kAudioFormatMPEGLayer3) == ".mp3" && text(kAudioFormatAppleLossless) == "alac")
        #expect(text(kAudioFormatEnhancedAC3) == "ec-3" && text(kAudioFormatAC3) == "ac-3")
    }

    @Test("a description of 32-bit floating-point samples")
    func description() {
        var description = AudioStreamBasicDescription()
        description.mSampleRate = 48_000
        description.mFormatID = kAudioFormatLinearPCM
        description.mFormatFlags = kAudioFormatFlagsNativeFloatPacked
        #expect(description.mFormatFlags & kAudioFormatFlagIsFloat != 0)
        #expect(description.mFormatFlags & kAudioFormatFlagIsBigEndian == 0 || 1.bigEndian == 1)
    }
}
