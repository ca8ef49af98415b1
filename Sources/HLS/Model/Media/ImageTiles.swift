public import CoreMedia

/// The layout of a thumbnail sheet: rows of tiles of equal duration (EXT-X-TILES, which is not in the specification; spec/hls.md section
/// 8).
public struct ImageTiles: Sendable, Hashable {
    /// The size of one tile in pixels.
    public let size: PixelSize
    public let columns: Int
    public let rows: Int
    /// The duration of one tile.
    public let duration: CMTime

    /// The maximum number of tiles on a sheet, and the maximum length of its sides in pixels.
    public static let maximumCount = 4_096
    public static let maximumSide = 32_768

    public var count: Int { columns * rows }

    /// - Parameter duration: nanoseconds.
    /// - Returns: nil for an invalid layout, or one beyond the limits.
    init?(size: PixelSize, columns: Int, rows: Int, duration: Int64) {
        let (width, wide) = size.width.multipliedReportingOverflow(by: columns)
        let (height, high) = size.height.multipliedReportingOverflow(by: rows)
        guard size.width > 0, size.height > 0, columns > 0, rows > 0, duration > 0, !wide, !high,
            width <= Self.maximumSide, height <= Self.maximumSide, columns <= Self.maximumCount / rows
        else { return nil }
        self.size = size
        self.columns = columns
        self.rows = rows
        self.duration = .nanoseconds(duration)
    }

    /// One tile of a sheet: its position and start time.
    public struct Tile: Sendable, Hashable {
        /// Counted row by row from the top left corner.
        public var index: Int
        public var x: Int
        public var y: Int
        /// Relative to the start of the sheet's segment.
        public var start: CMTime
    }

    /// Returns the tile for a time relative to the start of the sheet's segment. Times outside give the first or the last tile.
    /// - Parameter segmentDuration: the segment's duration; tiles that would start after its end are blank on the sheet.
    public func tile(at time: CMTime, segmentDuration: CMTime) -> Tile {
        let step = duration.value
        let wanted = max(0, Self.nanoseconds(time))
        let length = Self.nanoseconds(segmentDuration)
        let filled = length > 0 ? max(1, (length - 1) / step + 1) : Int64(count)
        let index = Int(min(wanted / step, filled - 1, Int64(count) - 1))
        return Tile(
            index: index, x: index % columns * size.width, y: index / columns * size.height,
            start: .nanoseconds(Int64(index) * step))
    }

    private static func nanoseconds(_ time: CMTime) -> Int64 {
        time.isNumeric ? time.convertScale(1_000_000_000, method: .default).value : 0
    }
}
