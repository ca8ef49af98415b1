import Foundation
import HLS
import MediaEngine

/// The contents and faults of a WebVTT file, for tools. Not in Apple's API.
package struct CaptionInspection: Sendable {
    private let url: URL

    /// Returns nil where the URL's path does not have an extension of WebVTT.
    init?(_ url: URL) {
        guard ["vtt", "webvtt"].contains(url.pathExtension.lowercased()) else { return nil }
        self.url = url
    }

    /// Reads the file and reports it piece by piece, in memory that does not depend on its length. Blocks.
    /// - Parameters:
    ///   - asJSON: whether the report is one JSON object rather than text with one fact per line.
    ///   - write: called synchronously with each piece of the report, as UTF-8.
    /// - Returns: why the file cannot be used; nil where it can.
    /// - Throws: an `AVError` or `URLError` where nothing could be read; an error of `write`.
    package func report(asJSON: Bool, to write: (Data) throws -> Void) throws -> String? {
        var report = WebVTTReport(asJSON ? .json : .text)
        let source: any ByteSource
        do throws(MediaError) {
            source = try SourceFactory.open(MediaLocator(url: url))
        } catch {
            guard error.code == .empty else { throw error.publicError }
            report.finish()
            try write(Data(report.takeOutput()))
            return report.unusableReason
        }
        defer { source.cancel() }
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let count: Int
            do {
                count = try buffer.withUnsafeMutableBytes { try source.read(into: $0) }
            } catch let error as MediaError {
                throw error.publicError
            }
            guard count > 0 else { break }
            buffer.withUnsafeBufferPointer { report.append(UnsafeBufferPointer(rebasing: $0[..<count])) }
            try write(Data(report.takeOutput()))
        }
        report.finish()
        try write(Data(report.takeOutput()))
        return report.unusableReason
    }
}
