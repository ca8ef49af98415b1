import CoreMedia
import Foundation

/// The attributes of pixel buffers that have an effect: size, pixel format, alignments.
struct PixelBufferAttributes: @unchecked Sendable {
    // Sendable: the dictionary is a copy that nothing changes.
    let dictionary: CFDictionary?

    init(_ dictionary: CFDictionary?) { self.dictionary = dictionary?.copy() as? CFDictionary }

    var width: Int? { number(kCVPixelBufferWidthKey) }
    var height: Int? { number(kCVPixelBufferHeightKey) }
    var rowAlignment: Int { number(kCVPixelBufferBytesPerRowAlignmentKey) ?? 1 }
    var planeAlignment: Int { number(kCVPixelBufferPlaneAlignmentKey) ?? 1 }

    /// The pixel format; the first of a list that exists here.
    var pixelFormat: OSType? {
        let value = dictionary?.object(forKey: kCVPixelBufferPixelFormatTypeKey)
        if let number = value as? NSNumber { return number.uint32Value }
        let list = value as? [NSNumber] ?? []
        return list.map(\.uint32Value).first { PixelFormatLayout($0) != nil }
    }

    func number(_ key: CFString) -> Int? { (dictionary?.object(forKey: key) as? NSNumber)?.intValue }
}
