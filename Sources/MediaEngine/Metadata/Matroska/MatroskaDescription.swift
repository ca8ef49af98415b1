import Foundation

/// Reads the metadata, chapters and cover pictures of Matroska files (RFC 9559).
struct MatroskaDescription {
    private enum ID {
        static let segment: UInt64 = 0x1853_8067
        static let cluster: UInt64 = 0x1F43_B675
        static let (seekHead, seek): (UInt64, UInt64) = (0x114D_9B74, 0x4DBB)
        static let (seekID, seekPosition): (UInt64, UInt64) = (0x53AB, 0x53AC)
        static let (info, chapters): (UInt64, UInt64) = (0x1549_A966, 0x1043_A770)
        static let (tags, attachments): (UInt64, UInt64) = (0x1254_C367, 0x1941_A469)
        static let read: Set<UInt64> = [info, chapters, tags, attachments]
    }

    private let bytes: ContainerBytes
    private let end: Int64
    private var result = ContainerDescription()
    /// The offsets of the elements that have been read.
    private var done: Set<Int64> = []
    private var title: String?

    /// The maximum number of elements before the first cluster, and of references to elements behind it.
    private static let maximumHeaders = 256
    private static let maximumReferences = 256

    /// - Returns: nil if the bytes contain no segment.
    static func read(_ bytes: ContainerBytes, size: Int64?) -> ContainerDescription? {
        var reader = MatroskaDescription(bytes: bytes, end: size ?? Int64.max / 2)
        return reader.readFile() ? reader.result : nil
    }

    private init(bytes: ContainerBytes, end: Int64) {
        self.bytes = bytes
        self.end = end
    }

    /// Returns the identifier of a file, by which others refer to it; nil without one.
    static func segment(of bytes: ContainerBytes, size: Int64) -> [UInt8]? {
        let segment = MatroskaElements(bytes, in: 0..<size).prefix(4).first { $0.id == ID.segment }
        guard let segment else { return nil }
        for element in MatroskaElements(bytes, in: segment.content).prefix(maximumHeaders) {
            if element.id == ID.cluster { return nil }
            guard element.id == ID.info else { continue }
            let field = MatroskaElements(bytes, in: element.content).first { $0.id == 0x73A4 }
            return field.flatMap { bytes.bytes(in: $0.content) }
        }
        return nil
    }

    private mutating func readFile() -> Bool {
        guard let segment = MatroskaElements(bytes, in: 0..<end).prefix(4).first(where: { $0.id == ID.segment }) else {
            return false
        }
        var references: [Int64] = []
        for element in MatroskaElements(bytes, in: segment.content).prefix(Self.maximumHeaders) {
            if element.id == ID.cluster { break }
            if element.id == ID.seekHead { references += positions(element, segment) } else { readHeader(element) }
        }
        // Elements behind the clusters; a second list of references may be one of them.
        var next = 0
        while next < references.count, next < Self.maximumReferences {
            let position = references[next]
            next += 1
            guard segment.content.contains(position), !done.contains(position) else { continue }
            var elements = MatroskaElements(bytes, in: position..<segment.content.upperBound)
            guard let element = elements.next() else { continue }
            if element.id == ID.seekHead {
                done.insert(position)
                references += positions(element, segment)
            } else {
                readHeader(element)
            }
        }
        if let title, !result.tags.contains(where: { $0.key.uppercased() == "TITLE" }) {
            result.tags.insert(ContainerTag(.fieldName, "TITLE", .text(title)), at: 0)
        }
        return true
    }

    private func positions(_ list: MatroskaElement, _ segment: MatroskaElement) -> [Int64] {
        MatroskaElements(bytes, in: list.content).prefix(Self.maximumReferences).compactMap { seek in
            guard seek.id == ID.seek else { return nil }
            var (id, position): (UInt64?, UInt64?)
            for field in MatroskaElements(bytes, in: seek.content) {
                if field.id == ID.seekID { id = bytes.integer(field) }
                if field.id == ID.seekPosition { position = bytes.integer(field) }
            }
            guard let id, ID.read.contains(id) || id == ID.seekHead, let position, position < UInt64(Int64.max / 2)
            else {
                return nil
            }
            return segment.content.lowerBound + Int64(position)
        }
    }

    private mutating func readHeader(_ element: MatroskaElement) {
        guard ID.read.contains(element.id), done.insert(element.start).inserted else {
            return
        }
        switch element.id {
        case ID.info: readInfo(element)
        case ID.chapters:
            let chapters = MatroskaChapters(element, bytes)
            result.chapters += chapters.chapters
            if let ordered = chapters.ordered { result.ordered = ordered }
            result.editions += chapters.editions
            for finding in chapters.findings { result.report(finding) }
        case ID.tags:
            for tag in MatroskaTags.read(element, bytes, findings: &result.findings) { result.add(tag) }
        default: readAttachments(element)
        }
    }

    private mutating func readInfo(_ info: MatroskaElement) {
        for field in MatroskaElements(bytes, in: info.content) {
            switch field.id {
            case 0x73A4: result.segment = bytes.bytes(in: field.content)
            case 0x7BA9: title = bytes.text(field).flatMap { $0.isEmpty ? nil : $0 }
            case 0x5741:
                if let text = bytes.text(field), !text.isEmpty {
                    result.add(ContainerTag(.fieldName, "ENCODER", .text(text)))
                }
            default: break
            }
        }
    }

    /// Adds the cover pictures, which are named "cover" (RFC 9559 section 21); other attachments are not metadata.
    private mutating func readAttachments(_ attachments: MatroskaElement) {
        for file in MatroskaElements(bytes, in: attachments.content) where file.id == 0x61A7 {
            var (name, type, info) = ("", "", "")
            var data: MatroskaElement?
            for field in MatroskaElements(bytes, in: file.content) {
                switch field.id {
                case 0x466E: name = bytes.text(field) ?? ""
                case 0x4660: type = bytes.text(field) ?? ""
                case 0x467E: info = bytes.text(field) ?? ""
                case 0x465C: data = field
                default: break
                }
            }
            guard type.hasPrefix("image/"), let data else { continue }
            guard data.byteCount <= ContainerDescription.maximumValueBytes, let picture = bytes.bytes(in: data.content)
            else {
                result.report("The attachment \u{201C}\(name)\u{201D} has \(data.byteCount) bytes; it cannot be read.")
                continue
            }
            let isCover = name.lowercased().hasPrefix("cover")
            let tag = result.tags.count
            result.addPicture(.fieldName, "METADATA_BLOCK_PICTURE", picture, info: info.isEmpty ? name : info)
            // The picture named "cover" precedes small and landscape forms.
            if isCover, tag < result.tags.count,
                let first = result.tags.firstIndex(where: { $0.key == "METADATA_BLOCK_PICTURE" }), first < tag,
                !name.lowercased().hasPrefix("cover_land")
            {
                result.tags.swapAt(first, tag)
            }
        }
    }
}
