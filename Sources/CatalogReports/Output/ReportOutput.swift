import Foundation
import ReportText

/// The destination of a report: a file descriptor or memory. Not thread-safe.
///
/// Output is buffered. If writing fails, earlier output stays written.
public final class ReportOutput {
    private let descriptor: Int32?
    private var buffer: ContiguousArray<UInt8> = []
    /// The system error that ended writing; further output is dropped.
    public private(set) var failure: Int32?
    /// Called before bytes are written to the descriptor, for example to clear a progress line.
    public var beforeWriting: (() -> Void)?
    /// The columns of the terminal that lines of text are wrapped to; nil: lines stay as they are.
    public var columns: Int?
    /// The beginning of a line that is wrapped when it is complete.
    private var openLine = ""

    /// - Parameter descriptor: the caller closes it; nil: all output stays in memory.
    public init(descriptor: Int32? = nil) { self.descriptor = descriptor }

    deinit { flush() }

    public var isGone: Bool { failure != nil }
    /// The output that is not yet written to a descriptor.
    public var text: String { String(decoding: buffer, as: UTF8.self) }

    public func write(_ text: String) {
        guard failure == nil else { return }
        buffer.append(contentsOf: wrapped(text).utf8)
        if buffer.count > 64 << 10 { flush() }
    }

    private func wrapped(_ text: String) -> String {
        guard let columns else { return text }
        openLine += text
        guard let end = openLine.lastIndex(of: "\n") else { return "" }
        defer { openLine = String(openLine[openLine.index(after: end)...]) }
        return TerminalText.wrapped(String(openLine[...end]), columns: columns)
    }

    public func flush() {
        if !openLine.isEmpty, failure == nil {
            buffer.append(contentsOf: openLine.utf8)
            openLine = ""
        }
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
