/// A copy of bytes at a fixed address, for clients that read them through a pointer.
///
/// `@unchecked`: the memory is written only by the initializer.
final class StoredBytes: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer

    init(_ source: UnsafeRawBufferPointer) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: source.count, alignment: 16)
        copy.copyMemory(from: source)
        bytes = UnsafeRawBufferPointer(copy)
    }

    deinit { bytes.deallocate() }
}
