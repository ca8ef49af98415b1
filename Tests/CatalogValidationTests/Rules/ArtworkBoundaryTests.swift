import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Conditions of the rules about artwork that their examples leave open.
struct ArtworkBoundaryTests {
    private static let tile = "LB-SHOW-0200/tile.jpg"
    private static let server = "https://img.example.org/"

    /// What a rule reports where the tile of the second show has another URL.
    private func reports(_ id: String, url: String) throws -> [Finding] {
        try RuleReports.of(id, Self.server + Self.tile, url)
    }

    @Test(
        "a file name that is a word for one type, up to a full stop or a digit, contradicts every other type",
        arguments: [
            ("square.jpg", 1), ("poster.jpg", 1), ("poster2.jpg", 1), ("LOGO.jpg", 1), ("Tile7.jpg", 0),
            ("logos.jpg", 0), ("logo-wide.jpg", 0), ("square", 0),
        ])
    func typeWords(_ file: String, count: Int) throws {
        #expect(try reports("CAT-ART-NAME", url: Self.server + "LB-SHOW-0200/" + file).count == count)
    }

    @Test(
        "a poster may be a small background, and an image of an unknown type has any name",
        arguments: [
            ("poster.jpg", "centered_background_small", 0), ("poster.jpg", "cover_artwork_vertical", 0),
            ("poster.jpg", "centered_background", 1), ("logo.jpg", "banner", 0),
            ("logo.png", "content_logo_monochromatic", 0),
        ])
    func typesOfWords(_ file: String, _ type: String, count: Int) throws {
        let found = try RuleReports.of(
            "CAT-ART-NAME", Self.tile + "\" type=\"tile_artwork\"",
            "LB-SHOW-0200/x/\(file)\" type=\"\(type)\"")
        #expect(found.count == count)
    }

    @Test(
        "the folder of an image, and the one above, are none of thumbnails",
        arguments: [
            ("thumb/a.jpg", 1), ("Thumbnails/a/b.jpg", 1), ("thumbs/a/b/c.jpg", 0), ("thumbprints/a.jpg", 0),
            ("tumbs/a.jpg", 0),
        ])
    func thumbnailFolders(_ path: String, count: Int) throws {
        #expect(try reports("CAT-ART-NAME", url: Self.server + path).count == count)
    }

    @Test(
        "a language at the end of a file name is one of the item's titles, and its locales name only others of them",
        arguments: [
            ("cover-h_fr.jpg", "ja", 1), ("cover-h-FR.jpg", "ja,ja-JP", 1), ("cover-h-de.jpg", "ja", 0),
            ("cover-h-fr.jpg", "*-JP", 0), ("cover-h-fr.jpg", "de-DE", 0), ("cover-h-fr.jpg", "ja,fr", 0),
            ("cover-hfr.jpg", "ja", 0), ("cover-h-fr.jpg", "de,ja", 1),
        ])
    func languagesOfNames(_ file: String, _ locales: String, count: Int) throws {
        let found = try RuleReports.of(
            "CAT-ART-NAME", "cover-h-fr.jpg\" type=\"cover_artwork_horizontal\" locales=\"fr,fr-FR\"",
            "\(file)\" type=\"cover_artwork_horizontal\" locales=\"\(locales)\"")
        #expect(found.count == count)
    }

    @Test(
        "characters of a URL that no image has are reported, and the same ones in its query or path where allowed are not",
        arguments: [
            ("a@b.jpg", 0), ("a.jpg?q={w}", 1), ("a%2.jpg", 1), ("a.jpg?q=%", 1), ("a%2f.jpg", 0),
            ("a.jpg?u=b//c", 0), ("a//b.jpg", 1), ("https://cdn.example.org/a.jpg", 0), ("a.jpg?x#y", 1),
        ])
    func characters(_ path: String, count: Int) throws {
        #expect(try reports("CAT-ART-HOST", url: Self.server + path).count == count)
    }

    @Test(
        "the whole name of a file, or its beginning before a hyphen, says that it is a placeholder",
        arguments: [
            ("missing.jpg", 1), ("missing2.jpg", 0), ("NULL.png", 1), ("nullify.png", 0), ("placeholder_a.jpg", 1),
            ("placeholders.jpg", 0), ("noimage7.jpg", 1), ("404.jpg", 1), ("4040.jpg", 0), ("dummy-a.jpg", 1),
        ])
    func placeholders(_ file: String, count: Int) throws {
        #expect(try reports("CAT-ART-HOST", url: Self.server + file).count == count)
    }

    @Test(
        "a URL names a file or has a query, ends with no full stop and has each extension once",
        arguments: [
            ("?id=7", 0), ("a/", 1), ("a/?id=7", 0), ("a.jpeg.jpg", 0), ("a.JPG.jpg", 1), ("a.b.", 1), ("a.1.1", 0),
        ])
    func files(_ path: String, count: Int) throws {
        #expect(try reports("CAT-ART-HOST", url: Self.server + path).count == count)
    }

