/// The captions of one channel or service, out of the constructs that pictures carry, in the order in which these are shown.
struct ClosedCaptionDecoder {
    private enum Work {
        case line21(Line21Field, Line21Channel)
        case service(CaptionPacket, CaptionServiceDecoder)
    }

    let channel: ClosedCaptionChannel
    private var work: Work
    /// Up to where is known what shows.
    private(set) var reached: Nanoseconds?

    init(_ channel: ClosedCaptionChannel) {
        self.channel = channel
        switch channel {
        case .line21(let number): work = .line21(Line21Field(number > 2 ? 2 : 1), Line21Channel())
        case .service: work = .service(CaptionPacket(), CaptionServiceDecoder())
        }
    }

    /// What one picture carries.
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

    /// Captions whose end has become known.
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

    /// What shows where the constructs so far end; its end is a guess.
    var open: [CaptionCue] {
        guard let reached else { return [] }
        switch work {
        case .line21(_, let channel): return channel.cues.open(at: reached)
        case .service(_, let decoder): return decoder.cues.open(at: reached)
        }
    }
}
