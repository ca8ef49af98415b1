import CFFmpeg

/// What a decoder owes for the packets that it was given, and what of that never came, or came broken: damage that only a decoder notices,
/// which repairs what it can and says nothing. Times are the packets' own stamps.
struct PictureLedger {
    struct Harm: Equatable {
        var stamp: Int64
        /// Whether there is no picture at all.
        var isLost: Bool
    }

    private var owed: Set<Int64> = []
    /// Owed, while so many later ones have come.
    private var overtaken: [Int64: Int] = [:]
    private(set) var harm: [Harm] = []
    /// Pictures shown before it may need others that the decoder was not given.
    private var firstKey: Int64?
    /// Two packets may be one picture, or the stamps are in another order than the pictures: what is missing says nothing.
    private var isUncounted = false
    private let maximumOwed: Int
    /// So much is remembered until somebody asks.
    static let maximumHarm = 64
    /// So many later pictures come before one that they have overtaken is lost.
    static let patience = 4

    /// - Parameter depth: so many pictures a decoder holds back, at most, for their order and its threads.
    init(depth: Int) { maximumOwed = depth }

    /// What was under way is of no interest any more.
    mutating func forget() {
        owed = []
        overtaken = [:]
        firstKey = nil
        isUncounted = false
    }

    /// Another encoding follows; what came before it is still owed.
    mutating func formatChanged() { firstKey = nil }

    /// - Parameter isWanted: whether its picture is to come: some are decoded for others alone, some may be left out.
    mutating func gave(_ stamp: Int64, isKey: Bool, isWanted: Bool) {
        if firstKey == nil, isKey { firstKey = stamp }
        guard isWanted, let firstKey, stamp >= firstKey else { return }
        owed.insert(stamp)
        // A decoder that gives nothing any more owes for ever.
        if owed.count > maximumOwed, let oldest = owed.min() {
            owed.remove(oldest)
            note(oldest, isLost: true)
        }
    }

    mutating func came(_ stamp: Int64, isBroken: Bool, isInterlaced: Bool) {
        let isLate = overtaken.removeValue(forKey: stamp) != nil
        isUncounted = isUncounted || isInterlaced || isLate
        if owed.remove(stamp) != nil || isLate, isBroken { note(stamp, isLost: false) }
        for (other, count) in overtaken { overtaken[other] = count + 1 }
        for other in owed where other < stamp {
            owed.remove(other)
            overtaken[other] = 1
        }
        settle { $0 >= Self.patience }
    }

    /// No more pictures come.
    mutating func ended() {
        for other in owed { overtaken[other] = 0 }
        owed = []
        settle { _ in true }
    }

    mutating func takeHarm() -> [Harm] {
        defer { harm = [] }
        return harm
    }

    private mutating func settle(_ isLost: (Int) -> Bool) {
        guard !overtaken.isEmpty else { return }
        let lost = overtaken.filter { isLost($0.value) }.keys.sorted()
        for stamp in lost { overtaken[stamp] = nil }
        if !isUncounted { lost.forEach { note($0, isLost: true) } }
    }

    private mutating func note(_ stamp: Int64, isLost: Bool) {
        if harm.count < Self.maximumHarm { harm.append(Harm(stamp: stamp, isLost: isLost)) }
    }
}
