extension Unicode.Scalar {
    /// Whether the scalar is a C0 or C1 control character or DEL.
    package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

    /// Whether the scalar may change the display of the text around it: controls, line separators, direction marks.
    package var isUnsafeToShow: Bool {
        isControl || (0x2028...0x202E).contains(value) || (0x2066...0x2069).contains(value) || value == 0x200E
            || value == 0x200F || value == 0xFEFF
    }
}
