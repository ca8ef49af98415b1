import Foundation

/// Parses EXT-X-KEY and EXT-X-SESSION-KEY (bis sections 4.4.4.4 and 4.4.6.5).
enum KeyReader {
    static func read(_ context: inout ParserContext) throws(TagFailure) -> EncryptionKey {
        let name = try context.demanded(context.word("METHOD"), "METHOD", "hls.key.method")
        let method = EncryptionKey.Method(rawValue: name)
        if method == .none {
            if context.attributes.entries.count > 1 {
                context.warn(
                    "hls.key.none", "METHOD=NONE must be the only attribute. The other attributes are ignored.")
            }
            return EncryptionKey(
                method: .none, uri: nil, initializationVector: nil, format: EncryptionKey.identityFormat,
                formatVersions: [1],
                line: context.line)
        }
        if !method.isKnown {
            context.error(
                "hls.key.unknown",
                "METHOD=\(name.prefix(40)) is not supported: the segments after it cannot be played. Use AES-128 or "
                    + "SAMPLE-AES."
            )
        }
        if method == .sampleAES || method == .sampleAESCTR { context.features.note(.sampleEncryption, context.line) }
        let uri = try context.demanded(try context.quoted("URI"), "URI", "hls.key.uri")
        if context.has("KEYFORMAT") || context.has("KEYFORMATVERSIONS") {
            context.features.note(.keyFormat, context.line)
        }
        var vector: [UInt8]?
        if context.has("IV") {
            context.features.note(.initializationVector, context.line)
            guard method != .aes256GCM, method != .sampleAESCTR else {
                throw .reject("hls.key.iv", "IV is not allowed with METHOD=\(name). Remove it.")
            }
            guard let bytes = try context.hexadecimal("IV", reportsFault: false), bytes.count == 16 else {
                throw .reject("hls.key.iv", "IV must be 128 bits: 0x and 32 hexadecimal digits.")
            }
            vector = bytes
        }
        let format = try context.quoted("KEYFORMAT") ?? EncryptionKey.identityFormat
        let versions = (try context.quoted("KEYFORMATVERSIONS") ?? "1").split(separator: "/").map { UInt($0) }
        guard !versions.isEmpty, versions.allSatisfy({ $0 ?? 0 > 0 }) else {
            throw .reject(
                "hls.key.versions", "KEYFORMATVERSIONS must be numbers separated by slashes, such as \"1/2\".")
        }
        return EncryptionKey(
            method: method, uri: uri, initializationVector: vector, format: format,
            formatVersions: versions.compactMap { $0 }, statesFormat: context.has("KEYFORMAT"),
            statesVersions: context.has("KEYFORMATVERSIONS"), line: context.line)
    }
}
