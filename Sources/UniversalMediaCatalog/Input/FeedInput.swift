/// A feed to read.
public struct FeedInput: Sendable {
    package enum Place: Sendable {
        case file(String)
        case standardInput
        case bytes([UInt8], name: String)
        case url(String, NetworkOptions)
    }

    package let place: Place

    public static func file(_ path: String) -> FeedInput { FeedInput(place: .file(path)) }
    public static let standardInput = FeedInput(place: .standardInput)
    /// - Parameter name: the name of the feed in findings.
    public static func bytes(_ bytes: [UInt8], name: String) -> FeedInput {
        FeedInput(place: .bytes(bytes, name: name))
    }

    /// Creates a feed on a server. Nothing is requested until the feed is read.
    /// - Parameter address: an http or https URL.
    public static func url(_ address: String, _ options: NetworkOptions = NetworkOptions()) -> FeedInput {
        FeedInput(place: .url(address, options))
    }

    public var name: String {
        switch place {
        case .file(let path): path
        case .standardInput: "<standard input>"
        case .bytes(_, let name): name
        case .url(let address, _): HTTPURLText.shown(address)
        }
    }

    package func open(_ limits: ReadingLimits) throws(FeedInputError) -> any ByteSource {
        switch place {
        case .file(let path): GzipSource(try FileSource(path: path), limits: limits)
        case .standardInput: GzipSource(FileSource(), limits: limits)
        case .bytes(let bytes, let name): GzipSource(MemorySource(bytes, name: name), limits: limits)
        case .url(let address, let options):
            GzipSource(try HTTPSource.open(address, options, limits), limits: limits)
        }
    }
}
