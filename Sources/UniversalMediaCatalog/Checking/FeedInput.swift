/// A feed to be checked.
public struct FeedInput: Sendable {
    enum Place: Sendable {
        case file(String)
        case standardInput
        case bytes([UInt8], name: String)
    }

    let place: Place

    public static func file(_ path: String) -> FeedInput { FeedInput(place: .file(path)) }
    public static let standardInput = FeedInput(place: .standardInput)
    /// - Parameter name: what findings call it.
    public static func bytes(_ bytes: [UInt8], name: String) -> FeedInput {
        FeedInput(place: .bytes(bytes, name: name))
    }

    public var name: String {
        switch place {
        case .file(let path): path
        case .standardInput: "<standard input>"
        case .bytes(_, let name): name
        }
    }

    func open(_ limits: ReadingLimits) throws(FeedInputError) -> any ByteSource {
        switch place {
        case .file(let path): GzipSource(try FileSource(path: path), limits: limits)
        case .standardInput: GzipSource(FileSource(), limits: limits)
        case .bytes(let bytes, let name): GzipSource(MemorySource(bytes, name: name), limits: limits)
        }
    }
}
