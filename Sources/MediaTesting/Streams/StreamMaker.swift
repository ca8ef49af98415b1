public import Foundation

/// Creates clips for tests with the ffmpeg command, each once, and caches them in a folder for temporary files.
///
/// Safe from any task. Tests that need it use `.enabled(if: StreamMaker.isAvailable)`.
///
///     let clip = try await StreamMaker.shared.clip(.marked(frames: 240))
public actor StreamMaker {
    public static let shared = StreamMaker()

    /// Whether the ffmpeg command is installed.
    public static let isAvailable = ExternalCommand.find("ffmpeg") != nil

    /// The cache folder: `OPENAVKIT_CLIPS`, or a folder of this user in the temporary directory.
    public let folder: URL
    private var work: [String: Task<URL, any Error>] = [:]

    /// Incremented when the same recipe must give another file.
    private static let version = 1

    public init(folder: URL? = nil) {
        if let folder {
            self.folder = folder
        } else if let path = ProcessInfo.processInfo.environment["OPENAVKIT_CLIPS"], !path.isEmpty {
            self.folder = URL(fileURLWithPath: path, isDirectory: true)
        } else {
            self.folder = FileManager.default.temporaryDirectory.appendingPathComponent(
                "openavkit-clips-\(getuid())", isDirectory: true)
        }
    }

    /// Returns the file of `recipe`, creating it if it is not cached.
    /// - Throws: `StreamMakerError` with ffmpeg's error output.
    public func clip(_ recipe: ClipRecipe) async throws -> URL {
        let arguments = ClipArguments(recipe)
        let key = Self.key(of: recipe, arguments: arguments)
        let task = work[key] ?? Task { try await make(recipe, arguments: arguments, key: key) }
        work[key] = task
        return try await task.value
    }

    /// Creates a file with exactly `bytes`: an empty file, a text file with the name of a media file, …
    public func file(named name: String, bytes: Data) throws -> URL {
        let place = folder.appendingPathComponent("plain-\(Self.hash([name, bytes.base64EncodedString()]))")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let url = place.appendingPathComponent(name)
        try bytes.write(to: url, options: .atomic)
        return url
    }

    private func make(_ recipe: ClipRecipe, arguments: ClipArguments, key: String) async throws -> URL {
        let url = folder.appendingPathComponent("\(key).\(recipe.container.rawValue)")
        if FileManager.default.fileExists(atPath: url.path) { return url }
        let scratch = folder.appendingPathComponent("making-\(key)-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch) }
        for (name, text) in arguments.texts {
            try Data(text.utf8).write(to: scratch.appendingPathComponent(name))
        }
        let result = scratch.appendingPathComponent("clip")
        if let second = recipe.video?.sizeFromMiddle {
            try await joinHalves(of: recipe, second: second, into: result)
        } else {
            try await Self.runFFmpeg(arguments.arguments + [result.path], in: scratch)
        }
        if let rotation = recipe.video?.rotation, rotation != 0 {
            try await Self.turn(result, by: rotation, container: recipe.container)
        }
        try Self.corrupt(result, as: recipe.damage)
        // Another process may have created the same file meanwhile.
        _ = rename(result.path, url.path)
        return url
    }

    /// Joins two halves of different sizes in one transport stream: parameter sets change in mid-stream.
    private func joinHalves(of recipe: ClipRecipe, second: VideoRecipe.PixelSize, into result: URL) async throws {
        guard recipe.container == .ts, recipe.audio.isEmpty else {
            throw StreamMakerError(message: "the size can only change in a .ts clip without audio")
        }
        var half = recipe
        half.video?.sizeFromMiddle = nil
        half.damage = .none
        half.seconds = recipe.seconds / 2
        let first = try await clip(half)
        half.video?.width = second.width
        half.video?.height = second.height
        let last = try await clip(half)
        let list = result.deletingLastPathComponent().appendingPathComponent("halves.txt")
        try Data("file '\(first.path)'\nfile '\(last.path)'\n".utf8).write(to: list)
        try await Self.runFFmpeg(
            [
                "-nostdin", "-hide_banner", "-loglevel", "error", "-y", "-f", "concat", "-safe", "0", "-i", list.path,
                "-c",
                "copy", "-f", "mpegts", result.path,
            ], in: list.deletingLastPathComponent())
    }

    /// Writes the rotation into the container. ffmpeg does so only when copying streams, and counts in the opposite direction.
    private static func turn(_ clip: URL, by rotation: Int, container: ClipRecipe.Container) async throws {
        let straight = clip.deletingLastPathComponent().appendingPathComponent("straight")
        try FileManager.default.moveItem(at: clip, to: straight)
        try await runFFmpeg(
            [
                "-nostdin", "-hide_banner", "-loglevel", "error", "-y", "-i", straight.path, "-map", "0", "-c", "copy",
                "-metadata:s:v:0", "rotate=\(360 - rotation)", "-f", container.muxer, clip.path,
            ], in: clip.deletingLastPathComponent())
    }

    private static func corrupt(_ url: URL, as damage: ClipRecipe.Damage) throws {
        switch damage {
        case .none: return
        case .cut(let fraction):
            let bytes = try Data(contentsOf: url)
            try bytes.prefix(Int(Double(bytes.count) * min(max(fraction, 0), 1))).write(to: url)
        case .noise(let count, let seed, let sparing):
            var bytes = try Data(contentsOf: url)
            guard bytes.count > sparing else { return }
            var random = SeededGenerator(seed: seed)
            for _ in 0..<count {
                bytes[Int.random(in: sparing..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            try bytes.write(to: url)
        }
    }

    private static func runFFmpeg(_ arguments: [String], in folder: URL) async throws {
        guard let ffmpeg = ExternalCommand.find("ffmpeg") else {
            throw StreamMakerError(message: "the ffmpeg command was not found; install it with script/setup")
        }
        let outcome = try await ExternalCommand.run(ffmpeg, arguments, in: folder)
        guard outcome.status == 0 else {
            throw StreamMakerError(
                message: "ffmpeg failed: \(outcome.standardError)\nffmpeg \(arguments.joined(separator: " "))")
        }
    }

    private static func key(of recipe: ClipRecipe, arguments: ClipArguments) -> String {
        let texts = arguments.texts.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
        let size = recipe.video?.sizeFromMiddle.map { "\($0.width)x\($0.height)" } ?? ""
        let rotation = "\(recipe.video?.rotation ?? 0)"
        return hash(["\(version)", size, rotation, "\(recipe.damage)"] + arguments.arguments + texts)
    }

    /// FNV-1a with 64 bits: the same in every process, unlike `Hasher`.
    private static func hash(_ parts: [String]) -> String {
        var value: UInt64 = 0xcbf2_9ce4_8422_2325
        for part in parts {
            for byte in part.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
            value = (value ^ 0xff) &* 0x100_0000_01b3
        }
        return String(value, radix: 16)
    }
}

/// The reason why a clip could not be created.
public struct StreamMakerError: Error, CustomStringConvertible {
    public var message: String
    public init(message: String) { self.message = message }
    public var description: String { message }
}

/// SplitMix64: the same numbers for the same seed on every machine.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
