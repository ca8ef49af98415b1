/// An option for the viewer, such as an audio language. Each variant's group has a rendition for it: a change of the variant changes the
/// group, not the option (spec/hls.md section 4).
public struct RenditionOption: Sendable, Hashable {
    public var kind: Rendition.Kind
    public var name: String
    public var language: String?
    public var associatedLanguage: String?
    public var characteristics: Set<String>
    public var isForced: Bool
    public var instreamID: String?

    public init(_ rendition: Rendition) {
        kind = rendition.kind
        name = rendition.name
        language = rendition.language
        associatedLanguage = rendition.associatedLanguage
        characteristics = Set(rendition.characteristics)
        isForced = rendition.isForced
        instreamID = rendition.kind == .closedCaptions ? rendition.instreamID : nil
    }
}

extension MultivariantPlaylist {
    /// Returns every option of a kind once, in the playlist's order.
    public func options(_ kind: Rendition.Kind) -> [RenditionOption] {
        var seen: Set<RenditionOption> = []
        return renditions.lazy.filter { $0.kind == kind }.map(RenditionOption.init).filter { seen.insert($0).inserted }
    }

    /// Returns the member of a group for an option: the same in all properties, else the same name, else the same language.
    public func rendition(for option: RenditionOption, inGroup group: String) -> Rendition? {
        let members = renditions(option.kind, inGroup: group)
        return members.first { RenditionOption($0) == option }
            ?? members.first { $0.name == option.name && $0.language == option.language }
            ?? members.first { $0.language == option.language && $0.isForced == option.isForced }
    }
}

extension VariantStream {
    /// Returns the group of a kind that the variant refers to.
    public func group(_ kind: Rendition.Kind) -> String? {
        switch kind {
        case .audio: audioGroup
        case .video: videoGroup
        case .subtitles: subtitleGroup
        case .closedCaptions: if case .group(let group)? = closedCaptions { group } else { nil }
        }
    }
}
