/// The first stored property of classes whose objects are values of text attributes.
///
/// Foundation on Linux compares such values through CoreFoundation, which reads the type of an object from the memory of its first stored property,
/// and ends the program where that is none. The marker is a type without a class of CoreFoundation's, so that the objects are compared by `isEqual`.
struct FoundationMarker: Sendable {
    private let bits: UInt64 = 0x3FF << 8
}
