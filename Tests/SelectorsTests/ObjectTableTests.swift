import Foundation
import Selectors
import Testing

private protocol Listener: AnyObject {
    var name: String { get }
}

private final class Plain: Listener {
    let name: String
    init(_ name: String) { self.name = name }
}

private final class Named: NSObject {
    let name: String
    init(_ name: String) { self.name = name }
    override var hash: Int { name.hashValue }
    override func isEqual(_ object: Any?) -> Bool { (object as? Named)?.name == name }
}

@Suite struct ObjectTableTests {
    @Test func aWeakHashTableLosesReleasedObjects() {
        let table = NSHashTable<Plain>.weakObjects()
        let kept = Plain("kept")
        table.add(kept)
        do {
            let released = Plain("released")
            table.add(released)
            #expect(table.count == 2)
            withExtendedLifetime(released) {}
        }
        #expect(table.allObjects.map(\.name) == ["kept"])
        #expect(table.count == 1)
        withExtendedLifetime(kept) {}
    }

    @Test func aHashTableTakesObjectsOfAProtocolOnce() {
        let table = NSHashTable<any Listener>()
        let (first, second) = (Plain("first"), Plain("second"))
        table.add(first)
        table.add(first)
        table.add(second)
        #expect(table.count == 2)
        #expect(table.contains(first))
        table.remove(first)
        #expect(!table.contains(first))
        #expect(table.anyObject?.name == "second")
        table.removeAllObjects()
        #expect(table.allObjects.isEmpty)
    }

    @Test func equalObjectsAreOneMemberUnlessPointersAreCompared() {
        let (first, second) = (Named("same"), Named("same"))
        let table = NSHashTable<Named>()
        table.add(first)
        table.add(second)
        #expect(table.count == 1)
        #expect(table.member(second) === first)
        let pointers = NSHashTable<Named>(options: [.weakMemory, .objectPointerPersonality])
        pointers.add(first)
        pointers.add(second)
        #expect(pointers.count == 2)
    }

    @Test func tablesOfAnyObjectFindOnlyTheirMembers() {
        let table = NSHashTable<AnyObject>.weakObjects()
        let (member, other) = (Plain("member"), Plain("other"))
        #expect(!table.contains(member))
        #expect(table.member(other) == nil && table.anyObject == nil)
        table.add(member)
        #expect(table.contains(member) && !table.contains(other))
        #expect(table.allObjects.count == 1)
        let map = NSMapTable<AnyObject, AnyObject>.weakToWeakObjects()
        #expect(map.object(forKey: member) == nil)
        map.setObject(other, forKey: member)
        #expect(map.object(forKey: member) === other)
        #expect(map.keyEnumerator().allObjects.count == 1 && map.objectEnumerator()?.allObjects.count == 1)
        withExtendedLifetime((member, other)) {}
    }

    @Test func aStrongHashTableRetainsItsObjects() {
        let table = NSHashTable<AnyObject>(options: .strongMemory, capacity: 4)
        table.add(Plain("only"))
        let names = (table.objectEnumerator().allObjects as? [Plain])?.map(\.name)
        #expect(names == ["only"])
    }

    @Test func aMapTableFindsValuesByEqualKeys() {
        let table = NSMapTable<NSString, Plain>.strongToStrongObjects()
        table.setObject(Plain("a"), forKey: "key")
        table.setObject(Plain("b"), forKey: "key")
        #expect(table.count == 1)
        #expect(table.object(forKey: NSString(string: "key"))?.name == "b")
        table.setObject(nil, forKey: "key")
        #expect(table.object(forKey: "key") == nil)
    }

    @Test func aMapTableLosesEntriesOfReleasedKeysAndValues() {
        let byKey = NSMapTable<Plain, NSString>.weakToStrongObjects()
        let byValue = NSMapTable<NSString, Plain>.strongToWeakObjects()
        let kept = Plain("kept")
        byKey.setObject("value", forKey: kept)
        byValue.setObject(kept, forKey: "kept")
        do {
            let released = Plain("released")
            byKey.setObject("other", forKey: released)
            byValue.setObject(released, forKey: "released")
            #expect(byKey.count == 2 && byValue.count == 2)
        }
        #expect(byKey.count == 1 && byKey.object(forKey: kept) == "value")
        #expect(byKey.keyEnumerator().allObjects.count == 1)
        #expect(byValue.count == 1 && byValue.object(forKey: "released") == nil)
        #expect(byValue.objectEnumerator()?.allObjects.count == 1)
        byKey.removeObject(forKey: kept)
        #expect(byKey.count == 0)
    }

    @Test func weakTablesStaySmallWhenManyObjectsAreReleased() {
        let set = NSHashTable<Plain>.weakObjects()
        let map = NSMapTable<Plain, Named>.weakToStrongObjects()
        weak var value: Named?
        for number in 0..<1000 {
            let object = Plain("\(number)")
            let last = Named("\(number)")
            if number == 0 { value = last }
            set.add(object)
            map.setObject(last, forKey: object)
        }
        #expect(set.count == 0 && map.count == 0)
        #expect(value == nil, "the value of a released key has been released")
    }
}

@Suite struct FormatArgumentTests {
    @Test func objectsAreArgumentsOfFormats() {
        final class Player: NSObject { override var description: String { "a player" } }
        let error = NSError(domain: "Domain", code: 3)
        let text = String(format: "%@, %@, %@, %d", Player(), NSNumber(value: 2.5), NSString("text"), 4)
        #expect(text == "a player, 2.5, text, 4")
        #expect(String(format: "%@", error).contains("Domain Code=3"))
    }

    @Test func everyValueBecomesAnArgument() {
        struct Failure: Error, CustomStringConvertible { let description = "no network" }
        let failure: any Error = Failure()
        #expect(String(format: "%@ %d", _formatArgument(failure), _formatArgument(7)) == "no network 7")
    }
}
