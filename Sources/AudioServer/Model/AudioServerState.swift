/// The outputs, playback streams and programs of an audio server at one moment.
package struct AudioServerState: Sendable, Hashable {
    package var sinks: [AudioSink] = []
    package var streams: [AudioStream] = []
    package var clients: [AudioClient] = []
    package var defaultSink: String?

    package init() {}

    /// The outputs that the viewer can choose: without the server's placeholder, and without sinks whose ports are all unplugged.
    package var outputs: [AudioSink] { sinks.filter { !$0.isPlaceholder && $0.isAvailable } }

    package func sink(index: UInt32) -> AudioSink? { sinks.first { $0.index == index } }
    package func sink(named name: String) -> AudioSink? { sinks.first { $0.name == name } }

    /// The output of this process: the sink of its streams without a device of their own, else the selected one, else the server's default.
    package func output(of process: String, selected: String?) -> AudioSink? {
        let own = streams.filter { $0.process == process && !$0.hasOwnDevice }
        let playing = own.first { !$0.isPaused } ?? own.first
        return playing.flatMap { sink(index: $0.sink) } ?? selected.flatMap(sink(named:))
            ?? defaultSink.flatMap(sink(named:)) ?? outputs.first
    }

    /// The streams of other programs that are audible now.
    package func playing(besides process: String) -> [AudioStream] {
        streams.filter { $0.process != process && !$0.isPaused }
    }
}

/// An output of the audio server.
package struct AudioSink: Sendable, Hashable {
    /// A port of a sink: a jack, or the speaker beside it.
    package struct Port: Sendable, Hashable {
        package var name: String
        package var label: String
        /// False if the server knows that nothing is plugged in.
        package var isAvailable: Bool

        package init(name: String, label: String, isAvailable: Bool) {
            self.name = name
            self.label = label
            self.isAvailable = isAvailable
        }
    }

    package var index: UInt32
    package var name: String
    package var label: String
    package var properties: [String: String] = [:]
    package var ports: [Port] = []
    package var activePort: String?
    /// The position of the volume control: 1 is the full volume; 0 while muted.
    package var volume: Float = 1
    package var sampleRate = 48_000.0
    package var channelCount = 2
    /// The time from the sink to the ear, in seconds.
    package var latency = 0.0

    package init(index: UInt32, name: String, label: String) {
        self.index = index
        self.name = name
        self.label = label
    }

    /// Identifies the output: the sink, and the active port if the sink has several.
    package var identifier: String { activePort.map { "\(name):\($0)" } ?? name }
    package var kind: AudioDeviceKind { AudioDeviceKind(properties: properties, port: activePort, sink: name) }
    /// Whether the server has created the sink because there is no audio device.
    package var isPlaceholder: Bool { name == "auto_null" }
    package var isAvailable: Bool { ports.isEmpty || ports.contains(where: \.isAvailable) }

    /// The identifiers of the sink's outputs that can be heard.
    package var availableIdentifiers: [String] {
        ports.isEmpty ? [name] : ports.filter(\.isAvailable).map { "\(name):\($0.name)" }
    }
}

/// A playback stream of a program.
package struct AudioStream: Sendable, Hashable {
    package var index: UInt32
    package var sink: UInt32
    package var client: UInt32?
    /// The mark of the process, if it is one of this project.
    package var process: String?
    /// "video", "music", "phone" and others; nil if the program does not state it.
    package var role: String?
    package var isPaused: Bool
    /// The position of the stream's volume control; nil if the server does not permit changes.
    package var volume: Float?
    /// Whether the client has chosen the device of the stream, which the selected output does not change.
    package var hasOwnDevice = false

    package init(
        index: UInt32, sink: UInt32, client: UInt32? = nil, process: String? = nil, role: String? = nil,
        isPaused: Bool = false, volume: Float? = 1
    ) {
        self.index = index
        self.sink = sink
        self.client = client
        self.process = process
        self.role = role
        self.isPaused = isPaused
        self.volume = volume
    }

    /// Whether the stream is the other end of a call.
    package var isCall: Bool { role == "phone" }
    /// Whether the stream only accompanies other audio: the sounds of the desktop and of assistive technology.
    package var isIncidental: Bool { role.map(Self.incidental.contains) ?? false }
    private static let incidental: Set<String> = [
        "event", "a11y", "animation", "test", "notification", "accessibility",
    ]
}

/// A program that is connected to the audio server.
package struct AudioClient: Sendable, Hashable {
    package var index: UInt32
    /// The mark of the process, if it is one of this project.
    package var process: String?
    /// The audio session of the process, if it has published one.
    package var session: SessionMark?

    package init(index: UInt32, process: String? = nil, session: SessionMark? = nil) {
        self.index = index
        self.process = process
        self.session = session
    }
}
