extension Unicode.Scalar {
    /// Of C0 or C1, or DEL.
    package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

    /// What could change how what is around it is shown: controls, ends of lines, marks of direction.
    package var isUnsafeToShow: Bool {
        isControl || (0x2028...0x202E).contains(value) || (0x2066...0x2069).contains(value) || value == 0x200E
            || value == 0x200F || value == 0xFEFF
    }
}
