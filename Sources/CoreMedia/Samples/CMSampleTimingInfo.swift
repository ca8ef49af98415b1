/// The times of a sample: its duration, when it is presented and when it is decoded. Unknown ones are invalid.
public struct CMSampleTimingInfo: Sendable {
    public var duration: CMTime
    public var presentationTimeStamp: CMTime
    public var decodeTimeStamp: CMTime

    /// All times invalid.
    public static let invalid = CMSampleTimingInfo()

    public init() { self.init(duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid) }

    public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
        self.duration = duration
        self.presentationTimeStamp = presentationTimeStamp
        self.decodeTimeStamp = decodeTimeStamp
    }
}

// Apple's structure has no conformance, so that a client may declare its own. These operators are for this package only.
extension CMSampleTimingInfo {
    package static func == (a: CMSampleTimingInfo, b: CMSampleTimingInfo) -> Bool {
        a.duration == b.duration && a.presentationTimeStamp == b.presentationTimeStamp
            && a.decodeTimeStamp == b.decodeTimeStamp
    }
}

public let kCMTimingInfoInvalid = CMSampleTimingInfo.invalid
