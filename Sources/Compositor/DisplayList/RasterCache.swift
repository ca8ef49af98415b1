/// A cache of layers' bitmaps: those in use, and unused ones up to a limit.
final class RasterCache {
    private struct Entry {
        var signature: Int
        /// nil: nothing is visible.
        var raster: Bitmap?
        var x: Int
        var y: Int
        var usedIn: UInt64
    }

    /// Limit in bytes for unused bitmaps, which let hidden controls reappear without redrawing.
    private static let keptBytes = 48 << 20
    private var entries: [NodeKey: Entry] = [:]
    private var list: UInt64 = 0

    /// The number of bitmaps drawn so far, for tests.
    private(set) var madeCount = 0

    func raster(
        _ key: NodeKey, signature: Int, make: () -> (raster: Bitmap, x: Int, y: Int)?
    ) -> (raster: Bitmap, x: Int, y: Int)? {
        if var entry = entries[key], entry.signature == signature {
            entry.usedIn = list
            entries[key] = entry
            return entry.raster.map { ($0, entry.x, entry.y) }
        }
        let made = make()
        madeCount += 1
        entries[key] = Entry(
            signature: signature, raster: made?.raster, x: made?.x ?? 0, y: made?.y ?? 0, usedIn: list)
        return made
    }

    func beginList() { list &+= 1 }

    func endList() {
        var unused = 0
        for entry in entries.values where entry.usedIn != list { unused += entry.raster?.byteCount ?? 64 }
        guard unused > Self.keptBytes else { return }
        entries = entries.filter { $0.value.usedIn == list }
    }
}
