/// The emulation prevention bytes of H.264 and HEVC units (H.264 section 7.4.1, H.265 section 7.4.2).
package enum EmulationPrevention {
    /// Returns the unit without emulation prevention bytes.
    package static func removed(from unit: some Collection<UInt8>) -> [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(unit.count)
        var zeros = 0
        for byte in unit {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            plain.append(byte)
        }
        return plain
    }
}
