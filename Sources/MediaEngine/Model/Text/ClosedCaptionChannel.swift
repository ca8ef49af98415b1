/// A closed caption channel embedded in video, as identified by INSTREAM-ID (spec/hls.md section 4).
public enum ClosedCaptionChannel: Sendable, Hashable, Comparable {
    /// CC1 to CC4 of CTA-608.
    case line21(Int)
    /// SERVICE1 to SERVICE63 of CTA-708.
    case service(Int)

    static let line21Numbers = 1...4
    static let serviceNumbers = 1...63

    /// Returns nil for any other value.
    public init?(instreamID: String) {
        if instreamID.hasPrefix("CC"), let number = Int(instreamID.dropFirst(2)), Self.line21Numbers.contains(number) {
            self = .line21(number)
        } else if instreamID.hasPrefix("SERVICE"), let number = Int(instreamID.dropFirst(7)),
            Self.serviceNumbers.contains(number)
        {
            self = .service(number)
        } else {
            return nil
        }
    }

    public var instreamID: String {
        switch self {
        case .line21(let number): "CC\(number)"
        case .service(let number): "SERVICE\(number)"
        }
    }

    /// FFmpeg's codec name.
    var codec: String {
        switch self {
        case .line21: "eia_608"
        case .service: "cea_708"
        }
    }
}
