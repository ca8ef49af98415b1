/// Finds names by the address of their spelling: the XML library keeps each spelling once for as long as it parses one document.
struct NameTable<Name: RawRepresentable<String> & CaseIterable & Sendable> {
    private var keys = [UInt](repeating: 0, count: 1_024)
    private var values: [Name]
    private var used = 0
    private let bySpelling: [String: Name]
    private let unknown: Name

    init(unknown: Name) {
        self.unknown = unknown
        values = Array(repeating: unknown, count: 1_024)
        bySpelling = Dictionary(Name.allCases.map { ($0.rawValue, $0) }) { first, _ in first }
    }

    mutating func find(_ spelling: UnsafePointer<UInt8>) -> Name {
        let key = UInt(bitPattern: spelling)
        var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 54)
        while keys[slot] != 0 {
            if keys[slot] == key { return values[slot] }
            slot = (slot + 1) & 1_023
        }
        let name = bySpelling[String(cString: spelling)] ?? unknown
        // Documents that invent names without end find them the slow way.
        if used < 768 {
            keys[slot] = key
            values[slot] = name
            used += 1
        }
        return name
    }
}
