import UniversalMediaCatalog

/// CAT-ART-FETCH: an image that cannot be fetched, or has the wrong Content-Type. Applies only when images are inspected.
struct ArtworkAvailable: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-ART-FETCH", "The image of an artwork exists, and its server sends the right Content-Type.",
        level: .warning, tag: "D",
        section: "umc-catalog.md 3.7", remedy: "upload the image, or correct its URL", class: .mustFix,
        bad: [
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "LB-SHOW-0200/gone.jpg", images: [gone: .status(404)]),
            RuleExample(
                .catalog, "LB-SHOW-0200/tile.jpg", "LB-SHOW-0200/gone.jpg",
                images: [gone: .typed("text/html; charset=utf-8")]),
        ],
        good: [
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "LB-SHOW-0200/gone.jpg", images: [gone: .typed("image/png")])
        ],
        nearMisses: [
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "LB-SHOW-0200/gone.jpg", images: [gone: .typed("IMAGE/PNG")])
        ])

    private static let gone = "https://img.example.org/LB-SHOW-0200/gone.jpg"

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let inspector = item.artwork else { return }
        item.forEach(.artwork) { node in
            guard let url = node[.url], !url.isBlank else { return }
            switch inspector.inspect(url.string) {
            case .none: break
            case .limit(let limit):
                findings.report(
                    info, at: node, level: .info, remedy: "raise the limit, or check a part of the catalog",
                    "\(limit) images were fetched; this image and later ones were not inspected")
            case .unavailable(let message, let remedy):
                findings.report(info, at: node, remedy: remedy, "\(url.shown): \(message)")
            case .file(let file): check(file, url, node, &findings)
            }
        }
    }

    private func check(_ file: ArtworkInspector.File, _ url: FeedText, _ node: FeedNode, _ findings: inout Findings) {
        guard file.isFetched, case .image(let header) = file.reading else { return }
        let wanted = header.format == .jpeg ? ["image/jpeg", "image/jpg"] : ["image/png"]
        let type = file.contentType?.prefix { $0 != ";" }.lowercased().filter { $0 != " " } ?? ""
        guard !wanted.contains(type) else { return }
        findings.report(
            info, at: node, remedy: "make the server send Content-Type: \(wanted[0])",
            "\(url.shown) is a \(header.format.rawValue), but its server sends "
                + (type.isEmpty ? "no Content-Type" : "Content-Type `\(type)`")
        )
    }
}

