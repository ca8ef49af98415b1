/// The kind of an audio output, derived from the properties that the audio server reports.
package enum AudioDeviceKind: String, Sendable, CaseIterable {
    case speaker, headphones, lineOut, hdmi, displayPort, bluetooth, bluetoothCall, usb, network, virtual

    /// - Parameters:
    ///   - properties: the sink's properties, such as `device.form_factor`.
    ///   - port: the name of the active port, such as "analog-output-headphones"; nil if the sink has no ports.
    ///   - sink: the sink's name, such as "raop_sink.kitchen".
    package init(properties: [String: String], port: String?, sink: String) {
        let port = port?.lowercased() ?? ""
        let form = properties["device.form_factor"] ?? ""
        let bus = properties["device.bus"] ?? ""
        let api = properties["device.api"] ?? ""
        if api.hasPrefix("bluez") || bus == "bluetooth" {
            let profile = properties["bluetooth.protocol"] ?? properties["api.bluez5.profile"] ?? ""
            self = profile.contains("head") ? .bluetoothCall : .bluetooth
        } else if sink.hasPrefix("raop") || api == "raop" || sink.hasPrefix("tunnel") || api == "tunnel" {
            self = .network
        } else if port.contains("displayport") {
            self = .displayPort
        } else if port.contains("hdmi") || form == "tv" {
            self = .hdmi
        } else if port.contains("headphone") || port.contains("headset") || form == "headphone" || form == "headset" {
            self = .headphones
        } else if bus == "usb" {
            self = .usb
        } else if port.contains("lineout") || form == "hifi" {
            self = .lineOut
        } else if properties["device.class"] == "abstract" && form.isEmpty {
            self = .virtual
        } else {
            self = .speaker
        }
    }
}
