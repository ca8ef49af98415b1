import Combine
import Dispatch
import Foundation
import KeyValueObserving
import Network
import OSLog
import Synchronization
import SystemConfiguration
import UniformTypeIdentifiers
import os
import os.lock
import os.log
import os.signpost

import class Combine.AnyCancellable
import struct Network.NWPath
import struct os.Logger

/// A class whose properties can be observed, as the player's classes are.
public final class Lamp: KeyValueObservable, Sendable {
    public let _keyValueObservers = KeyValueObservers()
    private let state = Mutex(0)

    public init() {}

    public var level: Int {
        get {
            _keyValueObservers.access("level")
            return state.withLock { $0 }
        }
        set { _keyValueObservers.changing("level") { state.withLock { $0 = newValue } } }
    }
}

/// A view model as clients write them.
public final class Model: ObservableObject {
    @Published public var level = 0
    @Published public var notices = 0
    private var cancellables: Set<Combine.AnyCancellable> = []

    public init(_ lamp: Lamp) {
        lamp.publisher(for: \.level, options: [.initial, .new]).removeDuplicates().assign(to: &$level)
        NotificationCenter.default.publisher(for: Notification.Name("beside"))
            .sink { [weak self] _ in self?.notices += 1 }
            .store(in: &cancellables)
    }
}

public let log = os.Logger(subsystem: "com.example.beside", category: "client")

public func interfaceNames(_ path: Network.NWPath) -> [String] { path.availableInterfaces.map(\.name) }

public func isReachable(_ address: String) -> Bool {
    var flags: SCNetworkReachabilityFlags = []
    guard let target = SCNetworkReachabilityCreateWithName(nil, address) else { return false }
    return SCNetworkReachabilityGetFlags(target, &flags) && flags.contains(.reachable)
}

public func contentType(_ name: String) -> String? {
    UTType(filenameExtension: URL(fileURLWithPath: name).pathExtension)?.identifier
}
