import Foundation
import Selectors
import Testing

private final class Owner: NSObject {}

private final class Copied: NSObject, NSCopying {
    let generation: Int
    init(_ generation: Int) { self.generation = generation }
    func copy(with zone: NSZone? = nil) -> Any { Copied(generation + 1) }
}

/// Two keys, whose addresses differ.
private final class Keys {
    let first = UnsafeMutablePointer<UInt8>.allocate(capacity: 2)
    var second: UnsafeMutablePointer<UInt8> { first + 1 }
    deinit { first.deallocate() }
}

/// Serialized: all tests use one table, and some measure what a call examines in it.
@Suite(.serialized)
struct AssociatedObjectTests {
    private let keys = Keys()

    @Test("an object holds a value for each key, until it is removed")
    func values() {
        let (owner, other) = (Owner(), Owner())
        objc_setAssociatedObject(owner, keys.first, "a", .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
        objc_setAssociatedObject(owner, keys.second, 2, .OBJC_ASSOCIATION_RETAIN)
        #expect(objc_getAssociatedObject(owner, keys.first) as? String == "a")
        #expect(objc_getAssociatedObject(owner, keys.second) as? Int == 2)
        #expect(objc_getAssociatedObject(other, keys.first) == nil)
        objc_setAssociatedObject(owner, keys.first, nil, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
        #expect(objc_getAssociatedObject(owner, keys.first) == nil)
        objc_removeAssociatedObjects(owner)
        #expect(objc_getAssociatedObject(owner, keys.second) == nil)
    }

    @Test("values are assigned weakly, retained or copied")
    func policies() {
        let owner = Owner()
        var value: Copied? = Copied(1)
        weak let held = value
        objc_setAssociatedObject(owner, keys.first, value, .OBJC_ASSOCIATION_COPY_NONATOMIC)
        #expect((objc_getAssociatedObject(owner, keys.first) as? Copied)?.generation == 2)
        objc_setAssociatedObject(owner, keys.first, value, .OBJC_ASSOCIATION_ASSIGN)
        #expect(objc_getAssociatedObject(owner, keys.first) as? Copied === value)
        value = nil
        #expect(held == nil)
        #expect(objc_getAssociatedObject(owner, keys.first) == nil)
    }

    /// Calls a function when it ends.
    private final class Counted {
        let onEnd: () -> Void
        init(_ onEnd: @escaping () -> Void) { self.onEnd = onEnd }
        deinit { onEnd() }
    }

    @Test("a call releases the values of at most eight ended owners, however many there are")
    func eightOwners() {
        var alive = 0
        // Exists before the others end, so that its address is not that of one of them.
        let other = Owner()
        var owners = (0..<5_000).map { _ in Owner() }
        for owner in owners {
            alive += 1
            objc_setAssociatedObject(owner, keys.first, Counted { alive -= 1 }, .OBJC_ASSOCIATION_RETAIN)
        }
        owners = []
        var released: [Int] = []
        for _ in 0..<10_000 where alive > 0 {
            let before = alive
            objc_setAssociatedObject(other, keys.first, 1, .OBJC_ASSOCIATION_RETAIN)
            released.append(before - alive)
        }
        #expect(alive == 0)
        #expect(released.max() == 8)
    }

    @Test("the values of many ended owners end while others are set")
    func manyEnded() {
        var alive = 0
        do {
            for _ in 0..<300 {
                let owner = Owner()
                alive += 1
                objc_setAssociatedObject(owner, keys.first, Counted { alive -= 1 }, .OBJC_ASSOCIATION_RETAIN)
            }
        }
        let owners = (0..<400).map { _ in Owner() }
        for owner in owners { objc_setAssociatedObject(owner, keys.first, 1, .OBJC_ASSOCIATION_RETAIN) }
        #expect(alive == 0)
        #expect(owners.allSatisfy { objc_getAssociatedObject($0, keys.first) as? Int == 1 })
    }

    @Test("an owner is not retained, and its values end with later associations")
    func ends() {
        weak var value: Copied?
        weak var owner: Owner?
        do {
            let (newOwner, newValue) = (Owner(), Copied(1))
            (owner, value) = (newOwner, newValue)
            objc_setAssociatedObject(newOwner, keys.first, newValue, .OBJC_ASSOCIATION_RETAIN)
        }
        #expect(owner == nil)
        // Other tests have owners in the table, too, and a call examines eight of them.
        let others = (0..<20_000).lazy.map { _ in Owner() }
        for other in others where value != nil {
            objc_setAssociatedObject(other, keys.first, 1, .OBJC_ASSOCIATION_RETAIN)
            objc_removeAssociatedObjects(other)
        }
        #expect(value == nil)
    }
}