/// CAT-ART-SPEC: format, shape and size of an image, read from its header. Applies only when images are inspected.
struct ArtworkSpecification: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-ART-SPEC", "The image of an artwork has the format, shape and size required for its type.",
        level: .warning,
        tag: "D", section: "umc-catalog.md 3.7",
        remedy: "deliver the image as umc-catalog.md 3.7 requires for this type",
        bad: [
            RuleExample(.catalog, from, to, images: [tile: .jpeg(1280, 720)]),
            RuleExample(.catalog, from, to, images: [tile: .jpeg(3840, 2880)]),
            RuleExample(.catalog, from, to, images: [tile: .jpeg(3840, 2160, components: 4)]),
            RuleExample(.catalog, from, to, images: [tile: .gif(3840, 2160)]),
            RuleExample(
                .catalog, "LB-SHOW-0200/logo.png\"", "LB-SHOW-0200/logo.png\"",
                images: ["https://img.example.org/LB-SHOW-0200/logo.png": .png(2000, 600)]),
        ],
        good: [RuleExample(.catalog, from, to, images: [tile: .jpeg(3840, 2160)])],
        nearMisses: [
            // 16:9 with a tolerance of 1 %.
            RuleExample(.catalog, from, to, images: [tile: .jpeg(3840, 2145)]),
            RuleExample(.catalog, from, to, images: [tile: .png(1920, 1080)]),
            RuleExample(
                .catalog, "LB-SHOW-0200/logo.png\"", "LB-SHOW-0200/logo.png\"",
                images: ["https://img.example.org/LB-SHOW-0200/logo.png": .png(1000, 1300, hasAlpha: true)]),
        ])

    private static let from = "LB-SHOW-0200/tile.jpg"
    private static let to = "LB-SHOW-0200/tile.jpg"
    private static let tile = "https://img.example.org/LB-SHOW-0200/tile.jpg"
    static let maximumBytes = 30 << 20

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let inspector = item.artwork else { return }
        item.forEach(.artwork) { node in
            guard let url = node[.url], !url.isBlank, case .file(let file) = inspector.inspect(url.string) else {
                return
            }
            let kind = node[.type].flatMap { ArtworkKind.named($0) }
            for fault in Self.faults(file, kind) {
                findings.report(info, at: node, remedy: fault.remedy, "\(url.shown) \(fault.message)")
            }
        }
    }

    struct Fault: Equatable {
        var message: String
        var remedy: String
    }

    /// - Parameter kind: the artwork type; nil: unknown.
    static func faults(_ file: ArtworkInspector.File, _ kind: ArtworkKind?) -> [Fault] {
        var faults: [Fault] = []
        if let count = file.byteCount, count > maximumBytes {
            faults.append(Fault(message: "has \(count) bytes; 30 MB are allowed", remedy: "compress it more"))
        }
        let formats = kind?.isLogo == true ? "a PNG with transparency" : "a JPEG or a PNG"
        switch file.reading {
        case .other(let name):
            faults.append(Fault(message: "is \(name)", remedy: "deliver \(formats)"))
        case .damaged(let why):
            faults.append(
                Fault(message: "is damaged: \(why)", remedy: "export the image again, and upload it completely"))
        case .needsMore:
            faults.append(
                Fault(
                    message: "has no frame header within its first megabyte",
                    remedy: "remove embedded previews and profiles"))
        case .image(let header):
            if file.isCut {
                faults.append(
                    Fault(
                        message: "is truncated: it lacks the end marker of a \(header.format.rawValue)",
                        remedy: "upload it again completely")
                )
            }
            faults += colorFaults(header, kind)
            if let kind { faults += sizeFaults(header, kind) }
        }
        return faults
    }

    private static func colorFaults(_ header: ImageHeader, _ kind: ArtworkKind?) -> [Fault] {
        var faults: [Fault] = []
        if header.color == .cmyk {
            faults.append(Fault(message: "is a JPEG in CMYK", remedy: "export it in RGB"))
        } else if header.color == .gray, kind?.isLogo != true {
            faults.append(Fault(message: "is in grey scale", remedy: "export it in RGB"))
        }
        if let kind, kind.isLogo {
            if header.format != .png {
                faults.append(Fault(message: "is a logo as JPEG", remedy: "deliver a PNG with transparency"))
            } else if !header.hasAlpha {
                faults.append(
                    Fault(message: "is a logo without transparency", remedy: "export it with an alpha channel"))
            }
        }
        return faults
    }

    private static func sizeFaults(_ header: ImageHeader, _ kind: ArtworkKind) -> [Fault] {
        var faults: [Fault] = []
        let size = ArtworkKind.Size(width: header.width, height: header.height)
        let ratio = Double(size.width) / Double(size.height)
        let fits = kind.ratios.contains { wanted in
            let wanted = Double(wanted.width) / Double(wanted.height)
            return abs(ratio / wanted - 1) <= 0.01
        }
        if !kind.ratios.isEmpty, !fits {
            let wanted = kind.ratios.map { "\($0.width):\($0.height)" }.joined(separator: " or ")
            faults.append(
                Fault(
                    message: "has \(size) pixels; `\(kind.name)` requires the ratio \(wanted)",
                    remedy: "crop it, preferably to \(kind.recommended)"))
        }
        if size.width < kind.minimum.width || size.height < kind.minimum.height {
            faults.append(
                Fault(
                    message: "has \(size) pixels; `\(kind.name)` requires at least \(kind.minimum)",
                    remedy: "export it larger, preferably with \(kind.recommended); do not scale up a small image"))
        }
        if let maximum = kind.maximum, size.width > maximum.width || size.height > maximum.height {
            faults.append(
                Fault(message: "has \(size) pixels; `\(kind.name)` allows at most \(maximum)", remedy: "scale it down"))
        }
        return faults
    }
}
