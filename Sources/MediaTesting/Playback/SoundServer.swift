package import Foundation

/// A PulseAudio daemon of the test: a folder for its socket and home, and one null sink, "quiet".
package final class SoundServer: @unchecked Sendable {
    // Used by one test only.
    package static let isAvailable = ExternalCommand.find("pulseaudio") != nil && ExternalCommand.find("pactl") != nil

    private let folder: URL
    private var daemon: pid_t?
    /// The playing programs and the recorders.
    private var programs: Set<pid_t> = []
    package var address: String { "unix:" + folder.appendingPathComponent("socket").path }

    package init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sound-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try start()
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    private var environment: [String: String] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return ["PATH": path, "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "PULSE_SERVER": address]
    }

    package func start() throws {
        daemon = try spawn(
            "pulseaudio",
            [
                "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--log-target=null", "-L",
                "module-null-sink sink_name=quiet rate=48000", "-L",
                "module-native-protocol-unix socket=\(folder.appendingPathComponent("socket").path) auth-anonymous=1",
            ], output: "/dev/null")
    }

    package func kill() {
        for program in programs { end(program) }
        if let daemon { end(daemon) }
        daemon = nil
        try? FileManager.default.removeItem(at: folder.appendingPathComponent("socket"))
    }

    private func end(_ process: pid_t) {
        programs.remove(process)
        Glibc.kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    /// Spawns the daemon directly. Foundation's Process considers the daemon ended when it closes its inherited descriptors, and passes on
    /// the signal mask of a worker thread, with which it ignores termination signals.
    private func spawn(_ name: String, _ arguments: [String], output: String) throws -> pid_t {
        let program = ExternalCommand.find(name)?.path ?? name
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, program, &actions, &attributes, &words, &variables)
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .ENOENT) }
        return process
    }

    @discardableResult
    package func control(_ arguments: String...) async throws -> String {
        guard let program = ExternalCommand.find("pactl") else { return "" }
        return try await ExternalCommand.run(program, arguments, environment: environment, timeout: 10).standardOutput
    }

    /// Waits until the server responds.
    package func isReady() async throws -> Bool {
        let end = ContinuousClock.now + .seconds(10)
        while try await !control("list", "short", "sinks").contains("quiet") {
            guard ContinuousClock.now < end else { return false }
        }
        return true
    }

    // MARK: Devices and programs

    /// Adds a null sink.
    /// - Parameter properties: properties of the sink, such as "device.form_factor=headphone".
    /// - Returns: the number of its module.
    package func addSink(_ name: String, properties: String = "") async throws -> String {
        try await control(
            "load-module", "module-null-sink", "sink_name=\(name)", "rate=48000", "sink_properties=\(properties)"
        ).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    package func removeModule(_ number: String) async throws { try await control("unload-module", number) }

    /// Starts a program that plays silence until it is stopped.
    package func startProgram(properties: [String: String]) throws -> pid_t {
        let program = try spawn(
            "pacat",
            ["--playback", "--format=s16le", "--rate=48000", "--channels=1", "--latency-msec=50"]
                + properties.map { "--property=\($0)=\($1)" } + ["/dev/zero"], output: "/dev/null")
        programs.insert(program)
        return program
    }

    package func stopProgram(_ program: pid_t) { end(program) }

    /// A recording of a sink's output in progress: mono samples at 48 kHz.
    package struct Recording: Sendable {
        fileprivate let process: pid_t
        fileprivate let file: URL

        package func samples() throws -> [Float] {
            try Data(contentsOf: file).withUnsafeBytes { raw in
                (0..<(raw.count / 4)).map { raw.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
            }
        }
    }

    package func record(_ sink: String) throws -> Recording {
        let file = folder.appendingPathComponent("recording-\(UUID().uuidString.prefix(8))")
        let process = try spawn(
            "parec",
            ["--device=\(sink).monitor", "--format=float32le", "--rate=48000", "--channels=1", "--latency-msec=20"],
            output: file.path)
        programs.insert(process)
        return Recording(process: process, file: file)
    }

    package func stop(_ recording: Recording) { end(recording.process) }

    /// Returns the peak level of the sink's output from now until it reaches `level`, or until the timeout.
    package func loudest(reaching level: Float) async throws -> Float {
        let file = folder.appendingPathComponent("recording")
        let recorder = try spawn(
            "parec",
            ["--device=quiet.monitor", "--format=float32le", "--rate=48000", "--channels=1", "--latency-msec=20"],
            output: file.path)
        defer { end(recorder) }
        var loudest: Float = 0
        _ = try await eventually(within: .seconds(10), every: .milliseconds(50)) {
            let data = try Data(contentsOf: file)
            loudest = data.withUnsafeBytes { raw in
                (0..<(raw.count / 4)).reduce(0) {
                    max($0, abs(raw.loadUnaligned(fromByteOffset: $1 * 4, as: Float.self)))
                }
            }
            return loudest >= level
        }
        return loudest
    }
}
