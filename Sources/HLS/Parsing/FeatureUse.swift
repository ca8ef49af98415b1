/// The line of the first use of each feature that a protocol version introduced (bis section 8).
struct FeatureUse {
    enum Feature: Int, CaseIterable {
        case initializationVector, floatDuration, byteRange, iFramesOnly, sampleEncryption, keyFormat, map,
            mapOutsideIFrames
        case serviceInstream, variables, skip, skipDateRanges, queryParameter, requirements, freeInstream

        var version: Int {
            switch self {
            case .initializationVector: 2
            case .floatDuration: 3
            case .byteRange, .iFramesOnly: 4
            case .sampleEncryption, .keyFormat, .map: 5
            case .mapOutsideIFrames: 6
            case .serviceInstream: 7
            case .variables: 8
            case .skip: 9
            case .skipDateRanges: 10
            case .queryParameter: 11
            case .requirements: 12
            case .freeInstream: 13
            }
        }

        var name: String {
            switch self {
            case .initializationVector: "IV of EXT-X-KEY"
            case .floatDuration: "EXTINF with decimals"
            case .byteRange: "EXT-X-BYTERANGE"
            case .iFramesOnly: "EXT-X-I-FRAMES-ONLY"
            case .sampleEncryption: "METHOD=SAMPLE-AES"
            case .keyFormat: "KEYFORMAT"
            case .map: "EXT-X-MAP"
            case .mapOutsideIFrames: "EXT-X-MAP without EXT-X-I-FRAMES-ONLY"
            case .serviceInstream: "INSTREAM-ID of a SERVICE"
            case .variables: "EXT-X-DEFINE"
            case .skip: "EXT-X-SKIP"
            case .skipDateRanges: "EXT-X-SKIP of date ranges"
            case .queryParameter: "QUERYPARAM"
            case .requirements: "an attribute that begins with REQ-"
            case .freeInstream: "INSTREAM-ID outside closed captions"
            }
        }
    }

    private var lines = [Int](repeating: 0, count: Feature.allCases.count)

    mutating func note(_ feature: Feature, _ line: Int) {
        if lines[feature.rawValue] == 0 { lines[feature.rawValue] = line }
    }

    /// Returns the features that a version lacks, with the line of their first use.
    func beyond(_ version: Int) -> [(feature: Feature, line: Int)] {
        Feature.allCases.filter { lines[$0.rawValue] > 0 && $0.version > version }.map { ($0, lines[$0.rawValue]) }
    }
}
