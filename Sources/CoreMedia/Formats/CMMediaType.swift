/// The kind of media as a four-character code.
public typealias CMMediaType = FourCharCode

public let kCMMediaType_Video: CMMediaType = fourCharCode("vide")
public let kCMMediaType_Audio: CMMediaType = fourCharCode("soun")
public let kCMMediaType_Muxed: CMMediaType = fourCharCode("muxx")
public let kCMMediaType_Text: CMMediaType = fourCharCode("text")
public let kCMMediaType_ClosedCaption: CMMediaType = fourCharCode("clcp")
public let kCMMediaType_Subtitle: CMMediaType = fourCharCode("sbtl")
public let kCMMediaType_TimeCode: CMMediaType = fourCharCode("tmcd")
public let kCMMediaType_Metadata: CMMediaType = fourCharCode("meta")

public typealias CMVideoCodecType = FourCharCode

public let kCMVideoCodecType_H264: CMVideoCodecType = fourCharCode("avc1")
public let kCMVideoCodecType_HEVC: CMVideoCodecType = fourCharCode("hvc1")
public let kCMVideoCodecType_HEVCWithAlpha: CMVideoCodecType = fourCharCode("muxa")
public let kCMVideoCodecType_AV1: CMVideoCodecType = fourCharCode("av01")
public let kCMVideoCodecType_VP9: CMVideoCodecType = fourCharCode("vp09")
public let kCMVideoCodecType_MPEG4Video: CMVideoCodecType = fourCharCode("mp4v")
public let kCMVideoCodecType_MPEG2Video: CMVideoCodecType = fourCharCode("mp2v")
public let kCMVideoCodecType_MPEG1Video: CMVideoCodecType = fourCharCode("mp1v")
public let kCMVideoCodecType_JPEG: CMVideoCodecType = fourCharCode("jpeg")
public let kCMVideoCodecType_AppleProRes422: CMVideoCodecType = fourCharCode("apcn")
public let kCMVideoCodecType_AppleProRes4444: CMVideoCodecType = fourCharCode("ap4h")
