extension StringTable {
    /// Whether the language is written from right to left: texts and panels are then mirrored, time line and transport buttons are not.
    var isRightToLeft: Bool { language == "ar" }
}
