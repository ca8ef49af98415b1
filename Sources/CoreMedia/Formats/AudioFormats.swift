// The names of CoreAudioTypes that go with `AudioStreamBasicDescription`.

public typealias AudioFormatID = FourCharCode
public typealias AudioFormatFlags = UInt32

public let kAudioFormatLinearPCM: AudioFormatID = 0x6c70_636d  // lpcm
public let kAudioFormatAC3: AudioFormatID = 0x6163_2d33  // ac-3
public let kAudioFormatEnhancedAC3: AudioFormatID = 0x6563_2d33  // ec-3
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320  // aac
public let kAudioFormatMPEG4AAC_HE: AudioFormatID = 0x6161_6368  // aach
public let kAudioFormatMPEG4AAC_HE_V2: AudioFormatID = 0x6161_6370  // aacp
public let kAudioFormatMPEG4AAC_LD: AudioFormatID = 0x6161_636c  // aacl
public let kAudioFormatMPEG4AAC_ELD: AudioFormatID = 0x6161_6365  // aace
public let kAudioFormatMPEGD_USAC: AudioFormatID = 0x7573_6163  // usac
public let kAudioFormatMPEGLayer1: AudioFormatID = 0x2e6d_7031  // .mp1
public let kAudioFormatMPEGLayer2: AudioFormatID = 0x2e6d_7032  // .mp2
public let kAudioFormatMPEGLayer3: AudioFormatID = 0x2e6d_7033  // .mp3
public let kAudioFormatAppleLossless: AudioFormatID = 0x616c_6163  // alac
public let kAudioFormatFLAC: AudioFormatID = 0x666c_6163  // flac
public let kAudioFormatOpus: AudioFormatID = 0x6f70_7573  // opus
public let kAudioFormatULaw: AudioFormatID = 0x756c_6177  // ulaw
public let kAudioFormatALaw: AudioFormatID = 0x616c_6177  // alaw

public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1 << 0
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 1 << 1
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 1 << 2
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 1 << 3
public let kAudioFormatFlagIsAlignedHigh: AudioFormatFlags = 1 << 4
public let kAudioFormatFlagIsNonInterleaved: AudioFormatFlags = 1 << 5
public let kAudioFormatFlagIsNonMixable: AudioFormatFlags = 1 << 6
public let kAudioFormatFlagsNativeEndian: AudioFormatFlags = 1.bigEndian == 1 ? kAudioFormatFlagIsBigEndian : 0
public let kAudioFormatFlagsNativeFloatPacked: AudioFormatFlags =
    kAudioFormatFlagIsFloat | kAudioFormatFlagsNativeEndian | kAudioFormatFlagIsPacked
public let kLinearPCMFormatFlagIsFloat = kAudioFormatFlagIsFloat
public let kLinearPCMFormatFlagIsBigEndian = kAudioFormatFlagIsBigEndian
public let kLinearPCMFormatFlagIsSignedInteger = kAudioFormatFlagIsSignedInteger
public let kLinearPCMFormatFlagIsPacked = kAudioFormatFlagIsPacked
public let kLinearPCMFormatFlagIsNonInterleaved = kAudioFormatFlagIsNonInterleaved
