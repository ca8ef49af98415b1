import VideoFrames

/// Clean apertures (`clap`, ISO 14496-12 section 12.1.4).
extension BoxWalk {
    /// - Parameters:
    ///   - trackID: the ID in the track's header.
    ///   - width: the width of the decoded frame, in pixels.
    func geometry(trackID: Int32, width: Int, height: Int) -> ContainerGeometry? {
        guard let track = tracks.first(where: { $0.trackID == UInt32(bitPattern: trackID) }) else { return nil }
        return track.geometry(width: width, height: height)
    }
}

extension BoxWalk.Track {
    /// The length of the fixed fields in a visual sample entry, before its boxes.
    private static let videoSampleEntryBytes = 86

    var trackID: UInt32? { header.number(at: header.first == 1 ? 20 : 12) }

    /// The presentation size in the track's header, in pixels.
    private var shownSize: (width: Double, height: Double)? {
        let at = header.first == 1 ? 88 : 76
        guard let width = header.number(at: at), let height = header.number(at: at + 4), width > 0, height > 0 else {
            return nil
        }
        return (Double(width) / 65536, Double(height) / 65536)
    }

    /// Returns the geometry in the first sample description; several apertures in one track are not supported.
    fileprivate func geometry(width: Int, height: Int) -> ContainerGeometry? {
        guard let size = descriptions.number(at: 8) else { return nil }
        let end = min(descriptions.count, 8 + Int(size))
        var at = 8 + Self.videoSampleEntryBytes
        var aperture: [UInt8]?
        var hasRatio = false
        while let size = descriptions.number(at: at), size >= 8, at + Int(size) <= end {
            let kind = descriptions[(at + 4)..<(at + 8)]
            if kind.elementsEqual("clap".utf8) { aperture = Array(descriptions[(at + 8)..<(at + Int(size))]) }
            if kind.elementsEqual("pasp".utf8) { hasRatio = true }
            at += Int(size)
        }
        guard let crop = aperture.flatMap({ Self.crop($0, width: width, height: height) }) else { return nil }
        // libavformat derives the aspect ratio from the presentation size and the full frame if there is no `pasp` box.
        let ratio =
            hasRatio
            ? nil
            : shownSize.map { shown in
                shown.width / shown.height * Double(height - crop.top - crop.bottom)
                    / Double(width - crop.left - crop.right)
            }
        return ContainerGeometry(crop: crop, sampleAspectRatio: ratio)
    }

    /// Parses the aperture's width and height and the offset of its center from the frame's, as fractions.
    private static func crop(_ box: [UInt8], width: Int, height: Int) -> CropInsets? {
        let values = stride(from: 0, to: 32, by: 8).compactMap { at -> Double? in
            guard let over = box.number(at: at), let under = box.number(at: at + 4), under > 0 else { return nil }
            return Double(Int32(bitPattern: over)) / Double(under)
        }
        guard values.count == 4, values[0] >= 1, values[1] >= 1, values.allSatisfy({ abs($0) <= 65536 }) else {
            return nil
        }
        let left = (Double(width) - values[0]) / 2 + values[2]
        let top = (Double(height) - values[1]) / 2 + values[3]
        let (across, down) = (Int(left.rounded()), Int(top.rounded()))
        return CropInsets(
            left: across, top: down, right: width - across - Int(values[0].rounded()),
            bottom: height - down - Int(values[1].rounded()), width: width, height: height)
    }
}

extension [UInt8] {
    /// The big-endian 32-bit number at an offset; nil at the end.
    func number(at offset: Int) -> UInt32? {
        guard offset >= 0, offset + 4 <= count else { return nil }
        return self[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
