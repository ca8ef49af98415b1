import Foundation
import OSLog
import Testing
import os
import os.log

@testable import OpenAVKitOS

@Suite("os: messages")
struct LoggerTests {
    private func text(_ message: OSLogMessage, showsPrivate: Bool = false) -> String {
        message.text(showsPrivate: showsPrivate)
    }

    @Test("numbers and truth values appear, strings and objects do not")
    func automaticPrivacy() {
        let name = "secret"
        #expect(text("loaded \(3) of \(name), \(true), \(1.5)") == "loaded 3 of <private>, true, 1.500000")
        #expect(text("\([1, 2] as NSArray)") == "<private>")
        #expect(text("\(URLError(.timedOut))") == "<private>")
        #expect(text("\(name)", showsPrivate: true) == "secret")
    }

    @Test("privacy of an interpolation overrides the default")
    func explicitPrivacy() {
        let name = "secret"
        #expect(text("\(name, privacy: .public)") == "secret")
        #expect(text("\(7, privacy: .private)") == "<private>")
        #expect(text("\(7, privacy: .private)", showsPrivate: true) == "7")
        #expect(text("\(name, privacy: .sensitive)", showsPrivate: true) == "<sensitive>")
    }

    @Test("equal values have equal hashes, which do not contain the value")
    func hashes() {
        func hash(_ value: String) -> String { text("\(value, privacy: .private(mask: .hash))") }
        #expect(hash("alice") == hash("alice"))
        #expect(hash("alice") != hash("bob"))
        #expect(hash("alice").hasPrefix("<mask.hash: '"))
        #expect(!hash("alice").contains("alice"))
    }

    @Test("formats and alignments of numbers and strings")
    func formats() {
        #expect(text("\(255, format: .hex(includePrefix: true, uppercase: true))") == "0xFF")
        #expect(text("\(-5, format: .decimal(explicitPositiveSign: true, minDigits: 3))") == "-005")
        #expect(text("\(8, format: .octal(includePrefix: true))") == "0o10")
        #expect(text("\(3.14159, format: .fixed(precision: 2))") == "3.14")
        #expect(text("\(1234.5, format: .exponential(precision: 1))") == "1.2e+03")
        #expect(text("\(false, format: .answer)") == "NO")
        #expect(text("\(5, align: .right(columns: 3))|") == "  5|")
        #expect(text("\("ab", align: .left(columns: 4), privacy: .public)|") == "ab  |")
        #expect(text("\(Int32(ENOENT), format: .darwinErrno)") == "[2: No such file or directory]")
        #expect(text("\(Int8.min, format: .hex)") == "-80")
    }

    @Test("a width of another program cannot ask for much memory")
    func limitedWidths() {
        #expect(text("\(1, align: .right(columns: .max))").count == OSLogStringAlignment.maximumColumns)
        #expect(text("\(1, format: .decimal(minDigits: .max))").count == OSLogIntegerFormatting.maximumDigits)
        #expect(LogFormat.text("%999999999d", [1], showsPrivate: true).count == LogFormat.maximumWidth)
    }

    @Test("values of a message that is not written are not evaluated")
    func laziness() {
        var count = 0
        func value() -> Int {
            count += 1
            return count
        }
        Logger(.disabled).error("\(value())")
        #expect(count == 0)
        #expect(text("\(value())") == "1")
    }

    @Test(
        "formats of os_log",
        arguments: [
            ("%d of %ld", [3, 4], "3 of 4"), ("%{public}s", [], "<?>"), ("%x %X %o", [255, 255, 8], "ff FF 10"),
            ("%5d|%-5d|%05d", [1, 2, 3], "    1|2    |00003"), ("100%%", [], "100%"), ("%*d", [4, 7], "   7"),
            ("%", [], "%"), ("%{public", [], "%{public"), ("%q", [1], "%q"), ("%u", [-1], "18446744073709551615"),
            ("%c", [65], "A"), ("no arguments", [1], "no arguments"),
        ] as [(String, [Int], String)])
    func integerFormats(format: String, arguments: [Int], expected: String) {
        #expect(LogFormat.text(format, arguments, showsPrivate: false) == expected)
    }

