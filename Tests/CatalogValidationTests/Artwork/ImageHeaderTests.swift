import Foundation
import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

struct ImageHeaderTests {
    /// Images made by FFmpeg and an image editor, not by the tested code.
    static let images: [(name: String, base64: String, header: ImageHeader)] = [
        (
            "JPEG in YCbCr",
            "/9j/4AAQSkZJRgABAgAAAQABAAD//gAQTGF2YzU5LjM3LjEwMAD/2wBDAAgEBAQEBAUFBQUFBQYGBgYGBgYGBgYGBgYHBwcICAgHBwcGBgcHCAgICAkJCQgICAgJCQoKCgwMCwsODg4RERT/xABNAAEBAAAAAAAAAAAAAAAAAAAABgEBAQEAAAAAAAAAAAAAAAAAAAYHEAEAAAAAAAAAAAAAAAAAAAAAEQEAAAAAAAAAAAAAAAAAAAAA/8AAEQgAEgAgAwEiAAIRAAMRAP/aAAwDAQACEQMRAD8AiwEo38AAAAAB/9k=",
            ImageHeader(format: .jpeg, width: 32, height: 18, color: .rgb, hasAlpha: false)
        ),
        (
            "JPEG in CMYK",
            "/9j/7gAOQWRvYmUAZAAAAAAC/9sAQwADAgICAgIDAgICAwMDAwQGBAQEBAQIBgYFBgkICgoJCAkJCgwPDAoLDgsJCQ0RDQ4PEBAREAoMEhMSEBMPEBAQ/9sAQwEDAwMEAwQIBAQIEAsJCxAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQ/8AAFAgACQAQBAERAAIRAQMRAQQRAP/EABYAAQEBAAAAAAAAAAAAAAAAAAAICf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAWAQEBAQAAAAAAAAAAAAAAAAAABwn/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADgQBAAIRAxEEAAA/AKIXNlU1TAAAAf/Z",
            ImageHeader(format: .jpeg, width: 16, height: 9, color: .cmyk, hasAlpha: false)
        ),
        (
            "PNG with alpha",
            "iVBORw0KGgoAAAANSUhEUgAAABAAAAAJCAYAAAA7KqwyAAAACXBIWXMAAAABAAAAAQBPJcTWAAAAFklEQVR4nGP4z8DwnxLMMGrAqAFADADcYh7wpZ6I/AAAAABJRU5ErkJggg==",
            ImageHeader(format: .png, width: 16, height: 9, color: .rgb, hasAlpha: true)
        ),
        (
            "PNG in grey",
            "iVBORw0KGgoAAAANSUhEUgAAABAAAAAJCAAAAAAeQfPuAAAACXBIWXMAAAABAAAAAQBPJcTWAAAAD0lEQVR4nGMIRAMMg0QAAJ7kLZHfDkexAAAAAElFTkSuQmCC",
            ImageHeader(format: .png, width: 16, height: 9, color: .gray, hasAlpha: false)
        ),
    ]

    static func read(_ bytes: [UInt8], isWhole: Bool = true) -> ImageHeader.Reading {
        bytes.withUnsafeBufferPointer { ImageHeader.read($0, isWhole: isWhole) }
    }

