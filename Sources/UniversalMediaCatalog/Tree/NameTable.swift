/// Finds names by the address of their spelling: libxml2 stores each spelling once while it parses a document.
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
        // Once the table is full, further names are found by their spelling.
        if used < 768 {
            keys[slot] = key
            values[slot] = name
            used += 1
        }
        return name
    }
}