    @Test("strings, objects and numbers in formats of os_log")
    func otherFormats() {
        func text(_ format: String, _ arguments: any CVarArg...) -> String {
            LogFormat.text(format, arguments, showsPrivate: false)
        }
        #expect(text("%{public}@ took %.1f s", "film" as NSString, 1.25) == "film took 1.2 s")
        #expect(text("%@ %s", "a" as NSString, "b" as NSString) == "<private> <private>")
        #expect(text("%{private}d", 1) == "<private>")
        #expect(text("%{public, uuid_t}@|", "x" as NSString) == "x|")
        #expect(text("%{public}.2s", "abc" as NSString) == "ab")
        #expect(text("%d", "text" as NSString) == "<?>")
        "film".withCString { #expect(text("%{public}s", $0) == "film") }
    }
}

@Suite("os: output")
struct LogOutputTests {
    private func settings(_ environment: [String: String], journal: Bool = false) -> LogSettings {
        LogSettings(environment, standardErrorIsJournal: journal)
    }

    @Test("the environment chooses the destination and the lowest type")
    func environment() {
        #expect(settings([:]).destination == .standardError)
        #expect(settings([:], journal: true).destination == .journal)
        #expect(settings(["OPENAVKIT_LOG": "stderr"], journal: true).destination == .standardError)
        #expect(settings(["OPENAVKIT_LOG": "off"]).destination == .none)
        let output = LogOutput(settings(["OPENAVKIT_LOG_LEVEL": "error"]), journal: "", descriptor: -1)
        #expect(output.isEnabled(.fault) && output.isEnabled(.error))
        #expect(!output.isEnabled(.default) && !output.isEnabled(.info) && !output.isEnabled(.debug))
        #expect(!LogOutput(settings(["OPENAVKIT_LOG": "off"]), journal: "", descriptor: -1).isEnabled(.fault))
    }

    @Test("a line on standard error names time, process, type, subsystem and category")
    func line() throws {
        let pipe = Pipe()
        let output = LogOutput(
            settings([:]), journal: "", descriptor: pipe.fileHandleForWriting.fileDescriptor, process: "player")
        output.write(LogRecord(type: .error, subsystem: "com.example", category: "net", text: "no route"))
        output.write(LogRecord(type: .default, subsystem: "", category: "", text: "plain"))
        try pipe.fileHandleForWriting.close()
        let lines = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            .split(separator: "\n")
        try #require(lines.count == 2)
        let first = try Regex(
            #"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}[+-]\d{4} player\[\d+:\d+\] error \[com\.example:net\] no route"#)
        #expect(lines[0].wholeMatch(of: first) != nil)
        #expect(lines[1].hasSuffix("] plain"))
    }

    @Test("the journal receives fields, and those with line breaks with their length")
    func journal() throws {
        let path = NSTemporaryDirectory() + "openavkit-journal-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        let server = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer {
            close(server)
            unlink(path)
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(server, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0)
        let output = LogOutput(settings([:], journal: true), journal: path, descriptor: -1, process: "player")
        output.write(LogRecord(type: .fault, subsystem: "com.example", category: "net", text: "two\nlines"))
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(server, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        try #require(count > 0)
        let bytes = buffer.prefix(count)
        #expect(bytes.starts(with: Array("MESSAGE\n".utf8) + [9, 0, 0, 0, 0, 0, 0, 0] + Array("two\nlines\n".utf8)))
        let text = String(decoding: bytes, as: UTF8.self)
        for field in ["PRIORITY=2", "SYSLOG_IDENTIFIER=player", "SUBSYSTEM=com.example", "CATEGORY=net"] {
            #expect(text.contains(field + "\n"))
        }
    }

    @Test("without a journal, messages for it are written to standard error")
    func missingJournal() throws {
        let pipe = Pipe()
        let output = LogOutput(
            settings([:], journal: true), journal: "/nonexistent/socket",
            descriptor: pipe.fileHandleForWriting.fileDescriptor)
        output.write(LogRecord(type: .info, subsystem: "", category: "", text: "kept"))
        try pipe.fileHandleForWriting.close()
        #expect(String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).contains("info kept"))
    }

    @Test("a long message is truncated at a character")
    func truncation() {
        let record = LogRecord(
            type: .info, subsystem: "", category: "", text: String(repeating: "ä", count: LogRecord.maximumBytes))
        let text = record.truncated().text
        #expect(text.utf8.count <= LogRecord.maximumBytes + 3)
        #expect(text.hasSuffix("ä…"))
    }
}

@Suite("os: signposts")
struct SignpostTests {
    @Test("without the setting, signposts are off and tasks run")
    func off() throws {
        let signposter = OSSignposter(subsystem: "com.example", category: .pointsOfInterest)
        #expect(!signposter.isEnabled)
        #expect(signposter.withIntervalSignpost("load") { 3 } == 3)
        #expect(signposter.makeSignpostID() != signposter.makeSignpostID())
        let object = NSObject()
        #expect(signposter.makeSignpostID(from: object) == signposter.makeSignpostID(from: object))
    }
}
