import Foundation
import Testing
import UniformTypeIdentifiers

@Suite("UniformTypeIdentifiers")
struct UTTypeTests {
    @Test(
        "extensions and MIME types find the types of media",
        arguments: [
            ("mp4", "video/mp4", "public.mpeg-4"), ("mov", "video/quicktime", "com.apple.quicktime-movie"),
            ("m3u8", "application/vnd.apple.mpegurl", "public.m3u-playlist"),
            ("ts", "video/mp2t", "public.mpeg-2-transport-stream"),
            ("mp3", "audio/mpeg", "public.mp3"), ("m4a", "audio/x-m4a", "com.apple.m4a-audio"),
            ("wav", "audio/wav", "com.microsoft.waveform-audio"), ("mkv", "video/x-matroska", "org.matroska.mkv"),
            ("webm", "video/webm", "org.webmproject.webm"), ("jpg", "image/jpeg", "public.jpeg"),
            ("vtt", "text/vtt", "org.w3.webvtt"), ("json", "application/json", "public.json"),
        ])
    func lookUp(fileExtension: String, mimeType: String, identifier: String) {
        #expect(UTType(filenameExtension: fileExtension)?.identifier == identifier)
        #expect(UTType(filenameExtension: fileExtension.uppercased())?.identifier == identifier)
        #expect(UTType(mimeType: mimeType)?.identifier == identifier)
        #expect(UTType(mimeType: mimeType + "; charset=utf-8")?.identifier == identifier)
    }

    @Test("types conform to their supertypes and not to others")
    func conformance() throws {
        #expect(UTType.mpeg4Movie.conforms(to: .movie))
        #expect(UTType.mpeg4Movie.conforms(to: .audiovisualContent) && UTType.mpeg4Movie.conforms(to: .data))
        #expect(UTType.mpeg4Movie.conforms(to: .mpeg4Movie) && !UTType.mpeg4Movie.isSubtype(of: .mpeg4Movie))
        #expect(!UTType.mpeg4Movie.conforms(to: .audio))
        #expect(UTType.mpeg4Audio.conforms(to: .audio))
        #expect(UTType.movie.isSupertype(of: .quickTimeMovie))
        #expect(UTType.mp3.supertypes == [.audio, .audiovisualContent, .data, .content, .item])
    }

    @Test("a supertype chooses among types that share an extension")
    func sharedTag() {
        #expect(UTType(filenameExtension: "mp4", conformingTo: .audio) == .mpeg4Audio)
        #expect(UTType(filenameExtension: "mp4", conformingTo: .movie) == .mpeg4Movie)
        #expect(
            UTType.types(tag: "mp4", tagClass: .filenameExtension, conformingTo: nil) == [.mpeg4Movie, .mpeg4Audio])
    }

    @Test("preferred extensions and MIME types")
    func preferredTags() {
        #expect(UTType.mpeg4Movie.preferredFilenameExtension == "mp4")
        #expect(UTType.jpeg.preferredFilenameExtension == "jpeg")
        #expect(UTType.m3uPlaylist.preferredMIMEType == "application/vnd.apple.mpegurl")
        #expect(UTType.movie.preferredFilenameExtension == nil && UTType.movie.preferredMIMEType == nil)
        #expect(UTType.tiff.tags == [.filenameExtension: ["tiff", "tif"], .mimeType: ["image/tiff"]])
        #expect(UTType.mp3.localizedDescription == "MP3 audio")
    }

    @Test("an unknown extension gives a dynamic type, which keeps its tag")
    func dynamic() throws {
        let type = try #require(UTType(filenameExtension: "Zyx", conformingTo: .movie))
        #expect(type.isDynamic && !type.isDeclared && !type.isPublic)
        #expect(type.preferredFilenameExtension == "zyx" && type.preferredMIMEType == nil)
        #expect(type.conforms(to: .movie) && type.conforms(to: .data) && !type.conforms(to: .image))
        let again = try #require(UTType(type.identifier))
        #expect(again == type && again.conforms(to: .movie))
        #expect(UTType(filenameExtension: "") == nil && UTType(filenameExtension: ".") == nil)
        #expect(UTType(filenameExtension: String(repeating: "x", count: 300)) == nil)
        for broken in ["dyn.", "dyn.x", "dyn.x0", "dyn.xzz", "dyn.x6162"] { #expect(UTType(broken) == nil) }
    }

    @Test("identifiers ignore case, and unknown ones are nil")
    func identifiers() {
        #expect(UTType("PUBLIC.MPEG-4") == .mpeg4Movie)
        #expect(UTType("com.example.unknown") == nil)
        let own = UTType(exportedAs: "com.example.Film", conformingTo: .mpeg4Movie)
        #expect(own.identifier == "com.example.film")
        #expect(own.conforms(to: .movie) && !own.isDeclared && !own.isDynamic)
        #expect(UTType(importedAs: "public.mp3") == .mp3)
    }

    @Test("a type is coded as its identifier")
    func coding() throws {
        let data = try JSONEncoder().encode([UTType.mpeg4Movie])
        #expect(String(decoding: data, as: UTF8.self) == #"["public.mpeg-4"]"#)
        let decoded = try JSONDecoder().decode([UTType].self, from: data)
        #expect(decoded == [.mpeg4Movie])
    }

    @Test("a URL takes the extension of a type unless it has one of its extensions")
    func urls() {
        let folder = URL(fileURLWithPath: "/films")
        #expect(folder.appendingPathComponent("a", conformingTo: .mpeg4Movie).path == "/films/a.mp4")
        #expect(folder.appendingPathComponent("a.JPG", conformingTo: .jpeg).path == "/films/a.JPG")
        #expect(folder.appendingPathComponent("a.txt", conformingTo: .mp3).path == "/films/a.txt.mp3")
    }

    @Test("every supertype of a known type is known")
    func closure() {
        for type in [UTType.mpeg4Movie, .mp3, .jpeg, .m3uPlaylist, .pdf, .zip, .xmlPropertyList, .svg, .epub] {
            #expect(type.isDeclared)
            #expect(type.supertypes.allSatisfy { $0.isDeclared })
        }
    }
}
