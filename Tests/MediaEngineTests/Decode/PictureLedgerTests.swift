import Testing

@testable import MediaEngine

@Suite("What a decoder owes for its packets (issue 3: what is not played is in the error log)")
struct PictureLedgerTests {
    /// In the order of decoding: a key picture, one four ahead, and what lies between.
    private static let order: [Int64] = [0, 4, 2, 1, 3, 8, 6, 5, 7]

    private func ledger(_ stamps: [Int64] = order, depth: Int = 40) -> PictureLedger {
        var ledger = PictureLedger(depth: depth)
        for stamp in stamps { ledger.gave(stamp, isKey: stamp == stamps.first, isWanted: true) }
        return ledger
    }

    private func harm(
        _ ledger: PictureLedger, came stamps: [Int64], broken: Set<Int64> = [], fields: Bool = false
    ) -> [PictureLedger.Harm] {
        var ledger = ledger
        for stamp in stamps { ledger.came(stamp, isBroken: broken.contains(stamp), isInterlaced: fields) }
        ledger.ended()
        return ledger.takeHarm()
    }

    @Test("whatever the order of decoding, a picture for each packet is no harm")
    func whole() { #expect(harm(ledger(), came: Self.order.sorted()).isEmpty) }

    @Test("a picture that never comes is lost as soon as four later ones have come, and at the end")
    func lost() {
        #expect(
            harm(ledger(), came: [0, 1, 4, 5, 6, 7])
                == [2, 3, 8].map { PictureLedger.Harm(stamp: $0, isLost: true) })
        var waiting = ledger()
        for (stamp, lost) in [(0, []), (3, []), (4, []), (5, []), (6, [1, 2]), (7, [])] as [(Int64, [Int64])] {
            waiting.came(stamp, isBroken: false, isInterlaced: false)
            #expect(waiting.takeHarm().map(\.stamp) == lost, "\(stamp)")
        }
        waiting.ended()
        #expect(waiting.takeHarm().map(\.stamp) == [8])
    }

    @Test("stamps in another order than the pictures lose none")
    func crosswise() {
        #expect(harm(ledger(), came: [0, 2, 1, 4, 3, 6, 5, 8, 7]).isEmpty)
        #expect(harm(ledger(), came: [0, 3, 1, 4, 5, 6, 7, 8]).isEmpty, "what is missing then says nothing")
        #expect(harm(ledger(), came: [0, 3, 1, 2, 4], broken: [1]).map(\.stamp) == [1])
    }

    @Test("a picture that the decoder has mended comes, and is harmed")
    func broken() {
        #expect(
            harm(ledger(), came: Self.order.sorted(), broken: [3, 5])
                == [3, 5].map { PictureLedger.Harm(stamp: $0, isLost: false) })
    }

    @Test("pictures in front of the first key picture, and those that may be left out, are not owed")
    func notOwed() {
        // An open group of pictures behind a seek: 8 and 9 need what the decoder never had.
        var open = PictureLedger(depth: 40)
        open.gave(7, isKey: false, isWanted: true)
        for stamp: Int64 in [10, 8, 9, 12] { open.gave(stamp, isKey: stamp == 10, isWanted: true) }
        open.gave(11, isKey: false, isWanted: false)
        #expect(harm(open, came: [10, 12]).isEmpty)
        #expect(harm(open, came: [9, 10, 11, 12], broken: [9, 11]).isEmpty)
        // The same where another encoding follows; what came before is owed all the same.
        var joined = ledger()
        joined.formatChanged()
        for stamp: Int64 in [12, 10, 11] { joined.gave(stamp, isKey: stamp == 12, isWanted: true) }
        #expect(harm(joined, came: [0, 1, 2, 3, 4, 5, 6, 7, 12]).map(\.stamp) == [8])
    }

    @Test("two fields in packets of their own make one picture")
    func fields() {
        #expect(harm(ledger([0, 1, 2, 3, 4, 5]), came: [0, 2, 4], fields: true).isEmpty)
    }

    @Test("a decoder that gives nothing any more has lost what it was given; a seek forgets it all")
    func silent() {
        var silent = ledger(Array(0..<20), depth: 8)
        #expect(silent.takeHarm().map(\.stamp) == Array(0..<12))
        silent.forget()
        silent.ended()
        #expect(silent.takeHarm().isEmpty)
        var many = ledger(Array(0..<1_000), depth: 8)
        #expect(many.takeHarm().count == PictureLedger.maximumHarm)
    }
}
