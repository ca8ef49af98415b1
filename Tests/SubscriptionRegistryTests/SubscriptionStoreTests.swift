import BusTestSupport
import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import SubscriptionRegistry

struct SubscriptionFileTests {
    static func content(tiers: [String] = ["Sports", "Movies"]) -> SubscriptionContent {
        var content = SubscriptionContent(application: "com.example.tv")
        content.generation = 7
        content.register(RegistrationDraft(access: .paid, tiers: tiers, billingIdentifier: "94110"))
        content.lastUse = Date(timeIntervalSince1970: 1_800_000_000.25)
        return content
    }

    @Test("a content is decoded as it was encoded, and has the billing identifier only as a hash")
    func file_roundTrip_isEqual() throws {
        var content = Self.content()
        var account = AccountDraft()
        account.identifier = "a"
        account.isPaid = true
        account.updateURL = URL(string: "https://example.com/update.js")
        account.billingIdentifier = "94110"
        account.appleCustomerIdentifier = "c"
        account.appleProductCodes = ["p"]
        account.billingCycleEnd = Date(timeIntervalSince1970: 1_900_000_000)
        try content.update(account, now: Date(timeIntervalSince1970: 1_800_000_001))
        let data = try SubscriptionFile.encode(content)
        #expect(try SubscriptionFile.decode(data) == content)
        #expect(!String(decoding: data, as: UTF8.self).contains("94110"))
    }

    @Test("a file that is truncated at any byte, or has any byte changed, is rejected with a reason")
    func file_damaged_isRejected() throws {
        let data = try SubscriptionFile.encode(Self.content())
        for count in 0..<data.count {
            #expect(throws: SubscriptionFile.Problem.self, "\(count)") {
                try SubscriptionFile.decode(data.prefix(count))
            }
        }
        #expect(throws: SubscriptionFile.Problem.self) { try SubscriptionFile.decode(data + [10]) }
        for index in data.indices {
            var damaged = data
            damaged[index] ^= 0x04
            #expect(throws: SubscriptionFile.Problem.self, "\(index)") { try SubscriptionFile.decode(damaged) }
        }
    }

    @Test("a later version is reported as such, and hostile content with a valid checksum is rejected")
    func file_hostile_isRejected() throws {
        #expect(throws: SubscriptionFile.Problem.laterVersion(2)) {
            try SubscriptionFile.decode(Data("openavkit-subscription 2 anything\n{}".utf8))
        }
        #expect(throws: SubscriptionFile.Problem.notThisFormat) {
            try SubscriptionFile.decode(Data("openavkit-subscription 99999999999999999999 1 x\n".utf8))
        }
        var large = Self.content()
        large.generation = .max
        var long = Self.content()
        long.registration?.tiers = [String(repeating: "x", count: 256)]
        var many = Self.content()
        many.registration?.tiers = (0...SubscriptionLimits.maximumTiers).map(String.init)
        for content in [large, long, many] {
            let data = try SubscriptionFile.encode(content)
            #expect(throws: SubscriptionFile.Problem.self) { try SubscriptionFile.decode(data) }
        }
    }
}

struct SubscriptionStoreTests {
    private func register(_ tier: String, in store: SubscriptionStore) throws {
        _ = try store.update { $0.register(RegistrationDraft(access: .paid, tiers: [tier])) }
    }

    private func tiers(_ store: SubscriptionStore) throws -> [String]? { try store.read().content.registration?.tiers }

    @Test("a change is read by another store of the app, in files that only their owner may read")
    func store_files_arePrivate() throws {
        let home = try TestHome()
        let empty = try home.store().read()
        #expect(empty.content == SubscriptionContent(application: home.application))
        #expect(empty.problems.isEmpty)
        try register("A", in: home.store())
        #expect(try tiers(home.store()) == ["A"])
        for name in [SubscriptionStore.fileName, SubscriptionStore.copyName] {
            let path = home.folder.appendingPathComponent(name).path
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
            chmod(path, 0o644)
        }
        #expect(try tiers(home.store()) == ["A"])
        let path = home.folder.appendingPathComponent(SubscriptionStore.fileName).path
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }

    @Test(
        "when either file is truncated at any byte, it is reported and the other one is read; the next change repairs it"
    )
    func store_truncated_keepsTheState() throws {
        let home = try TestHome()
        let store = try home.store()
        try register("A", in: store)
        let data = try home.data(SubscriptionStore.fileName)
        for name in [SubscriptionStore.fileName, SubscriptionStore.copyName] {
            for count in 0..<data.count {
                try home.write(data.prefix(count), to: name)
                let reading = try store.read()
                #expect(reading.content.registration?.tiers == ["A"], "\(name) \(count)")
                #expect(reading.problems.count == 1, "\(name) \(count)")
                #expect(reading.problems.first?.contains(name) == true)
            }
            try home.write(data, to: name)
        }
        try home.write(Data("x".utf8), to: SubscriptionStore.fileName)
        try register("B", in: store)
        #expect(try store.read().problems.isEmpty)
        #expect(try tiers(store) == ["B"])
    }

