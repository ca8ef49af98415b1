import Foundation
import SourcePort
import Testing

struct FileTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "port-files-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    @Test("a selector, its method in another file, is converted with the method's name and labels")
    func otherFile() throws {
        let first = folder.appendingPathComponent("A.swift")
        let second = folder.appendingPathComponent("B.swift")
        try Data("extension Screen { func a() -> Selector { #selector(tap) } }\n".utf8).write(to: first)
        try Data("class Screen: NSObject { @objc func tap(sender: Any) {} }\n".utf8).write(to: second)
        let conversion = FileConversion(files: [first.path, second.path], settings: Settings())
        #expect(
            conversion.conversions[0].converted
                == "extension Screen { func a() -> Selector { Selector(\"tapWithSender:\", Screen.tap) } }\n")
    }

    @Test("a replaced file keeps its permissions and its symbolic link, and no other file remains")
    func replacement() throws {
        let file = folder.appendingPathComponent("A.swift")
        let link = folder.appendingPathComponent("Link.swift")
        try Data("old".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        try FileReplacement.write("new", to: link.path)
        #expect(try String(contentsOf: file, encoding: .utf8) == "new")
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o640)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["A.swift", "Link.swift"])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
    }

    @Test("a folder's Swift files are found in subfolders, without hidden ones")
    func search() throws {
        for name in ["B.swift", "Sub/A.swift", ".build/C.swift", "Sub/notes.txt", ".hidden.swift"] {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: file)
        }
        let files = try SourceTree.files(in: [folder.path, folder.path + "/B.swift"]).get()
        #expect(files == ["\(folder.path)/B.swift", "\(folder.path)/Sub/A.swift"])
        #expect(throws: SourceTree.Failure.self) { try SourceTree.files(in: [folder.path + "/None"]).get() }
    }

    @Test("the difference of a conversion can be applied by patch")
    func difference() throws {
        let original =
            (1...20).map { "// line \($0)\n" }.joined() + "class A: NSObject {\n    @objc\n    @objc func tap() {}\n}\n"
        let conversion = Conversion(original, file: "A.swift")
        let file = folder.appendingPathComponent("A.swift")
        try Data(original.utf8).write(to: file)
        try Data(UnifiedDiff.text(of: conversion).utf8).write(to: folder.appendingPathComponent("A.patch"))
        let patch = Process()
        patch.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        patch.arguments = ["git", "apply", "-p0", "A.patch"]
        patch.currentDirectoryURL = folder
        try patch.run()
        patch.waitUntilExit()
        #expect(patch.terminationStatus == 0)
        #expect(try String(contentsOf: file, encoding: .utf8) == conversion.converted)
        #expect(conversion.isChanged)
    }

    @Test("a generated source begins with the place of its original, and keeps neither byte order mark nor shebang")
    func generatedSource() {
        let marked = Conversion("\u{FEFF}class A { @objc func tap() {} }\n")
        #expect(
            GeneratedSource.text(of: marked, originalPath: "/a \"b\"/A.swift")
                == "#sourceLocation(file: \"/a \\\"b\\\"/A.swift\", line: 1)\nclass A { func tap() {} }\n")
        #expect(
            GeneratedSource.text(of: Conversion("#!/usr/bin/swift\n"), originalPath: "/A").hasSuffix(
                "\n//#!/usr/bin/swift\n"))
    }

    @Test("a finding names file, line, column, reason and a suggested edit")
    func finding() throws {
        let conversion = Conversion("import Metal\n", file: "A.swift")
        let finding = try #require(conversion.findings.first)
        #expect(finding.description.hasPrefix("A.swift:1:1: warning: the import of Metal becomes a comment: "))
        #expect(finding.description.contains("[import] Suggested edit: "))
    }
}
