import CoreMedia
import Foundation

/// The value of a metadata item with a well-known type (QuickTime File Format, "Well-known types").
struct TypedValue {
    private(set) var value: ContainerTag.Value
    private(set) var dataType: String
    var isPicture: Bool {
        [
            kCMMetadataBaseDataType_JPEG, kCMMetadataBaseDataType_PNG, kCMMetadataBaseDataType_BMP,
            kCMMetadataBaseDataType_GIF,
        ].contains(
            dataType)
    }

    init(_ bytes: [UInt8], type: Int, keySpace: ContainerTag.KeySpace, key: String) {
        func integer(isSigned: Bool) -> Int64? {
            guard (1...8).contains(bytes.count) else { return nil }
            let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let shift = UInt64(64 - 8 * bytes.count)
            return isSigned ? Int64(bitPattern: bits << shift) >> Int64(shift) : Int64(exactly: bits)
        }
        let data = ContainerTag.Value.data(Data(bytes))
        (value, dataType) = (data, kCMMetadataBaseDataType_RawData)
        switch type {
        case 1: (value, dataType) = (.text(StoredText.decode(bytes[...])), kCMMetadataBaseDataType_UTF8)
        case 2:
            (value, dataType) = (.text(StoredText.utf16(bytes[...], isLittle: false)), kCMMetadataBaseDataType_UTF16)
        case 12: dataType = kCMMetadataBaseDataType_GIF
        case 13: dataType = kCMMetadataBaseDataType_JPEG
        case 14: dataType = kCMMetadataBaseDataType_PNG
        case 27: dataType = kCMMetadataBaseDataType_BMP
        case 21, 65, 66, 67, 74:
            guard let number = integer(isSigned: true) else { break }
            (value, dataType) = (.integer(number), Self.integerType(bytes.count, isSigned: true))
        case 22, 75, 76, 77, 78:
            guard let number = integer(isSigned: false) else { break }
            (value, dataType) = (.integer(number), Self.integerType(bytes.count, isSigned: false))
        case 23 where bytes.count == 4:
            let bits = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            (value, dataType) = (.number(Double(Float(bitPattern: bits))), kCMMetadataBaseDataType_Float32)
        case 24 where bytes.count == 8:
            let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            (value, dataType) = (.number(Double(bitPattern: bits)), kCMMetadataBaseDataType_Float64)
        case 70: dataType = kCMMetadataBaseDataType_PointF32
        case 71: dataType = kCMMetadataBaseDataType_DimensionsF32
        case 72: dataType = kCMMetadataBaseDataType_RectF32
        case 79: dataType = kCMMetadataBaseDataType_AffineTransformF64
        case 0 where keySpace == .iTunes: readImplicit(bytes, key: key)
        default: break
        }
    }

    /// The type 0 leaves the type to the key.
    private mutating func readImplicit(_ bytes: [UInt8], key: String) {
        switch key {
        case "gnre":
            // Apple: the number as data. Here: the name, for which no API exists on Linux.
            guard bytes.count == 2, let name = GenreNames.name((Int(bytes[0]) << 8 | Int(bytes[1])) - 1) else { return }
            (value, dataType) = (.text(name), kCMMetadataBaseDataType_UTF8)
        case "cpil", "pgap", "hdvd", "stik", "rtng", "tmpo", "tves", "tvsn", "pcst":
            guard (1...4).contains(bytes.count) else { return }
            value = .integer(bytes.reduce(0) { $0 << 8 | Int64($1) })
            dataType = Self.integerType(bytes.count, isSigned: true)
        case _ where key.hasPrefix("\u{A9}") || Self.textKeys.contains(key):
            // AtomicParsley, and iTunes for podcasts, write texts without a type.
            guard let text = String(validating: bytes, as: UTF8.self), !text.contains("\0") else { return }
            (value, dataType) = (.text(text), kCMMetadataBaseDataType_UTF8)
        default:
            if let signature = ImageSignature(bytes) { dataType = signature.dataType }
        }
    }

    /// The keys of texts beside those that begin with ©.
    private static let textKeys: Set<String> = [
        "aART", "apID", "catg", "cprt", "desc", "egid", "keyw", "ldes", "purd", "purl", "soaa", "soal", "soar", "soco",
        "sonm", "sosn", "tven", "tvnn", "tvsh", "xid ",
    ]

    private static func integerType(_ count: Int, isSigned: Bool) -> String {
        switch count {
        case 1: isSigned ? kCMMetadataBaseDataType_SInt8 : kCMMetadataBaseDataType_UInt8
        case 2: isSigned ? kCMMetadataBaseDataType_SInt16 : kCMMetadataBaseDataType_UInt16
        case 3, 4: isSigned ? kCMMetadataBaseDataType_SInt32 : kCMMetadataBaseDataType_UInt32
        default: isSigned ? kCMMetadataBaseDataType_SInt64 : kCMMetadataBaseDataType_UInt64
        }
    }
}
