/// An edition of a Matroska file: one of several lists of its chapters (RFC 9559 section 5.1.7.1).
package struct MediaEdition: Sendable, Hashable {
    /// The first of its names; nil if it has none.
    package var name: String?
    package var isDefault = false
    package var isHidden = false
    /// Whether its chapters are played in their order, instead of the file's.
    package var isOrdered = false
    /// Whether its chapters are those of the media.
    package var isSelected = false
    /// The number of its chapters of the highest level.
    package var chapterCount = 0
    /// The identifiers of the files that contain chapters of an ordered edition, beside this one.
    package var linkedSegments: [[UInt8]] = []

    /// The maximum number of linked files that are listed.
    static let maximumLinks = 64

    /// Returns the edition without links to the file that contains it.
    func linking(otherThan segment: [UInt8]?) -> MediaEdition {
        var edition = self
        edition.linkedSegments.removeAll { $0 == segment }
        return edition
    }
}
