import Foundation
import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

struct ArtworkInspectionTests {
    private static let cover = "https://img.example.org/LB-MOV-0001/cover-h-en.jpg"

    private func findings(_ options: ValidationOptions, _ text: String = SampleFeed.catalog.text) -> [Finding] {
        var options = options
        options.now = ValidationOptions.samplesNow
        return Validator(options: options).findings([.bytes(Array(text.utf8), name: "catalog.xml")]).findings
            .filter { $0.ruleId.hasPrefix("CAT-ART-") }
    }

    /// Calls a closure with a directory that contains the files.
    private func withDirectory(_ files: [String: [UInt8]], _ body: (URL) throws -> Void) throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("artwork-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        for (path, bytes) in files {
            let file = directory.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
        }
        try body(directory)
    }

    @Test("umc-catalog.md 3.7: artwork is checked only when enabled")
    func notAsked() {
        #expect(ArtworkInspector(ValidationOptions()) == nil)
        #expect(findings(ValidationOptions()) == [])
    }

    @Test("umc-catalog.md 3.7: images in a folder are found by the path or the last part of their URL")
    func directory() throws {
        let files: [String: [UInt8]] = [
            "LB-MOV-0001/cover-h-en.jpg": ArtworkSample.jpeg(1280, 720).bytes,
            "cover-h-fr.jpg": ArtworkSample.jpeg(3840, 2160).bytes,
            "still.jpg": Array("<html>gone</html>".utf8),
            "LB-MOV-0001/bg.jpg": Array(ArtworkSample.jpeg(3840, 2160).bytes.dropLast(2)),
        ]
        try withDirectory(files) { directory in
            var options = ValidationOptions()
            options.artworkDirectory = directory
            let messages = findings(options).filter { $0.ruleId == "CAT-ART-SPEC" }.map(\.message)
            #expect(messages.count == 3, "\(messages)")
            #expect(messages.contains { $0.contains("cover-h-en.jpg") && $0.contains("1280x720") })
            #expect(messages.contains { $0.contains("still.jpg") && $0.contains("a web page") })
            #expect(messages.contains { $0.contains("bg.jpg") && $0.contains("is truncated") })
            // The folder has no file for the 16 others.
            let missing = findings(options).filter { $0.ruleId == "CAT-ART-FETCH" }
            #expect(missing.count == Self.addresses.count - 4)
        }
    }

    private static let addresses = SampleFeed.catalog.text.split(separator: "url=\"").dropFirst()

    @Test("umc-catalog.md 3.7: paths cannot lead outside the folder")
    func outside() {
        #expect(ArtworkDirectory.candidates("https://host/../../etc/passwd") == [])
        #expect(ArtworkDirectory.candidates("https://host/a/%2e%2e/%2e%2e/x.jpg") == [])
        #expect(ArtworkDirectory.candidates("https://host/a%2Fb.jpg") == [])
        #expect(ArtworkDirectory.candidates("https://host") == [])
        #expect(ArtworkDirectory.candidates("https://host/a/b%20c.jpg?x=/y#z") == ["a/b c.jpg", "b c.jpg"])
    }

    @Test("umc-catalog.md 3.7: directories and pipes are not read as images")
    func notRegularFile() throws {
        try withDirectory(["cover.jpg/inner": [1]]) { directory in
            #expect(mkfifo(directory.appendingPathComponent("pipe.jpg").path, 0o600) == 0)
            let place = ArtworkDirectory(directory)
            #expect(place.file(for: "https://host/cover.jpg") == nil)
            #expect(place.file(for: "https://host/pipe.jpg") == nil)
        }
    }

    private func catalog(_ url: String, type: String = "tile_artwork") -> String {
        SampleFeed.catalog.text.replacingOccurrences(
            of: "https://img.example.org/LB-SHOW-0200/tile.jpg\" type=\"tile_artwork\"",
            with: "\(url)\" type=\"\(type)\"")
    }

    /// Returns the findings about an image at a path of the server.
    private func fetched(_ server: TinyServer, _ path: String, type: String = "tile_artwork") -> [Finding] {
        var options = ValidationOptions()
        var fetch = ArtworkFetchOptions()
        fetch.allowsHTTP = true
        fetch.seconds = 60
        options.artworkFetch = fetch
        options.enabledRules = ["CAT-ART-FETCH", "CAT-ART-SPEC"]
        // Only the image on the server is fetched.
        let text = catalog(server.url(path), type: type).replacingOccurrences(
            of: "https://img.example.org/", with: "x-none:")
        return findings(options, text)
    }

    @Test("umc-catalog.md 3.7: only the first bytes of images are fetched")
    func fetching() throws {
        let large = ArtworkSample.jpeg(3840, 2160).bytes + [UInt8](repeating: 0x55, count: 400_000)
        let png = "Content-Type: image/png"
        let jpeg = "Content-Type: image/jpeg"
        let late =
            [0xFF, 0xD8] + (0..<3).flatMap { _ in [0xFF, 0xE2, 0xFF, 0xFF] + [UInt8](repeating: 1, count: 65_533) }
            + ArtworkSample.jpeg(1280, 720).bytes.dropFirst(2)
        let server = TinyServer.files([
            "/good.jpg": .init(fields: [jpeg], body: large),
            "/whole.jpg": .init(fields: [jpeg], body: large, knowsRanges: false),
            "/small.png": .init(fields: [png], body: ArtworkSample.png(800, 450).bytes),
            "/late.jpg": .init(fields: [jpeg], body: late),
            "/page.jpg": .init(fields: ["Content-Type: text/html"], body: Array("<html></html>".utf8)),
            "/typed.jpg": .init(fields: ["Content-Type: text/plain"], body: large),
            "/moved.jpg": .init(status: 302, fields: ["Location: /good.jpg"]),
            "/loop.jpg": .init(status: 302, fields: ["Location: /loop.jpg"]),
            "/file.jpg": .init(status: 302, fields: ["Location: file:///etc/passwd"]),
            // By default libcurl would follow this redirect.
            "/ftp.jpg": .init(status: 302, fields: ["Location: ftp://127.0.0.1:1/a.jpg"]),
        ])
        for path in ["/good.jpg", "/whole.jpg", "/moved.jpg"] {
            #expect(fetched(server, path).map(\.message) == [], "\(path)")
        }
        let expected = [
            ("/gone.jpg", "CAT-ART-FETCH", "404"), ("/loop.jpg", "CAT-ART-FETCH", "too many times"),
            ("/file.jpg", "CAT-ART-FETCH", "another scheme"), ("/ftp.jpg", "CAT-ART-FETCH", "another scheme"),
            ("/typed.jpg", "CAT-ART-FETCH", "text/plain"),
            ("/small.png", "CAT-ART-SPEC", "800x450"), ("/late.jpg", "CAT-ART-SPEC", "1280x720"),
            ("/page.jpg", "CAT-ART-SPEC", "a web page"),
        ]
        for (path, rule, words) in expected {
            let found = fetched(server, path)
            #expect(
                found.count == 1 && found[0].ruleId == rule && found[0].message.contains(words), "\(path): \(found)")
        }
    }

    @Test("umc-catalog.md 3.7: each image is fetched once, up to the maximum number of fetches")
    func limits() throws {
        let body = ArtworkSample.png(1920, 1080).bytes
        let server = TinyServer.files(["/a.png": .init(fields: ["Content-Type: image/png"], body: body)])
        var options = ValidationOptions()
        var fetch = ArtworkFetchOptions()
        fetch.allowsHTTP = true
        fetch.seconds = 60
        fetch.maximumFetches = 2
        options.artworkFetch = fetch
        let inspector = try #require(ArtworkInspector(options))
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            guard case .file = inspector.inspect(server.url("/a.png")) else {
                Issue.record("no file")
                return
            }
        }
        #expect(server.paths == ["/a.png"])
        guard case .unavailable = inspector.inspect(server.url("/b.png")) else {
            Issue.record("b.png is available")
            return
        }
        var limits = 0
        for name in ["c", "d", "e"] {
            if case .limit(2) = inspector.inspect(server.url("/\(name).png")) { limits += 1 }
        }
        #expect(limits == 1)
        #expect(server.paths == ["/a.png", "/b.png"])
    }

    @Test("umc-catalog.md 3.7: http is fetched only when allowed, and unreachable hosts are not requested repeatedly")
    func refusals() throws {
        let server = TinyServer.files([:])
        let fetcher = ArtworkFetcher(ArtworkFetchOptions())
        guard case .none = fetcher.fetch(server.url("/a.jpg")) else {
            Issue.record("http was fetched")
            return
        }
        #expect(server.paths == [])
        var options = ArtworkFetchOptions()
        options.allowsHTTP = true
        options.seconds = 2
        let patient = ArtworkFetcher(options)
        var outcomes: [Bool] = []
        for number in 0..<5 {
            // The port is closed.
            if case .unavailable = patient.fetch("http://127.0.0.1:1/\(number).jpg") {
                outcomes.append(true)
            } else {
                outcomes.append(false)
            }
        }
        #expect(outcomes == [true, true, true, false, false])
    }

    @Test("R147 umc-catalog.md 3.7: artwork of each type is checked against its requirements")
    func kinds() throws {
        func faults(_ sample: ArtworkSample, _ name: String) throws -> [String] {
            guard case .file(let file) = sample.outcome else { return ["no file"] }
            return ArtworkSpecification.faults(file, ArtworkKind.all.first { $0.name == name }).map(\.message)
        }
        for kind in ArtworkKind.all {
            let sample = ArtworkSample.png(kind.recommended.width, kind.recommended.height, hasAlpha: kind.isLogo)
            #expect(try faults(sample, kind.name) == [], "\(kind.name)")
            let small = ArtworkSample.png(kind.minimum.width - 40, kind.minimum.height - 40, hasAlpha: kind.isLogo)
            #expect(try !faults(small, kind.name).isEmpty, "\(kind.name)")
        }
        #expect(try faults(.jpeg(3000, 3000, components: 1), "cover_artwork_square") == ["is in grey scale"])
        #expect(
            try faults(.png(5000, 1300, hasAlpha: true), "content_logo_polychromatic").count == 1)
        #expect(
            try faults(.jpeg(2000, 600), "content_logo_polychromatic") == ["is a logo as JPEG"])
        let heavy = ArtworkInspector.File(
            reading: .image(ImageHeader(format: .png, width: 10, height: 10, color: .rgb, hasAlpha: false)),
            byteCount: 40 << 20)
        #expect(ArtworkSpecification.faults(heavy, nil).count == 1)
    }
}
