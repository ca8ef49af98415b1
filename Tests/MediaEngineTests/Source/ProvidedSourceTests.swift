import Foundation
import Testing

@testable import MediaEngine

/// Files with a custom URL scheme of the app.
@Suite struct ProvidedSourceTests {
    /// Responds from memory, on its own queue.
    private final class Memory: ResourceProvider {
        let bytes: [UInt8]
        let queue = DispatchQueue(label: "memory")
        init(_ bytes: [UInt8]) { self.bytes = bytes }

        func load(_ request: ProvidedRequest) -> Bool {
            queue.async { [bytes] in
                let range = request.byteRange.map { Int($0.lowerBound)..<Int($0.upperBound) } ?? bytes.indices
                request.finish(
                    request.isInformation ? [] : Array(bytes[range]), mimeType: "video/mp4",
                    totalLength: Int64(bytes.count))
            }
            return true
        }
    }

    private func open(_ provider: any ResourceProvider) throws -> any ByteSource {
        var locator = MediaLocator(url: try #require(URL(string: "app://host/film.mp4")))
        locator.provider = ResourceProviderReference(provider)
        return try SourceFactory.open(locator)
    }

    @Test("S15.2: a file from an app's provider fulfils the contract of byte sources, across its windows")
    func contract() throws {
        let bytes = ByteSourceContract.sample(Int(ProvidedSource.windowBytes) * 3 + 12_345)
        let memory = Memory(bytes)
        try ByteSourceContract(bytes: bytes) { try open(memory) }.check()
        #expect(try open(memory).mimeType == "video/mp4")
    }

    /// Responds with the type of the file, and then no more.
    private final class Silent: ResourceProvider {
        func load(_ request: ProvidedRequest) -> Bool {
            if request.isInformation { request.finish([], mimeType: nil, totalLength: 1_000) }
            return true
        }
    }

    @Test("S15.2: a read from an app that does not respond ends when it is cancelled")
    func cancelling() throws {
        let source = try open(Silent())
        Thread.detachNewThread { source.cancel() }
        #expect { try source.bytes(1) } throws: { ($0 as? MediaError)?.code == .cancelled }
    }
}
