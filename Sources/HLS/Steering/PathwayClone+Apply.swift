import Foundation

extension MultivariantPlaylist {
    /// Returns the playlist with the variants, I-frame variants and groups that clones add, in order: a clone may be the base of a later
    /// one. Clones with an unknown base or an existing identifier are ignored.
    public func adding(_ clones: [PathwayClone]) -> MultivariantPlaylist {
        var result = self
        for clone in clones.prefix(SteeringManifest.maximumClones) { result.add(clone) }
        return result
    }

    private mutating func add(_ clone: PathwayClone) {
        let all = variants + iFrameVariants + imageVariants
        guard !clone.id.isEmpty, !all.contains(where: { $0.pathway == clone.id }),
            all.contains(where: { $0.pathway == clone.baseID })
        else { return }
        var groups: [GroupName: String] = [:]
        let taken = Set(renditions.map(\.groupID))
        func renamed(_ kind: Rendition.Kind, _ group: String?) -> String? {
            guard let group else { return nil }
            let name = GroupName(kind: kind, id: group)
            if let known = groups[name] { return known }
            var fresh = "\(group)@\(clone.id)"
            while taken.contains(fresh) { fresh += "'" }
            groups[name] = fresh
            return fresh
        }
        func copies(_ streams: [VariantStream]) -> [VariantStream] {
            streams.filter { $0.pathway == clone.baseID }.map { stream in
                var copy = stream
                copy.pathwayID = clone.id
                copy.uri = replaced(stream.uri, stream.stableID.flatMap { clone.replacement.variantURIs?[$0] }, clone)
                copy.audioGroup = renamed(.audio, stream.audioGroup)
                copy.videoGroup = renamed(.video, stream.videoGroup)
                copy.subtitleGroup = renamed(.subtitles, stream.subtitleGroup)
                if case .group(let group)? = stream.closedCaptions, let name = renamed(.closedCaptions, group) {
                    copy.closedCaptions = .group(name)
                }
                return copy
            }
        }
        let (added, iFrames, images) = (copies(variants), copies(iFrameVariants), copies(imageVariants))
        let members = renditions.compactMap { rendition -> Rendition? in
            guard let group = groups[GroupName(kind: rendition.kind, id: rendition.groupID)] else { return nil }
            var copy = rendition
            copy.groupID = group
            copy.uri = rendition.uri.map {
                replaced($0, rendition.stableID.flatMap { clone.replacement.renditionURIs?[$0] }, clone)
            }
            return copy
        }
        variants += added
        iFrameVariants += iFrames
        imageVariants += images
        renditions += members
    }

    private func replaced(_ uri: String, _ whole: String?, _ clone: PathwayClone) -> String {
        if let whole { return whole }
        guard let url = url(for: uri), url.scheme?.lowercased() != "data",
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return uri }
        if let (name, port) = clone.replacement.host.flatMap(Self.server) {
            parts.host = name
            if let port { parts.port = Int(port) }
        }
        guard let moved = parts.url else { return uri }
        return QueryText.adding(clone.replacement.parameters ?? [:], to: moved).absoluteString
    }

    /// Parses `name` or `name:port`; nil for anything else, because URLComponents traps on hosts that it cannot encode.
    private static func server(_ host: String) -> (name: String, port: UInt16?)? {
        let halves = host.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = halves.first, !name.isEmpty,
            name.utf8.allSatisfy({ $0.isLowercase || $0.isUppercase || $0.isDigit || [0x2d, 0x2e, 0x5f].contains($0) })
        else { return nil }
        guard halves.count == 2 else { return (String(name), nil) }
        guard let port = UInt16(halves[1]) else { return nil }
        return (String(name), port)
    }

    private struct GroupName: Hashable {
        var kind: Rendition.Kind
        var id: String
    }
}