    @Test(
        "parameters of signed URLs are reported by their whole names, in any case and at any place",
        arguments: [
            ("Signature=a", 1), ("X-Amz-Signature=a", 1), ("se=2", 1), ("see=2", 0), ("v=1&amp;EXP=3", 1),
            ("v=exp", 0), ("hdnts", 1), ("v=1", 0),
        ])
    func signatures(_ query: String, count: Int) throws {
        #expect(try reports("CAT-ART-HOST", url: Self.server + "a.jpg?" + query).count == count)
    }

    @Test("a file that is shared by its page is none of the service", arguments: ["dropbox.com", "WWW.dropbox.com"])
    func sharing(_ host: String) throws {
        #expect(try reports("CAT-ART-HOST", url: "https://\(host)/s/a.jpg").count == 1)
        #expect(try reports("CAT-ART-HOST", url: "https://my\(host)/s/a.jpg").isEmpty)
    }

    @Test("the smallest width and height of a type are allowed, and one pixel less is not")
    func smallestSizes() throws {
        let least = try #require(ArtworkKind.all.first { $0.name == "tile_artwork" }).minimum
        for (query, count) in [
            ("w=\(least.width)", 0), ("w=\(least.width - 1)", 1), ("HEIGHT=\(least.height)", 0),
            ("Width=\(least.width - 1)", 1), ("h=\(least.height - 1)", 1), ("hw=1", 0), ("w=x", 0),
        ] {
            #expect(try reports("CAT-ART-URL-SIZE", url: Self.server + "a.jpg?" + query).count == count, "\(query)")
        }
    }

    @Test(
        "the shape of a named size may differ by two per cent from that of the type",
        arguments: [("3840x2200", 0), ("3840x2210", 1), ("3840x2120", 0), ("3840x2110", 1)])
    func shapes(_ size: String, count: Int) throws {
        #expect(try reports("CAT-ART-URL-SIZE", url: Self.server + "a_\(size).jpg").count == count)
    }

    @Test(
        "a size that names a file or a folder has three to five digits on both sides and letters on none",
        arguments: [
            ("640X360.jpg", 1), ("640x360b.jpg", 0), ("99x99.jpg", 0), ("640x99.jpg", 0), ("123456x640.jpg", 0),
            ("a640x360.jpg", 0), ("640x360/a.jpg", 1), ("a640x360/a.jpg", 0),
            ("640x360b/a.jpg", 0), ("99x99/a.jpg", 0), ("comp.jpg", 1), ("a_low-res.jpg", 1), ("a-thumb.jpg", 0),
            ("thumb", 0),
        ])
    func namedSizes(_ file: String, count: Int) throws {
        #expect(try reports("CAT-ART-URL-SIZE", url: Self.server + file).count == count)
    }

    @Test(
        "http is a warning, and a URL without host or scheme is an error",
        arguments: [
            ("HTTP://img.example.org/a.jpg", Level.warning), ("https://", .error), ("https://?a", .error),
            ("https://:80/a.jpg", .error), ("ftp://img.example.org/a.jpg", .error), ("", .error), (" ", .error),
        ])
    func urls(_ url: String, level: Level) throws {
        #expect(try reports("CAT-ART-URL", url: url).map(\.level) == [level])
    }

    @Test(
        "extensions of other formats are reported behind the last full stop of the path, also before query and fragment",
        arguments: [
            ("a.gif", 1), ("a.SVG", 1), ("a.html", 1), ("a.php", 0), ("a.webp?v=1", 1), ("a.webp#b", 1),
            ("a.jpg?f=a.gif", 0), ("a.gif/b", 0), ("mypng", 1), ("m1jpg", 0), ("jpg", 0), ("a.tiff2", 0),
        ])
    func extensions(_ file: String, count: Int) throws {
        #expect(try reports("CAT-ART-EXT", url: Self.server + file).count == count)
    }

    @Test("the host of a URL has no extension, and a logo as JPEG is reported with either extension")
    func otherExtensions() throws {
        #expect(try reports("CAT-ART-EXT", url: "https://img.gif").isEmpty)
        for name in ["logo.jpeg", "logo.JPG"] {
            #expect(try RuleReports.of("CAT-ART-EXT", "LB-SHOW-0200/logo.png", "LB-SHOW-0200/" + name).count == 1)
        }
    }

    @Test(
        "wildcards of locales are allowed for the region of a language, or for its language",
        arguments: [("*-AU", 0), ("en-*", 0), ("*-A_U", 1), ("*-", 1), ("*", 1), ("english-*", 1), ("e-*", 1)])
    func wildcards(_ locale: String, count: Int) throws {
        #expect(try RuleReports.of("CAT-ART-LOCALES", "\"fr,fr-FR\"", "\"\(locale)\"").count == count)
    }

