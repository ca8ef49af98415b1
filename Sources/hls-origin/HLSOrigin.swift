import ArgumentParser
import Foundation
import MediaTesting

/// Creates an HLS ladder and serves it on loopback until stopped, so that several players can be measured with the same server.
@main
struct HLSOrigin: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hls-origin",
        abstract: "Serves an HLS test ladder on loopback, with latency, a rate trace and faults.",
        discussion: """
            Prints the URL on the first line of standard output and serves until Ctrl-C. The streams are encoded once, with ffmpeg, and cached.

            A trace has lines of 'seconds bits-per-second'; a line 'repeat SECONDS' makes it repeat.

            A fault is KIND[=VALUE]@PATH, such as status=503@/v0/3.m4s. A '*' at the start or at the end of PATH matches any text: \
            *.m4s, /v1/*, *.
              status=CODE        respond with this status and no body
              cut=BYTES          close the connection after so many bytes of the body
              reset=BYTES        reset the connection after so many bytes of the body
              stall=SECONDS      pause for this time after 1000 bytes of the body
              delay=SECONDS      wait for this time before the first byte
              silence            do not respond
              html               respond with a web page and status 200
              type=TYPE          declare this content type
              length=BYTES       add this number, which may be negative, to Content-Length
              redirect=URL       respond with status 302 to this URL
              chunked            send no Content-Length
              whole              ignore Range headers
              noise=BYTES        corrupt so many bytes of the body
              inner-noise=BYTES  corrupt so many bytes of audio and video data only

            Exit codes: 0 stopped by Ctrl-C, SIGTERM or the end of its lifetime; 1 the ladder or the server could not be started, or the \
            URL could not be printed; 2 wrong usage; 3 the folder cannot be read.
            """, version: "0.1.0")

    @Option(
        help: "Serves the files of this folder instead of a ladder; the printed URL is that of its main.m3u8.",
        completion: .directory)
    var folder: String?
    @OptionGroup(title: "The ladder") var ladder: LadderOptions
    @OptionGroup(title: "Live") var live: LiveOptions
    @OptionGroup(title: "The network") var network: NetworkOptions

    func validate() throws {
        guard folder != nil, live.isLive else { return }
        throw ValidationError("--folder serves files as they are: it excludes --live, --low-latency and --event.")
    }

    static func main() async {
        // A closed output pipe must not end the server.
        signal(SIGPIPE, SIG_IGN)
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            let code = exitCode(for: error)
            let message = fullMessage(for: error)
            if code.isSuccess, !message.isEmpty {
                if !OriginOutput.write(message) { Foundation.exit(1) }
            } else if !message.isEmpty {
                OriginOutput.report(message)
            }
            // ArgumentParser's code 64 for wrong usage is mapped to 2, as for the other programs.
            Foundation.exit(code == .validationFailure ? 2 : code.rawValue)
        }
    }

    func run() async throws {
        let content: any OriginContent
        if let folder {
            content = FolderContent(try ServedFolder.url(of: folder))
        } else {
            try PortCheck.check(network.port)
            content = try await served()
        }
        let origin = try opened(content)
        for fault in network.faults { origin.inject(try OriginFault(text: fault)) }
        guard OriginOutput.write(origin.url("/main.m3u8").absoluteString),
            !network.isVerbose || OriginOutput.write(RequestLine.header)
        else {
            origin.stop()
            throw ExitCode(1)
        }
        await waitForEnd(of: origin)
        report(origin)
    }

    private func opened(_ content: any OriginContent) throws -> Origin {
        do {
            return try Origin(content, port: UInt16(network.port), lifetime: network.lifetime) {
                network.apply(to: &$0)
            }
        } catch let error as POSIXError {
            throw PortCheck.report(error.code, network.port)
        }
    }

    private func served() async throws -> any OriginContent {
        let recipe = try ladder.recipe()
        OriginOutput.report("hls-origin: encoding the streams, unless they are cached")
        let made = try await Ladder.make(recipe)
        return live.isLive ? try live.serve(made) : made
    }

    /// Waits for Ctrl-C, SIGTERM, or the end of the server's lifetime.
    private func waitForEnd(of origin: Origin) async {
        let signals = [SIGINT, SIGTERM]
        let (ends, ended) = AsyncStream.makeStream(of: Void.self)
        let sources = signals.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { ended.yield() }
            source.resume()
            return source
        }
        let timer = DispatchSource.makeTimerSource()
        var printed = 0
        let isVerbose = network.isVerbose
        timer.schedule(deadline: .now(), repeating: 0.25)
        timer.setEventHandler {
            if isVerbose {
                let records = origin.records
                for record in records[printed...].prefix(while: { $0.finished != nil }) {
                    if !OriginOutput.write(RequestLine(record).text) { ended.yield() }
                    printed += 1
                }
            }
            if origin.isStopped { ended.yield() }
        }
        timer.resume()
        for await _ in ends { break }
        timer.cancel()
        for source in sources { source.cancel() }
    }

    private func report(_ origin: Origin) {
        let records = origin.records
        origin.stop()
        OriginOutput.report(
            """
            hls-origin: \(records.count) requests on \(Set(records.map(\.connection)).count) connections, \
            \(records.reduce(0) { $0 + $1.bytesSent }) bytes, at most \(records.map(\.depth).max() ?? 0) responses in sequence
            """)
    }
}

/// One line of the log: time in seconds, duration, depth, status, bytes, path.
struct RequestLine {
    static let header = "  seconds   taken  depth  status     bytes path"
    var text: String

    init(_ record: OriginRecord) {
        let end = record.finished ?? record.arrived
        let range = record.request.headers["range"].map { " " + $0 } ?? ""
        let query = record.request.query.map { "?" + $0 } ?? ""
        text =
            String(
                format: "%9.3f %7.3f %6d %7d %9d ", Double(record.arrived) / 1e9, Double(end - record.arrived) / 1e9,
                record.depth, record.status, record.bytesSent) + record.path + query + range
    }
}
