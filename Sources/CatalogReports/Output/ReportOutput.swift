import Foundation

/// Where a report goes: a descriptor or memory. Of one thread.
///
/// Bytes are collected and written a few at a time; what has been written stays written when writing fails later.
public final class ReportOutput {
    private let descriptor: Int32?
    private var buffer: ContiguousArray<UInt8> = []
    /// The error of the system that ended writing; from then on everything is dropped.
    public private(set) var failure: Int32?
    /// Called before bytes are written to the descriptor, so that a progress line can be taken away.
    public var beforeWriting: (() -> Void)?

    /// - Parameter descriptor: stays the caller's to close; nil: everything stays in memory.
    public init(descriptor: Int32? = nil) { self.descriptor = descriptor }

    deinit { flush() }

    public var isGone: Bool { failure != nil }
    /// What has not been written to a descriptor.
    public var text: String { String(decoding: buffer, as: UTF8.self) }

    public func write(_ text: String) {
        guard failure == nil else { return }
        buffer.append(contentsOf: text.utf8)
        if buffer.count > 64 << 10 { flush() }
    }

    public func flush() {
        guard let descriptor, failure == nil, !buffer.isEmpty else { return }
        beforeWriting?()
        buffer.withUnsafeBytes { bytes in
            var start = 0
            while start < bytes.count {
                let count = systemWrite(descriptor, bytes.baseAddress! + start, bytes.count - start)
                if count > 0 {
                    start += count
                } else if errno != EINTR {
                    failure = errno
                    return
                }
            }
        }
        buffer.removeAll(keepingCapacity: true)
    }

    private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
        #if canImport(Glibc)
            Glibc.write(descriptor, bytes, count)
        #else
            Foundation.write(descriptor, bytes, count)
        #endif
    }
}
