import Foundation
import HLS
import MediaEngine

/// The contents and faults of a caption file, or of a file of chapters, for tools. Not in Apple's API.
package struct CaptionInspection: Sendable {
    private let locator: MediaLocator
    private let isWebVTT: Bool

    private var url: URL { locator.url }

    /// Returns nil where the URL's path does not have an extension of captions or chapters.
    init?(_ locator: MediaLocator) {
        let url = locator.url
        let name = url.pathExtension.lowercased()
        isWebVTT = ["vtt", "webvtt"].contains(name)
        let isChapters = url.lastPathComponent.lowercased().hasSuffix(".chapters.xml")
        let isMarkedChapters = name == "xml" && url.lastPathComponent.lowercased().contains(".chapters.")
        guard isWebVTT || isChapters || isMarkedChapters || CaptionFileReport.extensions.contains(name) else {
            return nil
        }
        self.locator = locator
    }

    /// Reads the file and reports it piece by piece, in memory that does not depend on its length. Blocks.
    /// - Parameters:
    ///   - asJSON: whether the report is one JSON object rather than text with one fact per line.
    ///   - write: called synchronously with each piece of the report, as UTF-8.
    /// - Returns: why the file cannot be used; nil where it can.
    /// - Throws: an `AVError` or `URLError` where nothing could be read; an error of `write`.
    package func report(asJSON: Bool, to write: (Data) throws -> Void) throws -> String? {
        guard isWebVTT else { return try fileReport(asJSON: asJSON, to: write) }
        var report = WebVTTReport(asJSON ? .json : .text)
        let source: any ByteSource
        do throws(MediaError) {
            source = try SourceFactory.open(locator)
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

    /// Larger files of other formats than WebVTT are not read.
    private static let maximumBytes = WebVTTLimits.standard.byteCount

    /// Reads and reports a file of another format than WebVTT.
    private func fileReport(asJSON: Bool, to write: (Data) throws -> Void) throws -> String? {
        let report: CaptionFileReport
        do throws(MediaError) {
            report = try CaptionFileReport(url, content: try content())
        } catch {
            throw error.publicError
        }
        if asJSON {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            try write(try encoder.encode(report) + Data("\n".utf8))
        } else {
            try write(Data(report.text.utf8))
        }
        return report.unusableReason
    }

    /// Reads the whole file.
    private func content() throws(MediaError) -> Data {
        let source: any ByteSource
        do throws(MediaError) {
            source = try SourceFactory.open(locator)
        } catch {
            guard error.code == .empty else { throw error }
            return Data()
        }
        defer { source.cancel() }
        var content = Data()
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let count: Int
            do {
                count = try buffer.withUnsafeMutableBytes { try source.read(into: $0) }
            } catch {
                throw error as? MediaError
                    ?? MediaError(.readFailed, "The file cannot be read.", url: url, cause: error)
            }
            guard count > 0 else { return content }
            content += buffer[..<count]
            guard content.count <= Self.maximumBytes else {
                throw MediaError(.resourceTooLarge, "The file is too large for a caption file.", url: url)
            }
        }
    }
}