    static func bytes(_ base64: String) throws -> [UInt8] { Array(try #require(Data(base64Encoded: base64))) }

    @Test("umc-catalog.md 3.7: image headers written by other programs are read", arguments: images.indices)
    func real(_ index: Int) throws {
        let image = Self.images[index]
        let bytes = try Self.bytes(image.base64)
        #expect(Self.read(bytes) == .image(image.header), "\(image.name)")
        #expect(image.header.endsProperly(bytes))
        #expect(!image.header.endsProperly(bytes.dropLast(3)))
    }

    @Test("umc-catalog.md 3.7: an incomplete header requests more bytes, and at the end of the file is damaged")
    func cut() throws {
        for image in Self.images {
            let bytes = try Self.bytes(image.base64)
            var firstWhole: Int?
            for count in 3..<bytes.count {
                let head = Array(bytes.prefix(count))
                switch Self.read(head, isWhole: false) {
                case .image(let header):
                    #expect(header == image.header)
                    firstWhole = firstWhole ?? count
                case .needsMore:
                    #expect(firstWhole == nil, "\(image.name) at \(count)")
                    guard case .damaged = Self.read(head) else {
                        Issue.record("\(image.name) at \(count)")
                        return
                    }
                case .damaged(let why): Issue.record("\(image.name) at \(count): \(why)")
                case .other: #expect(count < 8, "\(image.name) at \(count)")
                }
            }
            #expect(firstWhole != nil, "\(image.name)")
        }
    }

    @Test("mutated headers do not crash the reader and give valid sizes")
    func mutations() throws {
        var random = SystemRandomNumberGenerator()
        var outcomes: Set<String> = []
        for image in Self.images {
            let original = try Self.bytes(image.base64)
            for _ in 0..<3_000 {
                var bytes = original
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let at = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: bytes[at] = [0, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
                    case 1: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                    case 2: bytes.insert(.random(in: 0...255, using: &random), at: at)
                    default: bytes.removeSubrange(at..<min(bytes.count, at + 7))
                    }
                    if bytes.isEmpty { bytes = [0] }
                }
                for isWhole in [true, false] {
                    switch Self.read(bytes, isWhole: isWhole) {
                    case .image(let header):
                        #expect(header.width > 0 && header.height > 0 && header.width < 1 << 31)
                        outcomes.insert("image")
                    case .needsMore:
                        #expect(!isWhole)
                        outcomes.insert("more")
                    case .damaged: outcomes.insert("damaged")
                    case .other: outcomes.insert("other")
                    }
                }
            }
        }
        #expect(outcomes == ["image", "more", "damaged", "other"])
    }

    @Test("reading stops after too many segments or chunks")
    func endless() {
        let segments =
            [0xFF, 0xD8] + [UInt8](repeating: 0, count: 0) + (0..<20_000).flatMap { _ in [UInt8]([0xFF, 0xE0, 0, 2]) }
        #expect(
            Self.read(segments, isWhole: false) == .damaged("it has more than 10,000 segments before the frame header"))
        let padding = [0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 100_000)
        #expect(
            Self.read(padding, isWhole: false) == .damaged("it has more than 10,000 segments before the frame header"))
        var chunks = Array(ArtworkSample.png(16, 9).bytes.prefix(33))
        for _ in 0..<20_000 { chunks += ArtworkSample.chunk("tEXt", []) }
        #expect(Self.read(chunks, isWhole: false) == .damaged("it has more than 10,000 chunks before the image data"))
        let long = Array(ArtworkSample.png(16, 9).bytes.prefix(33)) + [0x7F, 0xFF, 0xFF, 0xFF] + Array("tEXt".utf8)
        #expect(Self.read(long, isWhole: false) == .needsMore)
    }

    @Test("a transparent colour counts as transparency")
    func transparentColor() {
        let png = ArtworkSample.png(16, 9).bytes
        let bytes = Array(png.prefix(33)) + ArtworkSample.chunk("tRNS", [0, 0, 0, 0, 0, 0]) + png.dropFirst(33)
        #expect(
            Self.read(bytes)
                == .image(ImageHeader(format: .png, width: 16, height: 9, color: .rgb, hasAlpha: true)))
    }

    @Test(
        "files that are not images are named by their format",
        arguments: [
            ("GIF89a..", "a GIF"), ("RIFF....WEBPVP8 ", "a WebP"), ("....ftypavif", "an AVIF"), ("%PDF-1.7", "a PDF"),
            ("<!DOCTYPE html><html>", "a web page"), ("<?xml version=\"1.0\"?><svg/>", "an SVG"), ("", "an empty file"),
            ("not found", "a text file"), ("\u{1}\u{2}\u{3}", "not an image"),
            ("....ftypisom", "a video or another ISO media file"),
        ])
    func others(_ text: String, _ name: String) {
        #expect(Self.read(Array(text.utf8)) == .other(name))
    }
}
