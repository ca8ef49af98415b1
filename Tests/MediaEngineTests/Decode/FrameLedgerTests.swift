import Testing

@testable import MediaEngine

@Suite("Frames that a decoder loses or corrupts (issue 3: unplayed media is in the error log)")
struct FrameLedgerTests {
    /// In decode order: a key frame, the fourth frame after it, and those in between.
    private static let order: [Int64] = [0, 4, 2, 1, 3, 8, 6, 5, 7]

    private func ledger(_ stamps: [Int64] = order, depth: Int = 40) -> FrameLedger {
        var ledger = FrameLedger(depth: depth)
        for stamp in stamps { ledger.sent(stamp, isKey: stamp == stamps.first, isWanted: true) }
        return ledger
    }

    private func corrupt(
        _ ledger: FrameLedger, received stamps: [Int64], broken: Set<Int64> = [], fields: Bool = false
    ) -> [FrameLedger.CorruptFrame] {
        var ledger = ledger
        for stamp in stamps { ledger.received(stamp, isBroken: broken.contains(stamp), isInterlaced: fields) }
        ledger.ended()
        return ledger.takeCorruptFrames()
    }

    @Test("with a frame for each packet, in any decode order, no frame is corrupt")
    func whole() { #expect(corrupt(ledger(), received: Self.order.sorted()).isEmpty) }

    @Test("a frame that the decoder does not return is lost after four later frames, and at the end")
    func lost() {
        #expect(
            corrupt(ledger(), received: [0, 1, 4, 5, 6, 7])
                == [2, 3, 8].map { FrameLedger.CorruptFrame(stamp: $0, isLost: true) })
        var waiting = ledger()
        for (stamp, lost) in [(0, []), (3, []), (4, []), (5, []), (6, [1, 2]), (7, [])] as [(Int64, [Int64])] {
            waiting.received(stamp, isBroken: false, isInterlaced: false)
            #expect(waiting.takeCorruptFrames().map(\.stamp) == lost, "\(stamp)")
        }
        waiting.ended()
        #expect(waiting.takeCorruptFrames().map(\.stamp) == [8])
    }

    @Test("timestamps in another order than the frames: none is lost")
    func crosswise() {
        #expect(corrupt(ledger(), received: [0, 2, 1, 4, 3, 6, 5, 8, 7]).isEmpty)
        #expect(corrupt(ledger(), received: [0, 3, 1, 4, 5, 6, 7, 8]).isEmpty, "missing stamps then mean nothing")
        #expect(corrupt(ledger(), received: [0, 3, 1, 2, 4], broken: [1]).map(\.stamp) == [1])
    }

    @Test("a frame with concealed errors is returned and is corrupt")
    func broken() {
        #expect(
            corrupt(ledger(), received: Self.order.sorted(), broken: [3, 5])
                == [3, 5].map { FrameLedger.CorruptFrame(stamp: $0, isLost: false) })
    }

    @Test("frames before the first key frame, and optional frames, are not expected")
    func notOwed() {
        // An open GOP after a seek: 8 and 9 reference frames that were not sent to the decoder.
        var open = FrameLedger(depth: 40)
        open.sent(7, isKey: false, isWanted: true)
        for stamp: Int64 in [10, 8, 9, 12] { open.sent(stamp, isKey: stamp == 10, isWanted: true) }
        open.sent(11, isKey: false, isWanted: false)
        #expect(corrupt(open, received: [10, 12]).isEmpty)
        #expect(corrupt(open, received: [9, 10, 11, 12], broken: [9, 11]).isEmpty)
        // The same after a change of the format; earlier frames are still expected.
        var joined = ledger()
        joined.formatChanged()
        for stamp: Int64 in [12, 10, 11] { joined.sent(stamp, isKey: stamp == 12, isWanted: true) }
        #expect(corrupt(joined, received: [0, 1, 2, 3, 4, 5, 6, 7, 12]).map(\.stamp) == [8])
    }

    @Test("two fields in separate packets make one frame")
    func fields() {
        #expect(corrupt(ledger([0, 1, 2, 3, 4, 5]), received: [0, 2, 4], fields: true).isEmpty)
    }

    @Test("a decoder that returns nothing loses its frames; a flush discards them")
    func silent() {
        var silent = ledger(Array(0..<20), depth: 8)
        #expect(silent.takeCorruptFrames().map(\.stamp) == Array(0..<12))
        silent.flush()
        silent.ended()
        #expect(silent.takeCorruptFrames().isEmpty)
        var many = ledger(Array(0..<1_000), depth: 8)
        #expect(many.takeCorruptFrames().count == FrameLedger.maximumCorrupt)
    }
}
