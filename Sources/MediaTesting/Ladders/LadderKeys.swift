/// The keys of encrypted ladders: constant over runs.
public enum LadderKeys {
    /// The 16 bytes served as `/keys/INDEX.key`.
    public static func key(_ index: Int) -> [UInt8] { bytes(seed: 0x6b65_7900 &+ UInt64(truncatingIfNeeded: index)) }
    /// Returns the explicit initialization vector of segment `number`.
    public static func vector(_ number: Int) -> [UInt8] {
        bytes(seed: 0x6976_0000 &+ UInt64(truncatingIfNeeded: number))
    }
    /// Returns the initialization vector with which an initialization section is encrypted.
    static func headVector(_ program: Int) -> [UInt8] { vector(1_000_000 + program) }
    static let identifier = bytes(seed: 0x6b69_6400)

    private static func bytes(seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        return (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
}

extension LadderRecipe {
    func keyIndex(of number: Int) -> Int {
        switch encryption {
        case .none: 0
        case .aes128(let count, _): number / count
        case .sampleAES: segmentsPerSampleKey.map { number / $0 } ?? 0
        }
    }
}

extension Rendition {
    /// Returns a segment as served.
    func sealedSegment(_ number: Int) throws -> [UInt8] { try sealed(try segment(number), number: number) }

    func sealedPart(_ part: Int, of number: Int) throws -> [UInt8] {
        try sealed(try self.part(part, of: number), number: number)
    }

    func sealedInitialization(program: Int) throws -> [UInt8]? {
        let bytes = try initialization(program: program)
        guard case .aes128(_, true) = recipe.encryption, let bytes else { return bytes }
        return try BlockCipher(key: LadderKeys.key(0)).sealed(bytes, vector: LadderKeys.headVector(program))
    }

    private func sealed(_ bytes: [UInt8], number: Int) throws -> [UInt8] {
        guard case .aes128(_, let hasVectors) = recipe.encryption else { return bytes }
        var vector = LadderKeys.vector(number)
        if !hasVectors {
            // The sequence number as 128 bits.
            vector =
                [UInt8](repeating: 0, count: 8) + (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        }
        return try BlockCipher(key: LadderKeys.key(recipe.keyIndex(of: number))).sealed(bytes, vector: vector)
    }
}
