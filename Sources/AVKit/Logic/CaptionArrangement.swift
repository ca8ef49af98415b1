import CoreGraphics

/// Places captions that are in no region (W3C WebVTT sections 7.1 and 7.2): first those that are displayed already at their places, then the
/// others in their order.
struct CaptionArrangement {
    /// A caption with the sizes of its lines.
    struct Item {
        var key: CaptionMemory.Key
        var sizes: [CGSize]
        /// The height of a row of the caption.
        var rowHeight: CGFloat
        /// The height of the annotations of the first line, which are above its row.
        var annotationHeight: CGFloat = 0

        var place: CaptionPlace { key.place }
        fileprivate func height(_ density: CaptionDensity) -> CGFloat {
            let gap = place.lines.gap(density)
            return sizes.reduce(-gap) { $0 + $1.height + gap }
        }
    }

    /// The frames of a caption's lines in the area as its text sees it, from the top to the bottom.
    struct Placed {
        var axes: CaptionAxes
        var frames: [CGRect]
        /// Whether the caption covers others.
        var isCrowded = false
    }

    let area: CaptionArea
    /// The rectangles of the video that captions and the title cover.
    private(set) var occupied: [CGRect]
    private(set) var placed: [Placed?]
    private(set) var tops: [CaptionMemory.Key: CGFloat] = [:]

    /// Whether a caption found no free place.
    var isCrowded: Bool { placed.contains { $0?.isCrowded == true } }

    /// - Parameter occupied: the rectangles of the video that other captions and the title cover.
    init(_ items: [Item], in area: CaptionArea, occupied: [CGRect], memory: CaptionMemory) {
        self.area = area
        self.occupied = occupied
        placed = Array(repeating: nil, count: items.count)
        // Where captions follow each other downwards, the lowest one takes its place first, so that a new one moves the others.
        let after = items.indices.filter { items[$0].place.isPlacedAfterNext }
        let others = items.indices.filter { !items[$0].place.isPlacedAfterNext }
        let stacks = stacks(items)
        for index in others where stacks[index] == nil { placed[index] = remembered(items[index], memory) }
        for index in others + after.reversed() where placed[index] == nil {
            placed[index] = place(items[index], top: stacks[index])
        }
    }

    /// Returns the upper edges of captions that follow each other downwards around the middle of one place.
    private func stacks(_ items: [Item]) -> [Int: CGFloat] {
        let centered = items.indices.filter { items[$0].place.isCenteredStack }
        var tops: [Int: CGFloat] = [:]
        for indices in Dictionary(grouping: centered, by: { items[$0].place }).values where indices.count > 1 {
            let place = items[indices[0]].place
            let gap = place.lines.gap(area.density)
            let text = area.axes(place.writing).textArea
            let height = indices.reduce(-gap) { $0 + items[$1].height(area.density) + gap }
            var top = text.minY + text.height * (place.line ?? 0.5) - height / 2
            for index in indices {
                tops[index] = top
                top += items[index].height(area.density) + gap
            }
        }
        return tops
    }

    private mutating func remembered(_ item: Item, _ memory: CaptionMemory) -> Placed? {
        guard let top = memory.top(of: item.key, in: area) else { return nil }
        let axes = area.axes(item.place.writing)
        let frames = frames(item, top: top, in: axes.textArea)
        guard space(axes, lowest: area.rowEdges(axes).end).isFree(frames) else { return nil }
        return take(frames, of: item, axes)
    }

    /// - Parameter stacked: the upper edge of a caption among others around one place.
    private mutating func place(_ item: Item, top stacked: CGFloat?) -> Placed {
        let axes = area.axes(item.place.writing)
        let text = axes.textArea
        let edges = area.rowEdges(axes)
        if item.place.line == nil { return stack(item, axes, edges.last) }
        if let number = item.place.row { return place(item, row: number, axes) }
        let top = stacked ?? top(of: item, text, edges.end)
        let direction: CaptionSpace.Move =
            item.place.flowsDown ? item.place.isPlacedAfterNext ? .upFirst : .downFirst : .nearest
        return move(frames(item, top: top, in: text), of: item, direction, space(axes, lowest: edges.end), axes)
    }

    private mutating func place(_ item: Item, row number: Int, _ axes: CaptionAxes) -> Placed {
        let text = axes.textArea
        let edges = area.rowEdges(axes)
        let row = item.rowHeight + area.density.gap
        func wanted(_ first: CGFloat, _ last: CGFloat) -> [CGRect] {
            let start = number < 0 ? last + area.density.gap - item.annotationHeight : first
            return frames(item, top: start + row * CGFloat(number), in: text)
        }
        let usual = wanted(edges.first, edges.last)
        let space = space(axes, lowest: edges.last)
        if !space.isFree(usual) {
            // The row may be free without the margin at the edge.
            let outer = wanted(text.minY, edges.end)
            let whole = self.space(axes, lowest: edges.end)
            if whole.isInside(outer), whole.isFree(outer) { return take(outer, of: item, axes) }
        }
        return move(usual, of: item, .rows(row, isFromTop: number >= 0), space, axes)
    }

