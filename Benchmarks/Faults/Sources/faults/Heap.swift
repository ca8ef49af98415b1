import Foundation

/// Statistics of the C library's heap.
enum Heap {
    private typealias MallocInfo = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32

    /// Bytes allocated and not freed; 0 where the C library does not report them.
    static var bytesInUse: Int {
        // Its header is not part of the Glibc module.
        guard let symbol = dlsym(nil, "malloc_info") else { return 0 }
        var text: UnsafeMutablePointer<CChar>?
        var length = 0
        guard let stream = open_memstream(&text, &length) else { return 0 }
        _ = unsafeBitCast(symbol, to: MallocInfo.self)(0, stream)
        fclose(stream)
        guard let text else { return 0 }
        defer { free(text) }
        // The totals of all arenas are last, outside of any heap element.
        let totals = String(cString: text).components(separatedBy: "</heap>").last ?? ""
        func size(of tag: String) -> Int {
            guard let start = totals.range(of: tag), let from = totals[start.upperBound...].range(of: "size=\"") else {
                return 0
            }
            return Int(totals[from.upperBound...].prefix { $0.isNumber }) ?? 0
        }
        return size(of: "<system type=\"current\"") + size(of: "type=\"mmap\"") - size(of: "type=\"fast\"")
            - size(of: "type=\"rest\"")
    }
}
