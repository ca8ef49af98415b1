/// The range requested by a Range header (RFC 9110 section 14.2). Multiple and invalid ranges select the whole resource.
enum ByteRange: Equatable {
    case whole
    case part(Range<Int>)
    case unsatisfiable

    static func parse(_ header: String?, total: Int) -> ByteRange {
        guard let header, header.hasPrefix("bytes=") else { return .whole }
        let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, !header.contains(",") else { return .whole }
        if ends[0].isEmpty {
            guard let count = Int(ends[1]) else { return .whole }
            return count > 0 && total > 0 ? .part(max(0, total - count)..<total) : .unsatisfiable
        }
        guard let first = Int(ends[0]), first >= 0 else { return .whole }
        guard first < total else { return .unsatisfiable }
        if ends[1].isEmpty { return .part(first..<total) }
        // A number beyond `Int`, as in open ranges of preload hints, means the end.
        guard let last = Int(ends[1]) else { return ends[1].allSatisfy(\.isNumber) ? .part(first..<total) : .whole }
        return last < first ? .whole : .part(first..<(last < total ? last + 1 : total))
    }
}