    @Test(
        "artwork in a locale without a title is a warning, and advice where its list has a title's locale of the language",
        arguments: [
            ("de-DE", [Level.warning]), ("fr-CA", [.warning]), ("fr-FR,fr-CA", [.info]),
            ("FR-fr,fr-CA,de-DE", [.info, .warning]), ("ja", []),
        ])
    func localesOfTitles(_ locales: String, levels: [Level]) throws {
        let found = try RuleReports.of("CAT-ART-TITLE", "\"fr,fr-FR\"", "\"\(locales)\"")
        #expect(found.map(\.level) == levels)
    }

    @Test(
        "artwork of a type for one kind of item is a warning at others and advice at extras; other types are advice",
        arguments: [
            (tile + "\" type=\"tile_artwork\"", "episode_still", Level.warning),
            (tile + "\" type=\"tile_artwork\"", "sporting_event_artwork", .warning),
            ("LB-EXT-0200-T1/cover-h.jpg\" type=\"cover_artwork_horizontal\"", "episode_still", .info),
            ("LB-EP-0100-0101/still.jpg\" type=\"episode_still\"", "tile_artwork", .info),
        ])
    func uses(_ original: String, _ type: String, level: Level) throws {
        let file = original.prefix { $0 != "\"" }
        let found = try RuleReports.of("CAT-ART-USE", original, "\(file)\" type=\"\(type)\"")
        #expect(found.map(\.level) == [level])
    }

    @Test("a logo of either kind needs locales, and blank ones are none", arguments: ["", " locales=\" \""])
    func logos(_ locales: String) throws {
        for kind in ["polychromatic", "monochromatic"] {
            let found = try RuleReports.of(
                "CAT-ART-LOGO-LOCALE",
                "LB-SHOW-0200/logo.png\" type=\"content_logo_polychromatic\" locales=\"en-US\"",
                "LB-SHOW-0200/logo.png\" type=\"content_logo_\(kind)\"\(locales)")
            #expect(found.count == 1)
        }
    }

    @Test(
        "one image for two types is advice where both have its shape, and a warning where it cannot have both",
        arguments: [
            ("LB-SHOW-0200/bg.jpg", tile, Level.info), ("LB-SHOW-0200/logo.png", tile, .warning),
            ("LB-MOV-0001/cover-h-fr.jpg", "LB-MOV-0001/cover-h-en.jpg", .warning),
        ])
    func repeated(_ original: String, _ file: String, level: Level) throws {
        #expect(try RuleReports.of("CAT-ART-REPEATED", original, file).map(\.level) == [level])
    }

    @Test(
        "two images of one type are different where their locales differ",
        arguments: [(" locales=\"en-US\"", 0), ("", 1)])
    func twoOfOneType(_ locales: String, count: Int) throws {
        let original = Self.tile + "\" type=\"tile_artwork\"/>"
        let other = "<artwork url=\"\(Self.server)LB-SHOW-0200/tile-b.jpg\" type=\"tile_artwork\"\(locales)/>"
        #expect(try RuleReports.of("CAT-ART-REPEATED", original, original + other).count == count)
    }

    @Test(
        "an image of a season, an extra or another work that belongs together is shared; that of a strange work is not",
        arguments: [
            ("LB-SEAS-0100-1/square.jpg", "LB-SHOW-0100/square.jpg", 0),
            ("LB-EP-0100-0101/still.jpg", "LB-SHOW-0100/cover-h.jpg", 0),
            ("LB-EP-0100-0101/still.jpg", "LB-SHOW-0200/cover-h.jpg", 1),
            ("LB-EXT-0200-T1/cover-h.jpg", "LB-SHOW-0100/cover-h.jpg", 1),
        ])
    func shared(_ original: String, _ file: String, count: Int) throws {
        let found = try RuleReports.of("CAT-ART-SHARED", Self.server + original, Self.server + file)
        #expect(found.map(\.level) == Array(repeating: .warning, count: count))
    }

    @Test(
        "seasons of one show share an image, and episodes do not",
        arguments: [("LB-SEAS-0100-1", 0), ("LB-EP-0100-0101", 1)])
    func sharedBySiblings(_ id: String, count: Int) throws {
        let tail = "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">"
        let sibling =
            id == "LB-SEAS-0100-1"
            ? EpisodesOfSeason.season(2, "2026-02-01").replacing("LB-SEAS-0100-2/square", with: id + "/square") + tail
            : EpisodeNumberTwice.episode(2, 2).replacing("LB-EP-0100-0102/still", with: id + "/still")
        let found = try RuleReports.of(
            "CAT-ART-SHARED", tail, sibling, also: [("<totalItemCount>6<", "<totalItemCount>7<")])
        #expect(found.count == count)
    }

    @Test("works of one group share images")
    func sharedInGroup() throws {
        let found = try RuleReports.of(
            "CAT-ART-SHARED", Self.server + Self.tile, Self.server + "LB-MOV-0001/tile.jpg",
            also: [
                (
                    "contentId=\"LB-SHOW-0200\">\n",
                    "contentId=\"LB-SHOW-0200\">\n<contentGroupId>LB-GRP-0001</contentGroupId>"
                )
            ])
        #expect(found.isEmpty)
    }
}
