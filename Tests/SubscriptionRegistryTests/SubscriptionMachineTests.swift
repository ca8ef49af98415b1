import Foundation
import Testing

@testable import SubscriptionRegistry

struct SubscriptionMachineTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func registration(_ tiers: [String] = [], until expiration: Date = .distantFuture) -> Registration {
        Registration(access: .paid, tiers: tiers, billing: nil, expiration: expiration)
    }

    @Test("a registration is active, expires at its date, and is none after its removal (S19.1)")
    func machine_states_follow() {
        var machine = SubscriptionMachine()
        #expect(machine.state == .none)
        let short = registration(until: now + 10)
        let changes = machine.register(short, now: now)
        #expect(changes)
        #expect(machine.state == .active(short))
        #expect(machine.nextChange == now + 10)
        let early = machine.advance(to: now + 9.9)
        #expect(!early)
        let expired = machine.advance(to: now + 10)
        #expect(expired)
        #expect(machine.state == .expired(short))
        #expect(machine.effective == nil)
        let again = machine.advance(to: now + 20)
        #expect(!again)
        let removed = machine.register(nil, now: now + 20)
        #expect(!removed)
        #expect(machine.state == .none)
    }

    @Test("equal registrations change nothing; other tiers, letter case included, do")
    func machine_equal_changesNothing() {
        var machine = SubscriptionMachine()
        let results = [["A"], ["A"], ["a"], ["a", "b"], nil, nil].map { tiers in
            machine.register(tiers.map { registration($0) }, now: now)
        }
        #expect(results == [true, false, true, true, true, false])
        #expect(machine.nextChange == nil)
    }

    @Test("a registration whose date has passed is expired at once, and active where the clock is set back")
    func machine_clock_decides() {
        var machine = SubscriptionMachine()
        let past = registration(until: now - 1)
        let isVisible = machine.register(past, now: now)
        #expect(!isVisible)
        #expect(machine.state == .expired(past))
        let isActive = machine.advance(to: now - 2)
        #expect(isActive)
        #expect(machine.state == .active(past))
    }
}

struct BillingHashTests {
    @Test("the hash is PBKDF2 with HMAC-SHA-256, as published test vectors have it")
    func hash_vectors_agree() {
        #expect(
            BillingHash.hexadecimal(BillingHash.derive("password", salt: Array("salt".utf8), rounds: 1))
                == "120fb6cffcf8b32c43e7225256c4f837a86548c92ccc35480805987cb70be17b")
        #expect(
            BillingHash.hexadecimal(BillingHash.derive("password", salt: Array("salt".utf8), rounds: 4096))
                == "c5e478d59288c841aa530db6845c4c8d962893a001ce4e11a4963873aa98134a")
    }

    @Test("a hash matches its identifier only, and has another salt each time (R165)")
    func hash_identifier_matches() {
        let hash = BillingHash("94110")
        #expect(hash.matches("94110"))
        #expect(!hash.matches("94111"))
        #expect(!hash.matches(""))
        #expect(BillingHash("94110") != hash)
        #expect(BillingHash(hash: hash.hash, salt: hash.salt) == hash)
        for wrong in ["", "x", hash.hash + "00", hash.hash.uppercased() + "G"] {
            #expect(BillingHash(hash: wrong, salt: hash.salt) == nil)
            #expect(BillingHash(hash: hash.hash, salt: wrong) == nil)
        }
    }
}
