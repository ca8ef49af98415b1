public import Foundation

/// A media file on a server with a slow connection, whose responses can be delayed while a player reads it.
public struct SlowFile {
    public let origin: FaultyOrigin
    private let bytes: [UInt8]
    private var faults = FaultyOrigin.Faults()
    private static let path = "/film.mp4"

    /// - Parameter seconds: the time that the transfer of the whole file takes.
    public init(_ file: URL, seconds: Int) throws {
        bytes = [UInt8](try Data(contentsOf: file))
        origin = try FaultyOrigin()
        faults.bytesPerSecond = bytes.count / seconds
        origin.serve(bytes, at: Self.path, faults: faults)
    }

    public var url: URL { origin.url(Self.path) }

    /// Delays the beginning of every later response.
    public mutating func delayResponses(bySeconds seconds: Double) {
        faults.delay = seconds
        origin.serve(bytes, at: Self.path, faults: faults)
    }
}
