import CoreGraphics
import Foundation
import Synchronization
import UIKit

/// Writes artwork to files for other programs. The app's handler and the encoding run off the main thread.
final class ArtworkWriter: Sendable {
    /// The maximum side of a file's picture, in pixels.
    static let maximumSide = 600.0
    /// The maximum size of a file, in bytes.
    static let maximumByteCount = 4 << 20
    /// The maximum number of files; older ones are removed.
    static let maximumFileCount = 8
    /// The maximum number of handlers that run at a time: one that never returns must not block the others.
    static let maximumConcurrency = 3

    private struct State {
        var folder: ArtworkFolder?
        var hasFailed = false
        /// The files, the oldest first.
        var files: [URL] = []
        var running = 0
    }
    private let state = Mutex(State())
    private let parent: URL
    private let queue = DispatchQueue(label: "now playing artwork", qos: .utility, attributes: .concurrent)
    /// Orders the files' creation and removal.
    private let writing = Mutex<Void>(())

    init(parent: URL) { self.parent = parent }

    /// Writes a picture.
    /// - Parameter completion: called on any thread with the URL of the file; nil if there is no picture.
    func write(_ artwork: MPMediaItemArtwork, completion: @escaping @Sendable (String?) -> Void) {
        let mayRun = state.withLock { state in
            guard state.running < Self.maximumConcurrency else { return false }
            state.running += 1
            return true
        }
        guard mayRun else { return completion(nil) }
        queue.async { [self] in
            let data = Self.encode(artwork)
            state.withLock { $0.running -= 1 }
            completion(data.flatMap(store)?.absoluteString)
        }
    }

    /// Returns the picture as PNG, reduced to `maximumSide`; nil if there is none.
    static func encode(_ artwork: MPMediaItemArtwork) -> Data? {
        let full = artwork.bounds.size
        guard full.width > 0, full.height > 0 else { return nil }
        guard let image = artwork.image(at: fitting(full)), image.size.width > 0, image.size.height > 0 else {
            return nil
        }
        let pixels = CGSize(width: image.size.width * image.scale, height: image.size.height * image.scale)
        let target = fitting(pixels)
        var data: Data?
        if target == pixels {
            data = image.pngData()
        } else {
            // The handler may return a larger picture than was requested.
            let format = UIGraphicsImageRendererFormat()
            format.scale = 1
            data = UIGraphicsImageRenderer(size: target, format: format).image { _ in
                image.draw(in: CGRect(origin: .zero, size: target))
            }.pngData()
        }
        guard let data, data.count <= maximumByteCount else { return nil }
        return data
    }

    private static func fitting(_ size: CGSize) -> CGSize {
        let side = max(size.width, size.height)
        guard side > maximumSide else { return size }
        let scale = maximumSide / side
        return CGSize(width: max(1, (size.width * scale).rounded()), height: max(1, (size.height * scale).rounded()))
    }

    /// The same picture has the same file.
    private func store(_ data: Data) -> URL? {
        writing.withLock { _ in
            guard let folder = preparedFolder() else { return nil }
            let name = Self.name(of: data)
            let known = state.withLock { state in state.files.first { $0.lastPathComponent == name } }
            if let known, FileManager.default.fileExists(atPath: known.path) {
                state.withLock { state in
                    state.files.removeAll { $0 == known }
                    state.files.append(known)
                }
                return known
            }
            guard let file = folder.write(data, name: name) else { return nil }
            let old = state.withLock { state -> [URL] in
                state.files.removeAll { $0 == file }
                state.files.append(file)
                let excess = Array(state.files.prefix(max(0, state.files.count - Self.maximumFileCount)))
                state.files.removeFirst(excess.count)
                return excess
            }
            for file in old { folder.remove(file) }
            return file
        }
    }

    private func preparedFolder() -> ArtworkFolder? {
        let (present, hasFailed) = state.withLock { ($0.folder, $0.hasFailed) }
        if present != nil || hasFailed { return present }
        let folder = ArtworkFolder(parent: parent)
        state.withLock { state in
            state.folder = folder
            state.hasFailed = folder == nil
        }
        return folder
    }

    /// FNV-1a of the bytes, and their number.
    private static func name(of data: Data) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in data { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return "\(String(hash, radix: 16))-\(data.count).png"
    }
}
