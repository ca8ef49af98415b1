public import Foundation

extension ChapterPicture {
    /// The maximum size of a picture that is read from the file.
    static let maximumBytes = 32_000_000

    /// The `kCMMetadataBaseDataType_…` string of the picture's format, if its bytes are known.
    public var dataType: String? {
        guard case .bytes(let data) = content else { return nil }
        return ImageSignature(Array(data.prefix(64)))?.dataType
    }

    /// Reads the picture.
    /// - Parameter body: called once, on an engine thread.
    public func load(
        from locator: MediaLocator, _ body: @escaping @Sendable (Result<Data, MediaError>) -> Void
    ) {
        EngineThread.start("picture") {
            do throws(MediaError) { body(.success(try loadBlocking(from: locator))) } catch { body(.failure(error)) }
        }
    }

    private func loadBlocking(from locator: MediaLocator) throws(MediaError) -> Data {
        switch content {
        case .bytes(let data): return data
        case .file(let offset, let byteCount):
            guard byteCount <= Self.maximumBytes else {
                throw MediaError(
                    .malformed,
                    "The picture of a chapter has \(byteCount) bytes; at most \(Self.maximumBytes) are read.",
                    url: locator.url, byteOffset: offset)
            }
            let source = try SourceFactory.open(locator)
            defer { source.cancel() }
            try source.seek(to: offset)
            var bytes = [UInt8](repeating: 0, count: byteCount)
            var filled = 0
            while filled < byteCount {
                var outcome = Result<Int, MediaError>.success(0)
                bytes.withUnsafeMutableBytes { room in
                    let rest = UnsafeMutableRawBufferPointer(rebasing: room[filled...])
                    do throws(MediaError) { outcome = .success(try source.read(into: rest)) } catch {
                        outcome = .failure(error)
                    }
                }
                let read = try outcome.get()
                guard read > 0 else {
                    throw MediaError(
                        .truncated, "The picture of a chapter extends beyond the end of the file.", url: locator.url,
                        byteOffset: offset)
                }
                filled += read
            }
            return Data(bytes)
        }
    }
}
