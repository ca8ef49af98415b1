import Foundation

public struct AudioChannelFlags: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The coordinates are a left-right, a back-front and a down-up one.
    public static let rectangularCoordinates = AudioChannelFlags(rawValue: 1 << 0)
    /// The coordinates are an azimuth, an elevation and a distance.
    public static let sphericalCoordinates = AudioChannelFlags(rawValue: 1 << 1)
    /// The coordinates are in meters; otherwise they are relative.
    public static let meters = AudioChannelFlags(rawValue: 1 << 2)
}

/// The channels of a layout as bits.
public struct AudioChannelBitmap: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let bit_Left = AudioChannelBitmap(rawValue: 1 << 0)
    public static let bit_Right = AudioChannelBitmap(rawValue: 1 << 1)
    public static let bit_Center = AudioChannelBitmap(rawValue: 1 << 2)
    public static let bit_LFEScreen = AudioChannelBitmap(rawValue: 1 << 3)
    public static let bit_LeftSurround = AudioChannelBitmap(rawValue: 1 << 4)
    public static let bit_RightSurround = AudioChannelBitmap(rawValue: 1 << 5)
    public static let bit_LeftCenter = AudioChannelBitmap(rawValue: 1 << 6)
    public static let bit_RightCenter = AudioChannelBitmap(rawValue: 1 << 7)
    public static let bit_CenterSurround = AudioChannelBitmap(rawValue: 1 << 8)
    public static let bit_LeftSurroundDirect = AudioChannelBitmap(rawValue: 1 << 9)
    public static let bit_RightSurroundDirect = AudioChannelBitmap(rawValue: 1 << 10)
}

/// One channel of a layout.
public struct AudioChannelDescription: Sendable {
    public var mChannelLabel: AudioChannelLabel
    public var mChannelFlags: AudioChannelFlags
    public var mCoordinates: (Float32, Float32, Float32)

    public init() { self.init(mChannelLabel: 0, mChannelFlags: [], mCoordinates: (0, 0, 0)) }

    public init(
        mChannelLabel: AudioChannelLabel, mChannelFlags: AudioChannelFlags, mCoordinates: (Float32, Float32, Float32)
    ) {
        self.mChannelLabel = mChannelLabel
        self.mChannelFlags = mChannelFlags
        self.mCoordinates = mCoordinates
    }
}

/// The places of channels, with the descriptions of channels after the first one behind the structure in memory.
public struct AudioChannelLayout: Sendable {
    public var mChannelLayoutTag: AudioChannelLayoutTag
    public var mChannelBitmap: AudioChannelBitmap
    public var mNumberChannelDescriptions: UInt32
    /// The first description.
    public var mChannelDescriptions: AudioChannelDescription

    public init() {
        self.init(
            mChannelLayoutTag: 0, mChannelBitmap: [], mNumberChannelDescriptions: 0, mChannelDescriptions: .init())
    }

    public init(
        mChannelLayoutTag: AudioChannelLayoutTag, mChannelBitmap: AudioChannelBitmap,
        mNumberChannelDescriptions: UInt32, mChannelDescriptions: AudioChannelDescription
    ) {
        self.mChannelLayoutTag = mChannelLayoutTag
        self.mChannelBitmap = mChannelBitmap
        self.mNumberChannelDescriptions = mNumberChannelDescriptions
        self.mChannelDescriptions = mChannelDescriptions
    }
}

/// A copy of a layout with all its descriptions, at a fixed address.
///
/// `@unchecked`: the memory is written only by the initializers.
package final class StoredChannelLayout: @unchecked Sendable {
    private let memory: UnsafeMutableRawPointer
    /// In bytes.
    package let size: Int
    package var pointer: UnsafePointer<AudioChannelLayout> {
        UnsafePointer(memory.assumingMemoryBound(to: AudioChannelLayout.self))
    }

    package init(tag: AudioChannelLayoutTag) {
        size = MemoryLayout<AudioChannelLayout>.stride
        memory = Self.allocate(size)
        memory.storeBytes(of: tag, as: AudioChannelLayoutTag.self)
    }

    package init(_ layout: UnsafePointer<AudioChannelLayout>) {
        let descriptions = Int(layout.pointee.mNumberChannelDescriptions)
        size = Self.header + max(1, descriptions) * MemoryLayout<AudioChannelDescription>.stride
        memory = Self.allocate(size)
        memory.copyMemory(from: layout, byteCount: size)
    }

    /// - Parameter bytes: a layout in memory.
    /// - Returns: nil where the bytes end before the last description.
    package convenience init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.header else { return nil }
        let descriptions = bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
        let needed = UInt64(Self.header) + UInt64(descriptions) * UInt64(MemoryLayout<AudioChannelDescription>.stride)
        guard needed <= UInt64(bytes.count) else { return nil }
        let whole = max(Int(needed), MemoryLayout<AudioChannelLayout>.stride)
        let copy = Self.allocate(whole)
        defer { copy.deallocate() }
        copy.copyMemory(from: bytes.baseAddress ?? UnsafeRawPointer(copy), byteCount: min(whole, bytes.count))
        self.init(copy.assumingMemoryBound(to: AudioChannelLayout.self))
    }

    deinit { memory.deallocate() }

    private static func allocate(_ size: Int) -> UnsafeMutableRawPointer {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: size, alignment: MemoryLayout<AudioChannelLayout>.alignment)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        return memory
    }

    /// The offset of the first description.
    private static let header = MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelDescriptions) ?? 12

    /// The number of channels by the tag, the bits or the descriptions.
    package var channelCount: UInt32 {
        switch pointer.pointee.mChannelLayoutTag {
        case kAudioChannelLayoutTag_UseChannelDescriptions: pointer.pointee.mNumberChannelDescriptions
        case kAudioChannelLayoutTag_UseChannelBitmap: UInt32(pointer.pointee.mChannelBitmap.rawValue.nonzeroBitCount)
        case let tag: AudioChannelLayoutTag_GetNumberOfChannels(tag)
        }
    }

    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: size) }
}
