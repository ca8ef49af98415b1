import Foundation
import MediaTesting
import Testing

@testable import AVKit

/// The decisions about content proposals on a clock of the test (data/semantics.tsv, section 12).
struct ContentProposalMachineTests {
    private typealias Machine = ContentProposalMachine
    private static let start = Date(timeIntervalSince1970: 1_000_000)

    private func at(
        _ position: Double, of duration: Double = 100, rate: Double = 1, after seconds: Double = 0
    ) -> Machine.Moment {
        .init(now: Self.start.addingTimeInterval(seconds), position: position, duration: duration, rate: rate)
    }

    private func armed(transition: Double?, interval: Double?) -> Machine {
        var machine = Machine()
        _ = machine.setPlan(.init(transition: transition, interval: interval))
        return machine
    }

    private func presented(transition: Double?, interval: Double?, at position: Double = 90) -> Machine {
        var machine = armed(transition: transition, interval: interval)
        _ = machine.time(at(position))
        _ = machine.answered(true, at(position))
        return machine
    }

    @Test("a proposal is asked for at its transition time, once, and shown when the delegate allows it")
    func transition() {
        var machine = armed(transition: 90, interval: nil)
        #expect(machine.time(at(89.9)).isEmpty)
        #expect(machine.time(at(90.1)) == [.ask])
        #expect(machine.time(at(90.2)).isEmpty)
        var declined = machine
        #expect(declined.answered(false, at(90.2)).isEmpty && declined.phase == .finished)
        #expect(declined.time(at(91)).isEmpty && declined.ended(at(100)).isEmpty)
        #expect(machine.answered(true, at(90.2)) == [.present])
        #expect(machine.deadline == nil && machine.answered(true, at(91)).isEmpty)
    }

    @Test("a proposal without a time, or with one behind the end, is asked for at the end", arguments: [nil, 100, 250])
    func atEnd(transition: Double?) {
        var machine = armed(transition: transition, interval: 5)
        #expect(machine.time(at(99.99)).isEmpty)
        #expect(machine.ended(at(100, rate: 0, after: 3)) == [.ask])
        #expect(machine.ended(at(100)).isEmpty)
        #expect(machine.answered(true, at(100, rate: 0, after: 3)) == [.present])
        #expect(machine.date == Self.start.addingTimeInterval(8))
    }

    @Test("the countdown ends the interval after the item's end, and accepts the proposal")
    func countdown() {
        var machine = presented(transition: 90, interval: 5)
        #expect(machine.deadline == Self.start.addingTimeInterval(15))
        #expect(machine.tick(at(99, after: 9)).isEmpty)
        #expect(machine.ended(at(100, rate: 0, after: 10)).isEmpty)
        #expect(machine.tick(at(100, rate: 0, after: 15)) == [.hide, .accept])
        #expect(machine.tick(at(100, rate: 0, after: 16)).isEmpty && machine.date == nil)
    }

    @Test(
        "interval 0 accepts at the end, a negative one before it, one before the transition at once, NaN and infinity never"
    )
    func intervals() {
        #expect(presented(transition: 90, interval: 0).date == Self.start.addingTimeInterval(10))
        #expect(presented(transition: 90, interval: -4).date == Self.start.addingTimeInterval(6))
        #expect(presented(transition: 90, interval: -40).date == Self.start)
        #expect(presented(transition: 90, interval: .nan).date == nil)
        #expect(presented(transition: 90, interval: .infinity).date == nil)
        var atEnd = armed(transition: nil, interval: -7)
        _ = atEnd.ended(at(100, rate: 0))
        _ = atEnd.answered(true, at(100, rate: 0))
        #expect(atEnd.tick(at(100, rate: 0)) == [.hide, .accept])
    }

    @Test("pausing, seeking forward and a faster rate move the date of the countdown")
    func dateFollowsPlayback() {
        var machine = presented(transition: 90, interval: 5)
        #expect(machine.time(at(92, rate: 2, after: 2)) == [.dateChanged])
        #expect(machine.date == Self.start.addingTimeInterval(11))
        #expect(machine.time(at(98, rate: 1, after: 3)) == [.dateChanged])
        #expect(machine.date == Self.start.addingTimeInterval(10))
        #expect(machine.tick(at(98, rate: 0, after: 10)) == [.dateChanged])
        #expect(machine.phase == .presented && machine.date == Self.start.addingTimeInterval(17))
    }

