import DBus
import Foundation
import NowPlayingModel

/// The interfaces of a player on the bus. Their handlers run on the bus thread and do not retain the publication.
struct PlayerInterfaces {
    private let target: CommandTarget
    private let service: NowPlayingService

    init(publication: NowPlayingPublication, service: NowPlayingService) {
        target = CommandTarget(publication)
        self.service = service
    }

    func all(_ content: PlayerContent) -> [BusInterface] {
        [root(content), player(content), trackList, extended(content)]
    }

    /// `org.mpris.MediaPlayer2`.
    private func root(_ content: PlayerContent) -> BusInterface {
        let program = service.program
        let actions = service.actions
        func flag(_ name: String, _ value: Bool) -> BusProperty {
            BusProperty(name, .boolean, .stored(.boolean(value)))
        }
        var properties = [
            flag("CanQuit", actions.quit != nil), flag("CanRaise", actions.raise != nil), flag("HasTrackList", true),
            BusProperty("Identity", .string, .stored(.text(program.displayName))),
            BusProperty("SupportedUriSchemes", .array(.string), .stored(.strings(actions.schemes))),
            BusProperty("SupportedMimeTypes", .array(.string), .stored(.strings(actions.mediaTypes))),
        ]
        let setters: [String: @Sendable (Variant) throws(BusError) -> Void] = [
            "Fullscreen": { [target] value throws(BusError) in try target.setFullScreen(value.boolValue ?? false) }
        ]
        for (name, value) in content.rootProperties {
            properties.append(BusProperty(name, value.type, .stored(value), setter: setters[name]))
        }
        if let entry = program.desktopEntry {
            properties.append(BusProperty("DesktopEntry", .string, .stored(.text(entry))))
        }
        return BusInterface(
            NowPlayingNames.root,
            methods: [
                BusMethod("Raise") { [service, target] in target.act($0, service.actions.raise) },
                BusMethod("Quit") { [service, target] in target.quit($0, service.actions.quit) },
            ], properties: properties)
    }

    /// `org.mpris.MediaPlayer2.Player`.
    private func player(_ content: PlayerContent) -> BusInterface {
        let types: [String: VariantType] = content.playerProperties.mapValues(\.type)
        let setters: [String: @Sendable (Variant) throws(BusError) -> Void] = [
            "LoopStatus": { [target] value throws(BusError) in try target.setLoop(value.stringValue ?? "") },
            "Rate": { [target] value throws(BusError) in try target.setRate(value.doubleValue ?? .nan) },
            "Shuffle": { [target] value throws(BusError) in try target.setShuffle(value.boolValue ?? false) },
            "Volume": { [target] value throws(BusError) in try target.setVolume(value.doubleValue ?? .nan) },
        ]
        var properties = content.playerProperties.map { name, value in
            BusProperty(name, types[name] ?? value.type, .stored(value), setter: setters[name])
        }
        properties.append(BusProperty("CanControl", .boolean, .computed { .boolean(true) }))
        properties.append(
            BusProperty("Position", .int64, .computed { [target] in .microseconds(target.position) }))
        let offset = BusArgument("Offset", .int64)
        let track = BusArgument("TrackId", .objectPath)
        let position = BusArgument("Position", .int64)
        return BusInterface(
            NowPlayingNames.player,
            methods: [
                BusMethod("Next") { [target] in target.next($0) },
                BusMethod("Previous") { [target] in target.previous($0) },
                BusMethod("Pause") { [target] in target.pause($0) },
                BusMethod("PlayPause") { [target] in target.playPause($0) },
                BusMethod("Stop") { [target] in target.stop($0) },
                BusMethod("Play") { [target] in target.play($0) },
                BusMethod("Seek", arguments: [offset]) { [target] in target.seek($0) },
                BusMethod("SetPosition", arguments: [track, position]) { [target] in target.setPosition($0) },
                BusMethod("OpenUri", arguments: [BusArgument("Uri", .string)]) { [target, service] in
                    target.open($0, service.actions)
                },
            ], properties: properties,
            signals: [BusSignal("Seeked", arguments: [position])])
    }

    /// `org.mpris.MediaPlayer2.TrackList`. The list belongs to the app: other programs cannot edit it.
    private var trackList: BusInterface {
        let paths = VariantType.array(.objectPath)
        let track = BusArgument("TrackId", .objectPath)
        let current = BusArgument("CurrentTrack", .objectPath)
        let metadata = BusArgument("Metadata", .dictionary)
        let position = BusArgument("AfterTrack", .objectPath)
        return BusInterface(
            NowPlayingNames.trackList,
            methods: [
                BusMethod(
                    "GetTracksMetadata", arguments: [BusArgument("TrackIds", paths)],
                    results: [BusArgument("Metadata", .array(.dictionary))]
                ) { [target] in target.metadata($0) },
                BusMethod(
                    "AddTrack",
                    arguments: [
                        BusArgument("Uri", .string), position, BusArgument("SetAsCurrent", .boolean),
                    ]
                ) { [target] in target.refuseEditing($0) },
                BusMethod("RemoveTrack", arguments: [track]) { [target] in target.refuseEditing($0) },
                BusMethod("GoTo", arguments: [track]) { [target] in target.goTo($0) },
            ],
            properties: [
                BusProperty("Tracks", paths, .requested { [target] in target.content.trackPaths }),
                BusProperty("CanEditTracks", .boolean, .stored(.boolean(false))),
            ],
            signals: [
                BusSignal("TrackListReplaced", arguments: [BusArgument("Tracks", paths), current]),
                BusSignal("TrackAdded", arguments: [metadata, position]),
                BusSignal("TrackRemoved", arguments: [track]),
                BusSignal("TrackMetadataChanged", arguments: [track, metadata]),
            ])
    }

    /// `org.openavkit.NowPlaying1`.
    private func extended(_ content: PlayerContent) -> BusInterface {
        var properties = content.extendedProperties.map { BusProperty($0.key, $0.value.type, .stored($0.value)) }
        properties.append(
            BusProperty("Application", .string, .stored(.text(service.program.identifier))))
        return BusInterface(
            NowPlayingNames.extended,
            methods: [
                BusMethod(
                    "Perform", arguments: [BusArgument("command", .string), BusArgument("arguments", .dictionary)],
                    results: [BusArgument("status", .int32)]
                ) { [target] in target.perform($0) }
            ], properties: properties)
    }
}
