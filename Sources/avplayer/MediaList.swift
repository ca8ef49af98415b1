import AVKit

/// The items of the program, in the order of playback. An item keeps its index for as long as the program runs.
@MainActor
final class MediaList {
    struct Entry {
        let url: URL
        /// The player item; another one after the viewer has gone back to the entry.
        var item: AVPlayerItem
        /// Whether the viewer has removed the entry.
        var isRemoved = false

        /// The file's name, or the URL.
        var name: String { url.isFileURL ? url.lastPathComponent : url.absoluteString }
        /// The path, or the URL, for messages on the terminal.
        var location: String { url.isFileURL ? url.path : url.absoluteString }
    }

    private(set) var entries: [Entry] = []
    /// The indices of the entries in the order of playback.
    private(set) var order: [Int] = []

    /// - Parameter index: the entry after which the new one is played; nil: the last.
    /// - Returns: the index of the new entry.
    @discardableResult
    func append(_ url: URL, after index: Int? = nil) -> Int {
        entries.append(Entry(url: url, item: AVPlayerItem(url: url)))
        let new = entries.count - 1
        if let place = index.flatMap(order.firstIndex(of:)) {
            order.insert(new, at: place + 1)
        } else {
            order.append(new)
        }
        return new
    }

    func remove(_ index: Int) {
        entries[index].isRemoved = true
        order.removeAll { $0 == index }
    }

    /// Returns the entry of an item. Items that the player's controls have made for an entry again have the entry's asset or URL.
    func index(of item: AVPlayerItem?) -> Int? {
        guard let item else { return nil }
        if let index = entries.firstIndex(where: { $0.item === item }) { return index }
        if let index = entries.firstIndex(where: { $0.item.asset === item.asset }) { return index }
        let url = (item.asset as? AVURLAsset)?.url
        return order.first { entries[$0].url == url }
    }

    func replaceItem(of index: Int, by item: AVPlayerItem) { entries[index].item = item }

    /// Returns new items for an entry and those after it, for playing them once more.
    func renewItems(from index: Int) -> [Int] {
        guard let place = order.firstIndex(of: index) else { return [] }
        let indices = Array(order[place...])
        for index in indices { entries[index].item = AVPlayerItem(url: entries[index].url) }
        return indices
    }

    /// The place of an entry in the list, counted from 1.
    func place(of index: Int) -> Int? { order.firstIndex(of: index).map { $0 + 1 } }
    func isLast(_ index: Int) -> Bool { order.last == index }
}
