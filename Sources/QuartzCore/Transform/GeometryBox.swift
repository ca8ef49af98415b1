package import Foundation

/// A geometric value in an `NSValue`; compared by content, and immutable.
package final class GeometryBox<Content: BoxableGeometry>: NSValue, BoxedGeometry, @unchecked Sendable {
    // Sendable because its only property is immutable and NSValue has none.
    package let content: Content

    package init(_ content: Content) {
        self.content = content
        super.init()
    }

    package required init(bytes: UnsafeRawPointer, objCType: UnsafePointer<Int8>) {
        content = bytes.loadUnaligned(as: Content.self)
        super.init()
    }

    package required init?(coder: NSCoder) {
        guard coder.allowsKeyedCoding, let data = coder.decodeObject(forKey: "bytes") as? NSData,
            data.length == MemoryLayout<Content>.size
        else { return nil }
        content = data.bytes.loadUnaligned(as: Content.self)
        super.init()
    }

    package override func encode(with coder: NSCoder) {
        guard coder.allowsKeyedCoding else { return }
        coder.encode(data as NSData, forKey: "bytes")
    }

    private var data: Data { withUnsafeBytes(of: content) { Data($0) } }

    package var anyContent: Any { content }

    package override var objCType: UnsafePointer<Int8> {
        // A static string is never deallocated and ends with a zero byte.
        UnsafeRawPointer(Content.typeEncoding.utf8Start).assumingMemoryBound(to: Int8.self)
    }

    package override func getValue(_ value: UnsafeMutableRawPointer) {
        withUnsafeBytes(of: content) {
            value.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(value), byteCount: $0.count)
        }
    }

    package override func isEqual(_ object: Any?) -> Bool { (object as? GeometryBox)?.data == data }
    package override var hash: Int { data.hashValue }
    package override func copy(with zone: NSZone? = nil) -> Any { self }
    package override var description: String { "\(content)" }
    package override var debugDescription: String { description }
}

/// A box of any geometric value.
package protocol BoxedGeometry {
    var anyContent: Any { get }
}
