import Client
import Combine
import Foundation
import KeyValueObserving
import Network
import Plain
import Testing
import os

@Suite("Packages beside ours in one build")
struct BesideTests {
    @Test("other packages do not see the modules with Apple's names")
    func otherPackages() { #expect(visibleModules.isEmpty) }

    @Test("GRDB, SwiftNIO, swift-log and OpenCombine work")
    func peers() throws {
        #expect(try countRows(["a", "b"]) == 2)
        #expect(try throughChannel("film") == "film")
        #expect(label() == "beside")
        #expect(doubled([1, 2]) == [2, 4])
    }

    @Test("a client uses Combine, os, Network, SystemConfiguration and UniformTypeIdentifiers")
    func client() {
        let lamp = Lamp()
        let model = Model(lamp)
        lamp.level = 3
        #expect(model.level == 3)
        NotificationCenter.default.post(name: Notification.Name("beside"), object: nil)
        #expect(model.notices == 1)
        #expect(contentType("film.mp4") == "public.mpeg-4")
        log.debug("level \(model.level)")
        let lock = OSAllocatedUnfairLock(initialState: 1)
        #expect(lock.withLock { $0 + 1 } == 2)
        #expect(interfaceNames(NWPathMonitor().currentPath).allSatisfy { !$0.isEmpty })
        #expect(isReachable("127.0.0.1"))
    }
}