    @Test("a date that the client sets replaces the countdown; nil cancels it")
    func clientDate() {
        var machine = presented(transition: 90, interval: 5)
        #expect(machine.setDate(nil) == [.dateChanged] && machine.deadline == nil)
        #expect(machine.ended(at(100, rate: 0, after: 10)).isEmpty && machine.tick(at(100, after: 99)).isEmpty)
        let date = Self.start.addingTimeInterval(200)
        #expect(machine.setDate(date) == [.dateChanged] && machine.setDate(date).isEmpty)
        #expect(machine.tick(at(100, after: 200)) == [.hide, .accept])
        #expect(machine.setDate(date).isEmpty)
    }

    @Test("seeking back before the transition hides the proposal and arms it again")
    func seekBack() {
        var machine = presented(transition: 90, interval: 5)
        #expect(machine.time(at(89.9)).isEmpty)
        #expect(machine.time(at(50)) == [.hide] && machine.phase == .armed)
        #expect(machine.time(at(95)) == [.ask])
        _ = machine.answered(true, at(95))
        #expect(machine.dismiss(.defer) == [.hide, .resume(fromStart: false)])
        #expect(machine.time(at(96)).isEmpty)
        #expect(machine.time(at(10)).isEmpty && machine.time(at(90)) == [.ask])
    }

    @Test("defer after the end restarts the item, and the proposal is shown again at its end")
    func deferAtEnd() {
        var machine = armed(transition: nil, interval: nil)
        _ = machine.ended(at(100, rate: 0))
        _ = machine.answered(true, at(100, rate: 0))
        #expect(machine.dismiss(.defer) == [.hide, .resume(fromStart: true)])
        #expect(machine.time(at(0)).isEmpty && machine.phase == .armed)
        #expect(machine.ended(at(100)) == [.ask])
    }

    @Test("another item hides the proposal; its own plan is armed")
    func itemReplaced() {
        var machine = presented(transition: 90, interval: 5)
        #expect(machine.setPlan(nil) == [.hide] && machine.phase == .none && machine.deadline == nil)
        #expect(machine.time(at(95)).isEmpty && machine.ended(at(100)).isEmpty && machine.dismiss(.accept).isEmpty)
        #expect(machine.setPlan(.init(transition: 3, interval: nil)).isEmpty && machine.time(at(3)) == [.ask])
    }

    @Test("20,000 random inputs: screens alternate, and only a presented proposal is accepted, rejected or dated")
    func fuzz() {
        var random = SeededRandom(seed: 15)
        let odd: [Double] = [.nan, .infinity, -.infinity, -1, 0, 0.1, 50, 89.9, 90, 99.9, 100, 101, 1e300]
        var machine = Machine()
        var isShown = false
        var now = 0.0
        func number() -> Double {
            Int.random(in: 0..<3, using: &random) == 0
                ? odd.randomElement(using: &random) ?? 0 : Double.random(in: 0...100, using: &random)
        }
        for step in 0..<20_000 {
            now += Double.random(in: 0...3, using: &random)
            let moment = at(number(), of: number(), rate: number(), after: now)
            let wasAsking = machine.phase == .asking
            let actions: [Machine.Action]
            switch Int.random(in: 0..<9, using: &random) {
            case 0: actions = machine.setPlan(.init(transition: number(), interval: number()))
            case 1 where Int.random(in: 0..<5, using: &random) == 0: actions = machine.setPlan(nil)
            case 2: actions = machine.ended(moment)
            case 3, 4: actions = machine.answered(Bool.random(using: &random), moment)
            case 5: actions = machine.setDate(Bool.random(using: &random) ? nil : moment.now)
            case 6: actions = machine.tick(moment)
            case 7: actions = machine.dismiss([.accept, .reject, .defer].randomElement(using: &random) ?? .defer)
            default: actions = machine.time(moment)
            }
            for action in actions {
                switch action {
                case .present:
                    #expect(!isShown && wasAsking, "step \(step)")
                    isShown = true
                case .hide:
                    #expect(isShown, "step \(step)")
                    isShown = false
                case .accept, .reject, .resume: #expect(!isShown && machine.phase == .finished, "step \(step)")
                case .ask: #expect(machine.phase == .asking && !isShown, "step \(step)")
                case .dateChanged: #expect(isShown, "step \(step)")
                }
            }
            #expect(isShown == (machine.phase == .presented), "step \(step)")
            #expect(machine.date == nil || isShown, "step \(step)")
            #expect(machine.phase == .none || machine.plan != nil, "step \(step)")
        }
    }
}
