import Foundation

extension Ladder {
    /// Writes the date ranges of interstitials that start in the segments `numbers`; none without dates.
    /// - Parameters:
    ///   - origin: the date of segment 0.
    ///   - authority: host and port for X-ASSET-URI, which must be absolute; nil: relative to the playlist.
    func putInterstitials(_ numbers: Range<Int>, origin: Date?, authority: String?, _ playlist: inout PlaylistText) {
        guard let origin else { return }
        let root = authority.map { "http://\($0)/" } ?? "../"
        for event in recipe.interstitials {
            guard numbers.contains(Int(event.at) / recipe.segmentSeconds) else { continue }
            playlist.tag("EXT-X-DATERANGE", attributes(of: event, origin: origin, root: root))
        }
    }

    private func attributes(of event: LadderRecipe.Interstitial, origin: Date, root: String) -> PlaylistAttributes {
        var attributes = PlaylistAttributes()
        attributes.add("ID", quoted: event.id)
        attributes.add("CLASS", quoted: "com.apple.hls.interstitial")
        attributes.add("START-DATE", quoted: LadderDate.text(origin.addingTimeInterval(event.at)))
        attributes.add("DURATION", Double(LadderRecipe.advertisement.seconds * event.assetCount))
        if !event.cue.isEmpty { attributes.add("CUE", quoted: event.cue.joined(separator: ",")) }
        if event.isList || event.assetCount != 1 {
            attributes.add("X-ASSET-LIST", quoted: "\(root)ads/\(event.id).json")
        } else {
            attributes.add("X-ASSET-URI", quoted: "\(root)ads/main.m3u8")
        }
        attributes.add("X-RESUME-OFFSET", event.resumeOffset)
        attributes.add("X-PLAYOUT-LIMIT", event.playoutLimit)
        if !event.snap.isEmpty { attributes.add("X-SNAP", quoted: event.snap.joined(separator: ",")) }
        if !event.restrictions.isEmpty {
            attributes.add("X-RESTRICT", quoted: event.restrictions.joined(separator: ","))
        }
        if event.occupiesRange { attributes.add("X-TIMELINE-OCCUPIES", quoted: "RANGE") }
        if let control = event.skipControl, !event.isList, event.assetCount == 1 {
            attributes.add("X-SKIP-CONTROL-OFFSET", control.offset)
            attributes.add("X-SKIP-CONTROL-DURATION", control.duration)
        }
        return attributes
    }

    /// Returns the JSON of X-ASSET-LIST.
    func assetList(_ id: String, root: String) -> String? {
        guard let event = recipe.interstitials.first(where: { $0.id == id }) else { return nil }
        let asset = "{\"URI\":\"\(root)ads/main.m3u8\",\"DURATION\":\(LadderRecipe.advertisement.seconds)}"
        let assets = Array(repeating: asset, count: event.assetCount).joined(separator: ",")
        let control = event.skipControl.map {
            ",\"SKIP-CONTROL\":{\"OFFSET\":\(PlaylistNumber.text($0.offset)),\"DURATION\":\(PlaylistNumber.text($0.duration))}"
        }
        return "{\"ASSETS\":[\(assets)]\(control ?? "")}"
    }
}
