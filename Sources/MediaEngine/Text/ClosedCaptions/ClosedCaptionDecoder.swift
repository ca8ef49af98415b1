/// Decodes the captions of one channel or service from the constructs in frames, in presentation order.
struct ClosedCaptionDecoder {
    private enum Work {
        case line21(Line21Field, Line21Channel)
        case service(CaptionPacket, CaptionServiceDecoder)
    }

    let channel: ClosedCaptionChannel
    private var work: Work
    /// The time up to which captions are known.
    private(set) var reached: Nanoseconds?

    init(_ channel: ClosedCaptionChannel) {
        self.channel = channel
        switch channel {
        case .line21(let number): work = .line21(Line21Field(number > 2 ? 2 : 1), Line21Channel())
        case .service: work = .service(CaptionPacket(), CaptionServiceDecoder())
        }
    }

    /// Decodes the constructs of one frame.
    mutating func take(_ triplets: [CaptionTriplet], at time: Nanoseconds) {
        reached = max(reached ?? time, time)
        switch (work, channel) {
        case (.line21(var field, var channel), .line21(let number)):
            let kind = field.number == 1 ? CaptionTriplet.Kind.line21Field1 : .line21Field2
            for triplet in triplets where triplet.kind == kind {
                guard let pair = field.take(triplet.first, triplet.second), pair.channel == number else { continue }
                channel.take(pair.first, pair.second, at: time)
            }
            work = .line21(field, channel)
        case (.service(var packet, var decoder), .service(let number)):
            for triplet in triplets {
                for block in packet.take(triplet) where block.service == number {
                    decoder.take(block.bytes, at: time)
                }
            }
            work = .service(packet, decoder)
        default: break
        }
    }

    /// Returns the captions whose end time was determined since the last call.
    mutating func takeDone() -> [CaptionCue] {
        switch work {
        case .line21(let field, var channel):
            let done = channel.takeDone()
            work = .line21(field, channel)
            return done
        case .service(let packet, var decoder):
            let done = decoder.takeDone()
            work = .service(packet, decoder)
            return done
        }
    }

    /// The captions displayed at the end of the decoded data; their end time is an estimate.
    var open: [CaptionCue] {
        guard let reached else { return [] }
        switch work {
        case .line21(_, let channel): return channel.cues.open(at: reached)
        case .service(_, let decoder): return decoder.cues.open(at: reached)
        }
    }
}
