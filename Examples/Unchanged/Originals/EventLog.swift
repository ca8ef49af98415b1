/*
 A log of what happens, which any object can observe. It uses nothing but Foundation.
 */

import Foundation

extension Notification.Name {
    static let eventLogDidChange = Notification.Name("EventLogDidChange")
}

@objc protocol EventLogDelegate: NSObjectProtocol {
    func eventLog(_ log: EventLog, didRecord event: String)
    @objc optional func eventLogDidBecomeFull(_ log: EventLog)
    @objc optional func eventLog(_ log: EventLog, prefixFor event: String) -> String?
}

@objcMembers
class EventLog: NSObject {

    static let shared = EventLog()

    /// The number of events is observable.
    dynamic private(set) var count = 0

    @objc(lastEvent) private(set) var last: String?

    weak var delegate: EventLogDelegate?

    private let capacity: Int
    private let lock = NSLock()
    private var events: [String] = []
    private let start = ProcessInfo.processInfo.systemUptime

    init(capacity: Int = 200) {
        self.capacity = capacity
        super.init()
        NotificationCenter.default.addObserver(
            self, selector: #selector(logDidChange(_:)), name: .eventLogDidChange, object: self)
    }

    deinit {
        NotificationCenter.default.removeObserver(self)
    }

    func record(_ event: String) {
        lock.lock()
        events.append(event)
        last = event
        let isFull = events.count == capacity
        lock.unlock()
        count += 1
        let prefix = delegate?.eventLog?(self, prefixFor: event) ?? ""
        delegate?.eventLog(self, didRecord: prefix + event)
        if isFull {
            delegate?.eventLogDidBecomeFull?(self)
        }
        NotificationCenter.default.post(name: .eventLogDidChange, object: self)
    }

    /// Seconds since the log was created.
    var age: TimeInterval { ProcessInfo.processInfo.systemUptime - start }

    @objc private func logDidChange(_ notification: NSNotification) {
        guard let log = notification.object as? EventLog, let event = log.last else { return }
        print("[\(count)] \(event)")
        fflush(stdout)
    }
}

/// Counts changes of the log by a Swift key path.
final class EventCounter: NSObject {

    private(set) var changes = 0
    private var observation: NSKeyValueObservation?

    init(_ log: EventLog) {
        super.init()
        observation = log.observe(\.count, options: [.new]) { [weak self] _, change in
            if change.newValue != nil { self?.changes += 1 }
        }
    }
}
