/// Determines which caption channels and services a stream contains.
struct CaptionSurvey {
    private var fields = [Line21Field(1), Line21Field(2)]
    private var packet = CaptionPacket()
    private var found: Set<ClosedCaptionChannel> = []
    private var hasLine21 = false

    /// The maximum number of scanned frames.
    static let maximumFrames = 300

    init() {}

    mutating func look(at triplets: [CaptionTriplet]) {
        for triplet in triplets {
            switch triplet.kind {
            case .line21Field1, .line21Field2:
                hasLine21 = hasLine21 || triplet.kind == .line21Field1
                if let pair = fields[Int(triplet.kind.rawValue)].take(triplet.first, triplet.second) {
                    found.insert(.line21(pair.channel))
                }
            case .packetStart, .packetData:
                for block in packet.take(triplet) { found.insert(.service(block.service)) }
            }
        }
    }

    /// The channels in menu order. CC1 is included even if it had no text so far.
    var channels: [ClosedCaptionChannel] {
        var channels = found
        if hasLine21 { channels.insert(.line21(1)) }
        return channels.sorted()
    }
}
