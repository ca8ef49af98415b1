/// What a Range header asks for (RFC 9110 section 14.2). Several ranges, and what is no range, are answered with the whole.
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
        // A number beyond all bounds, as open ranges of preload hints have it, is the end.
        guard let last = Int(ends[1]) else { return ends[1].allSatisfy(\.isNumber) ? .part(first..<total) : .whole }
        return last < first ? .whole : .part(first..<(last < total ? last + 1 : total))
    }
}
