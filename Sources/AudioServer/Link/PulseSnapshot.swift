import CPulse

/// A reading of the server's state, from libpulse's replies.
struct PulseSnapshot {
    private(set) var state = AudioServerState()

    /// libpulse's number for the full volume (PA_VOLUME_NORM).
    private static let fullVolume: Float = 65_536

    static func volume(_ volume: Float) -> pa_volume_t { pa_volume_t(max(0, min(1.5, volume)) * fullVolume) }

    private static func volume(_ volume: pa_cvolume) -> Float {
        withUnsafePointer(to: volume) { Float(pa_cvolume_avg($0)) / fullVolume }
    }

    private static func text(_ text: UnsafePointer<CChar>?) -> String? { text.map { String(cString: $0) } }

    private static func property(_ name: String, _ properties: OpaquePointer?) -> String? {
        text(pa_proplist_gets(properties, name))
    }

    /// The properties that tell the kind of a device.
    private static let deviceProperties = [
        "device.form_factor", "device.bus", "device.api", "device.class", "bluetooth.protocol", "api.bluez5.profile",
    ]

    mutating func take(_ info: pa_server_info?) {
        guard let info else { return }
        state.defaultSink = Self.text(info.default_sink_name)
    }

    mutating func take(_ info: pa_sink_info?) {
        guard let info, let name = Self.text(info.name) else { return }
        var sink = AudioSink(index: info.index, name: name, label: Self.text(info.description) ?? name)
        for property in Self.deviceProperties {
            sink.properties[property] = Self.property(property, info.proplist)
        }
        for number in 0..<Int(info.n_ports) {
            guard let port = info.ports?[number]?.pointee, let name = Self.text(port.name) else { continue }
            sink.ports.append(
                AudioSink.Port(
                    name: name, label: Self.text(port.description) ?? name,
                    isAvailable: port.available != Int32(bitPattern: PA_PORT_AVAILABLE_NO.rawValue)))
        }
        sink.activePort = Self.text(info.active_port?.pointee.name)
        sink.volume = info.mute != 0 ? 0 : min(1, Self.volume(info.volume))
        sink.sampleRate = Double(info.sample_spec.rate)
        sink.channelCount = Int(info.sample_spec.channels)
        // The configured latency is constant; the present one is that of the moment, and 0 while the sink is idle.
        sink.latency = Double(info.configured_latency > 0 ? info.configured_latency : info.latency) / 1e6
        state.sinks.append(sink)
    }

    mutating func take(_ info: pa_sink_input_info?) {
        // Streams without a client belong to the server's own modules.
        guard let info, info.client != UInt32.max else { return }
        var stream = AudioStream(
            index: info.index, sink: info.sink, client: info.client,
            process: Self.property(SessionMark.processPropertyName, info.proplist),
            role: Self.property(PA_PROP_MEDIA_ROLE, info.proplist)?.lowercased(), isPaused: info.corked != 0,
            volume: info.has_volume != 0 && info.volume_writable != 0 ? Self.volume(info.volume) : nil)
        stream.hasOwnDevice = Self.property(SessionMark.devicePropertyName, info.proplist)?.isEmpty == false
        state.streams.append(stream)
    }

    mutating func take(_ info: pa_client_info) {
        guard let process = Self.property(SessionMark.processPropertyName, info.proplist) else { return }
        let session = Self.property(SessionMark.propertyName, info.proplist)
        state.clients.append(
            AudioClient(index: info.index, process: process, session: session.flatMap(SessionMark.init(text:))))
    }
}