    /// Captions without a position are stacked upwards.
    private mutating func stack(_ item: Item, _ axes: CaptionAxes, _ lowest: CGFloat) -> Placed {
        let space = space(axes, lowest: lowest)
        let places = space.bottoms.map { bottom in
            frames(item, top: bottom - item.height(area.density), in: axes.textArea)
        }
        if let free = places.first(where: { space.isInside($0) && space.isFree($0) }) {
            return take(free, of: item, axes)
        }
        let inside = places.filter { space.isInside($0) }
        let nearest = (inside.isEmpty ? Array(places.prefix(1)) : inside).min { space.overlap($0) < space.overlap($1) }
        return takeAnyway(nearest ?? [], of: item, space, axes)
    }

    private mutating func move(
        _ frames: [CGRect], of item: Item, _ move: CaptionSpace.Move, _ space: CaptionSpace, _ axes: CaptionAxes
    ) -> Placed {
        if let shift = space.shift(frames, move) {
            return take(frames.map { $0.offsetBy(dx: 0, dy: shift.rounded()) }, of: item, axes)
        }
        guard let first = frames.first, let last = frames.last else { return take([], of: item, axes) }
        let shift = max(space.area.minY - first.minY, min(0, space.lowest - last.maxY))
        return takeAnyway(frames.map { $0.offsetBy(dx: 0, dy: shift) }, of: item, space, axes)
    }

    private mutating func take(_ frames: [CGRect], of item: Item, _ axes: CaptionAxes) -> Placed {
        occupied += frames.map(axes.place)
        tops[item.key] = frames.first?.minY
        return Placed(axes: axes, frames: frames)
    }

    /// Takes a place that may not be free. Others do not avoid a caption that covers some.
    private mutating func takeAnyway(
        _ frames: [CGRect], of item: Item, _ space: CaptionSpace, _ axes: CaptionAxes
    ) -> Placed {
        // A caption that is taller than the video covers none.
        if space.isFree(frames) { return take(frames, of: item, axes) }
        return Placed(axes: axes, frames: frames, isCrowded: true)
    }

    private func space(_ axes: CaptionAxes, lowest: CGFloat) -> CaptionSpace {
        CaptionSpace(
            area: axes.textArea, lowest: lowest, gap: area.density.gap, occupied: occupied.map(axes.textFrame))
    }

    private func top(of item: Item, _ text: CGRect, _ end: CGFloat) -> CGFloat {
        let at = text.minY + text.height * (item.place.line ?? 1)
        let height = item.height(area.density)
        let wanted =
            switch item.place.lineAnchor {
            case .start: at
            case .center: at - height / 2
            case .end: at - height
            }
        return max(text.minY, min(wanted, max(end, 0) - height))
    }

    private func frames(_ item: Item, top: CGFloat, in text: CGRect) -> [CGRect] {
        Self.frames(item.sizes, of: item.place, top: top, in: text, gap: item.place.lines.gap(area.density))
    }

    /// Returns the frames of a caption's lines, one below the other.
    static func frames(
        _ sizes: [CGSize], of place: CaptionPlace, top: CGFloat, in area: CGRect, gap: CGFloat
    ) -> [CGRect] {
        let span = place.span(in: area.minX...area.maxX)
        let alignment = span == nil && place.position == nil ? .center : place.alignment
        let anchor: CGFloat
        if let span {
            switch alignment {
            case .start: anchor = span.lowerBound
            case .center: anchor = (span.lowerBound + span.upperBound) / 2
            case .end: anchor = span.upperBound
            }
        } else {
            anchor = area.minX + area.width * (place.position ?? 0.5)
        }
        var y = top
        func left(_ alignment: CaptionPlace.Anchor, of width: CGFloat, at anchor: CGFloat) -> CGFloat {
            switch alignment {
            case .start: anchor
            case .center: anchor - width / 2
            case .end: anchor - width
            }
        }
        // Lines with an alignment of their own are aligned with the longest one.
        let longest = sizes.map(\.width).max() ?? 0
        let block = left(alignment, of: longest, at: anchor)
        return sizes.map { size in
            let wanted =
                switch place.rowAlignment {
                case nil: left(alignment, of: size.width, at: anchor)
                case .start?: block
                case .center?: block + (longest - size.width) / 2
                case .end?: block + longest - size.width
                }
            let x = max(area.minX, min(wanted, area.maxX - size.width))
            defer { y += size.height + gap }
            return CGRect(x: x.rounded(), y: y.rounded(), width: size.width, height: size.height)
        }
    }
}
