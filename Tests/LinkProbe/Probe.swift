import Foundation

/// The log and the settings of the probe.
enum Probe {
    static func value(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
    static func isOn(_ name: String) -> Bool { value(name) == "1" }
    static var identity: Int32 { ProcessInfo.processInfo.processIdentifier }

    /// The variable is not removed at the launch, because the framework reads it, too.
    private static let identifier = value("OPENAVKIT_APP_ID") ?? "link-probe"

    /// Seconds since the machine started.
    static var clock: Double {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Appends a line in one write, so that lines of several processes do not mix.
    static func log(_ line: String) {
        guard let folder = value("LINK_PROBE_LOG") else { return }
        let path = folder + "/" + identifier
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        let bytes = Array((line + "\n").utf8)
        _ = write(descriptor, bytes, bytes.count)
        close(descriptor)
    }
}
