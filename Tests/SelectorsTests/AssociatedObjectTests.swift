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

    @Test("an owner is not retained, and its values end with the next association")
    func ends() {
        weak var value: Copied?
        weak var owner: Owner?
        do {
            let (newOwner, newValue) = (Owner(), Copied(1))
            (owner, value) = (newOwner, newValue)
            objc_setAssociatedObject(newOwner, keys.first, newValue, .OBJC_ASSOCIATION_RETAIN)
        }
        #expect(owner == nil)
        let other = Owner()
        objc_setAssociatedObject(other, keys.first, 1, .OBJC_ASSOCIATION_RETAIN)
        #expect(value == nil)
    }
}
