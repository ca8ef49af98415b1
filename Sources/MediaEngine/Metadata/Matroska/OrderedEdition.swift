/// An edition of a Matroska file whose chapters are played in their order (RFC 9559 section 5.1.7.1.1.5): ranges of the file, and of other
/// files.
struct OrderedEdition: Sendable {
    /// A chapter of the highest level, with the chapters inside it.
    struct Chapter: Sendable {
        /// The times in the container's timeline.
        var range: Range<Nanoseconds>
        /// The identifier of the segment (file) that contains the range; nil: this one.
        var segment: [UInt8]?
        /// The titles of the chapter and of those inside it, with the times of the container; none for a hidden chapter.
        var entries: [ContainerChapter]
    }

    var chapters: [Chapter] = []
}
