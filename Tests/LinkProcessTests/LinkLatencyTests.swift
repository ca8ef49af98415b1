import Foundation
import MediaTesting
import Testing

/// The time from a link to the first frame of its item; `script/bench --only links` measures and judges it.
@Suite(.enabled(if: LinkPrograms.areAvailable && StreamMaker.isAvailable), .serialized, .timeLimit(.minutes(10)))
struct LinkLatencyTests {
    private static let isMeasured = ProcessInfo.processInfo.environment["OPENAVKIT_LATENCY"] != nil

    /// Opens links on one desktop and reads from the probe's log when it displayed frames.
    private struct Viewer {
        let desktop: LinkDesktop

        init(film: URL) async throws {
            desktop = try await LinkDesktop(["LINK_PROBE_FILM": film.path, "LINK_PROBE_SCENES": "1"])
            try await desktop.register("--scheme", "linkprobe")
        }

        /// The times at which the app has displayed first frames, in seconds since the machine started.
        private var frames: [Double] {
            desktop.log().filter { $0.hasPrefix("firstFrame ") }.compactMap {
                $0.split(separator: " ").last.flatMap { Double($0) }
            }
        }

        /// Opens a link.
        /// - Returns: the times of the request and of the first frame.
        func open() async throws -> (begin: Double, frame: Double) {
            let count = frames.count
            let begin = Self.clock
            #expect(try await desktop.open("linkprobe:play/film").status == 0)
            try #require(await eventually(within: .seconds(60)) { frames.count > count }, "no frame is displayed")
            return (begin, frames[count])
        }

        private static var clock: Double {
            var time = timespec()
            clock_gettime(CLOCK_BOOTTIME, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }

        /// When the app's last process started, in seconds since the machine started.
        func processStart() throws -> Double {
            let process = try #require(desktop.processes().last)
            let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
            // The 22nd field; the second one, the name in parentheses, may contain spaces.
            let fields = text[(try #require(text.lastIndex(of: ")")))...].split(separator: " ")
            return try #require(Double(fields[20])) / Double(sysconf(Int32(_SC_CLK_TCK)))
        }
    }

    private func report(_ what: String, _ seconds: [Double]) -> Double {
        let sorted = seconds.map { $0 * 1000 }.sorted()
        let (median, late) = (sorted[sorted.count / 2], sorted[sorted.count * 95 / 100])
        print(String(format: "links: %@, median %.0f ms, p95 %.0f ms", what, median, late))
        return median
    }

    @Test("R228 R229: every link shows a first frame: in the running app, and in a new process after the app's end")
    func links() async throws {
        let viewer = try await Viewer(film: try await StreamMaker.shared.clip(.markedWithTone(seconds: 20)))
        var cold: [Double] = []
        var before: [Double] = []
        for index in 0..<(Self.isMeasured ? 20 : 2) {
            let times = try await viewer.open()
            cold.append(times.frame - times.begin)
            before.append(try viewer.processStart() - times.begin)
            #expect(viewer.desktop.processes().count == index + 1)
            guard index < (Self.isMeasured ? 19 : 1) else { break }
            try await viewer.desktop.end(SIGKILL)
            #expect(try await viewer.desktop.isAbsent())
        }
        var running: [Double] = []
        for _ in 0..<(Self.isMeasured ? 40 : 2) {
            let times = try await viewer.open()
            running.append(times.frame - times.begin)
        }
        guard Self.isMeasured else { return }
        let processes = viewer.desktop.processes().count
        #expect(processes == 20)
        _ = report("link to first frame, cold start", cold)
        #expect(report("link to start of the process", before) < 100)
        #expect(report("link to first frame, app running", running) < 300)
    }
}
