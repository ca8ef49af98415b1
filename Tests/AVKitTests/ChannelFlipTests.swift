import MediaTesting
import Testing

@testable import AVKit

/// Channel flipping (semantics 12) without a screen.
struct ChannelFlipTests {
    @Test("S12.3: a flip asks for the screen at its start, and shows the screen before the request")
    func order() {
        var flip = ChannelFlip()
        #expect(flip.start(.next) == [.askForScreen(.next)])
        #expect(flip.finish(commits: true) == [.showScreen(.next), .request(.next, number: 1)])
        #expect(flip.isScreenVisible)
        #expect(flip.completed(1) == [.hideScreen])
        #expect(!flip.isScreenVisible)
    }

    @Test("S12.3: a drag that is not committed only asks for the screen")
    func notCommitted() {
        var flip = ChannelFlip()
        #expect(flip.start(.previous) == [.askForScreen(.previous)])
        #expect(flip.finish(commits: false) == [.dropScreen])
        #expect(flip.pending == nil)
    }

    @Test("S12.4 S12.5: each further flip requests one more channel; only the last completion removes the screen")
    func several() {
        var flip = ChannelFlip()
        for _ in 0..<3 {
            _ = flip.start(.next)
            _ = flip.finish(commits: true)
        }
        #expect(flip.completed(1).isEmpty && flip.completed(2).isEmpty)
        #expect(flip.completed(3) == [.hideScreen])
        // A second completion of the same request changes nothing.
        #expect(flip.completed(3).isEmpty)
    }

    @Test("S12.5: without a completion the screen stays, and a later flip can remove it")
    func missingCompletion() {
        var flip = ChannelFlip()
        _ = flip.start(.next)
        _ = flip.finish(commits: true)
        #expect(flip.start(.previous) == [.askForScreen(.previous)])
        #expect(flip.isScreenVisible)
        #expect(flip.finish(commits: true) == [.showScreen(.previous), .request(.previous, number: 2)])
        #expect(flip.completed(2) == [.hideScreen])
    }

    @Test(
        "random drags, completions in any order and abandonment leave no screen behind", arguments: [4, 5] as [UInt64])
    func random(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var flip = ChannelFlip()
        var requests: [Int] = []
        var visible = false
        var offers = 0
        for _ in 0..<50_000 {
            let actions: [ChannelFlip.Action] =
                switch Int.random(in: 0..<8, using: &random) {
                case 0...2: flip.start(Bool.random(using: &random) ? .next : .previous)
                case 3, 4: flip.finish(commits: Int.random(in: 0..<4, using: &random) > 0)
                case 7 where Int.random(in: 0..<8, using: &random) == 0: flip.abandon()
                default:
                    flip.completed(requests.randomElement(using: &random) ?? 0)
                }
            for action in actions {
                switch action {
                case .askForScreen: offers += 1
                case .dropScreen: offers -= 1
                case .showScreen:
                    offers -= 1
                    visible = true
                case .request(_, let number):
                    #expect(number > requests.last ?? 0)
                    requests.append(number)
                    if requests.count > 8 { requests.removeFirst() }
                case .hideScreen: visible = false
                }
            }
            #expect(visible == flip.isScreenVisible)
            #expect(offers == (flip.started == nil ? 0 : 1))
        }
    }
}