    @Test("when both files are damaged, both are reported, and what the caller knows is changed instead")
    func store_bothDamaged_areReported() throws {
        let home = try TestHome()
        let store = try home.store()
        try register("A", in: store)
        let known = try store.read().content
        for name in [SubscriptionStore.fileName, SubscriptionStore.copyName] {
            try home.write(Data("?".utf8), to: name)
        }
        let reading = try store.read()
        #expect(reading.problems.count == 2)
        #expect(reading.content.registration == nil)
        let next = try store.update(known: known) { $0.lastUse = Date(timeIntervalSince1970: 0) }
        #expect(next.content.registration?.tiers == ["A"])
        #expect(next.content.generation == known.generation + 1)
        #expect(try tiers(store) == ["A"])
    }

    @Test("files of another app, of a later version, of another kind and symbolic links are not read")
    func store_foreign_isNotRead() throws {
        let home = try TestHome()
        let store = try home.store()
        try register("A", in: store)
        let other = try TestHome("com.example.other")
        try register("B", in: try other.store())
        try home.write(try other.data(SubscriptionStore.fileName), to: SubscriptionStore.fileName)
        #expect(try store.read().content.registration?.tiers == ["A"])
        #expect(try store.read().problems.first?.contains("com.example.other") == true)

        let file = home.folder.appendingPathComponent(SubscriptionStore.fileName)
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createSymbolicLink(
            at: file, withDestinationURL: other.folder.appendingPathComponent(SubscriptionStore.fileName))
        #expect(try store.read().problems.count == 1)
        try FileManager.default.removeItem(at: file)
        #expect(mkfifo(file.path, 0o600) == 0)
        #expect(try store.read().content.registration?.tiers == ["A"])
        #expect(try store.read().problems.count == 1)
        try FileManager.default.removeItem(at: file)

        try home.write(Data("openavkit-subscription 2 x\n".utf8), to: SubscriptionStore.copyName)
        #expect(throws: SubscriptionError.self) { try store.read() }
        #expect(throws: SubscriptionError.self) { try register("C", in: store) }
        #expect(try home.data(SubscriptionStore.copyName) == Data("openavkit-subscription 2 x\n".utf8))
    }

    @Test("concurrent changes are all made, and unfinished files of a process that ended are removed")
    func store_concurrent_losesNothing() async throws {
        let home = try TestHome()
        let store = try home.store()
        try register("A", in: store)
        try home.write(Data("unfinished".utf8), to: ".subscription.x")
        let failures = Reports<String>()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    for _ in 0..<5 {
                        do throws(SubscriptionError) {
                            _ = try store.update { content throws(SubscriptionError) in
                                content.lastUse = Date(timeIntervalSince1970: Double(content.generation))
                            }
                        } catch { failures.add(error.description) }
                    }
                }
            }
        }
        #expect(failures.all == [])
        #expect(try store.read().content.generation == 31)
        #expect(try store.read().content.lastUse == Date(timeIntervalSince1970: 30))
        let names = try FileManager.default.contentsOfDirectory(atPath: home.folder.path)
        #expect(names.sorted() == ["subscription", "subscription.copy", "subscription.lock"])
    }

    @Test("a lock that another process holds is an error after its time limit, and nothing is changed")
    func store_locked_isAnError() throws {
        let home = try TestHome()
        try register("A", in: home.store())
        let file = home.folder.appendingPathComponent(SubscriptionStore.lockName)
        let lock = try FileLock(file)
        #expect(throws: SubscriptionError.locked(file.path)) { try FileLock(file, limit: .milliseconds(5)) }
        lock.release()
        try FileLock(file, limit: .milliseconds(5)).release()
    }

    @Test(
        "a file that is replaced is reported, by the file system and, where it has no watch left, by comparing",
        arguments: [true, false])
    func watch_replacedFile_isReported(isReported: Bool) async throws {
        let home = try TestHome()
        let store = try home.store()
        try register("A", in: store)
        let count = Mutex(0)
        let folder = try store.privateFolder()
        let watch = FolderWatch(
            folder, file: SubscriptionStore.fileName, isReported: isReported
        ) { count.withLock { $0 += 1 } }
        defer { withExtendedLifetime(watch) {} }
        for round in 1...2 {
            try register("B\(round)", in: store)
            let isReported = await eventually { count.withLock { $0 >= round } }
            #expect(isReported)
        }
    }
}
