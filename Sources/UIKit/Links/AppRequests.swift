import AppIdentity
import AppLinks
import AppService
import DBus
import DeepLinks
import Foundation
import Synchronization

/// Receives what other programs ask of the app: over the session bus, and as arguments of the program.
///
/// Requests are checked on a queue of their own, in order. Until the app has been launched, they are collected, so that a cold start sees
/// its link; afterwards they are performed on the main thread.
final class AppRequests: Sendable {
    static let shared = AppRequests()

    private enum Phase: Sendable {
        case launching([AppRequest])
        case running
    }

    private struct State: Sendable {
        var phase = Phase.launching([])
        /// The requests that are being checked.
        var checked = 0
        /// The requests that wait for the main thread.
        var waiting = 0
        var publication: AppPublication?
    }

    /// The largest number of requests that wait to be checked, and of those that wait for the main thread.
    static let maximumWaiting = 64
    /// The longest wait for the first request of an app that the bus has started.
    private static let firstRequestTimeout = 5.0

    private let state = Mutex(State())
    private let arrived = DispatchSemaphore(value: 0)
    private let queue = DispatchQueue(label: "links")
    private let identifier = AppIdentity.current.identifier

    /// Whether the app is registered for links, so that other programs may have requests.
    private let registration = AppRegistry().registration(of: AppIdentity.current.identifier)

    // MARK: Launch

    /// Prepares to receive requests. Where the app was started for a request, waits for the request.
    /// - Returns: false if the links were passed to a process of the app that is running already.
    @MainActor
    func begin(_ launch: LaunchRequest) -> Bool {
        if case .links = launch, registration == nil {
            Self.log("The links are not opened: the app '\(identifier)' is not registered. Run openavkit-register.")
        }
        if case .links(let links, let source) = launch, let registration {
            if passToRunningProcess(links, registration, source) { return false }
            ActivityPublisher.shared.start(publish(registration))
            let problems = submit(links, source: source)
            if !problems.isEmpty { Self.log(problems.joined(separator: "\n")) }
        } else if let registration {
            ActivityPublisher.shared.start(publish(registration))
            if launch == .service { _ = arrived.wait(timeout: .now() + Self.firstRequestTimeout) }
        } else {
            ActivityPublisher.shared.start(nil)
        }
        return true
    }

    /// Ends the collection of requests.
    /// - Returns: the requests so far.
    func takeLaunchRequests() -> LaunchRequests {
        state.withLock { state in
            guard case .launching(let requests) = state.phase else { return LaunchRequests() }
            state.phase = .running
            return LaunchRequests(requests)
        }
    }

    /// Passes the links of a second process to the first one. Blocks.
    private func passToRunningProcess(_ links: [String], _ app: AppRegistration, _ source: String?) -> Bool {
        let isPassed = Mutex(false)
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            defer { done.signal() }
            guard let connection = try? await BusConnection.session() else { return }
            let answer = try? await connection.call(
                "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
                method: "NameHasOwner", arguments: [.string(app.busName)], timeout: .seconds(2))
            guard answer?.first?.boolValue == true else { return }
            let outcome = await AppLauncher().open(links, with: app, source: source)
            if case .refused(let text) = outcome { Self.log(text) }
            if case .failed = outcome { return }
            isPassed.withLock { $0 = true }
        }
        done.wait()
        return isPassed.withLock { $0 }
    }

    // MARK: Bus

    /// - Returns: the publication of activities, where the app continues those of other apps.
    private func publish(_ app: AppRegistration) -> AppPublication? {
        var interfaces = [(interface: interface, path: app.objectPath)]
        if !app.activityTypes.isEmpty { interfaces.append((ActivityPublisher.interface, ActivityBus.path)) }
        let publications = AppBusObject.shared.publish(interfaces)
        state.withLock { $0.publication = publications.first }
        return publications.count > 1 ? publications.last : nil
    }

    private var interface: BusInterface {
        let data = BusArgument("platform_data", .dictionary)
        return BusInterface(
            AppLauncher.interface,
            methods: [
                BusMethod("Activate", arguments: [data]) { [self] call in
                    receive(.activate)
                    try? call.reply()
                },
                BusMethod("Open", arguments: [BusArgument("uris", .array(.string)), data]) { [self] call in
                    open(
                        (call.arguments.first?.elements ?? []).compactMap(\.stringValue),
                        source: call.arguments.last?[LaunchRequest.sourceKey]?.stringValue, call)
                },
                BusMethod(
                    "ActivateAction",
                    arguments: [
                        BusArgument("action_name", .string), BusArgument("parameter", .array(.variant)), data,
                    ]
                ) { call in
                    call.fail(
                        "org.freedesktop.DBus.Error.InvalidArgs",
                        "The app has no action '\(call.arguments.first?.stringValue ?? "")'.")
                },
            ])
    }

    private func open(_ links: [String], source: String?, _ call: MethodCall) {
        check(call) { [self] in
            let problems = submit(links, source: source.flatMap { AppIdentifier.isValid($0) ? $0 : nil })
            if problems.isEmpty {
                try? call.reply()
            } else {
                call.fail(AppBusError.refused, problems.joined(separator: " "))
            }
        }
    }

    func continueActivity(_ type: String, from source: String, _ call: MethodCall) {
        check(call) { [self] in
            guard AppIdentifier.isValid(source), registration?.activityTypes.contains(type) == true else {
                return call.fail(AppBusError.refused, "The app has not registered the activity type '\(type)'.")
            }
            if receive(.continueActivity(type: type, source: source)) {
                try? call.reply()
            } else {
                call.fail(Self.limitError, Self.tooMany)
            }
        }
    }

    /// Runs `body` after the requests before it, unless too many wait.
    private func check(_ call: MethodCall, _ body: @escaping @Sendable () -> Void) {
        let isAccepted = state.withLock { state in
            guard state.checked < Self.maximumWaiting else { return false }
            state.checked += 1
            return true
        }
        guard isAccepted else {
            return call.fail(Self.limitError, Self.tooMany)
        }
        queue.async { [self] in
            body()
            state.withLock { $0.checked -= 1 }
        }
    }

    // MARK: Requests

    /// Checks links and passes those on that are the app's own.
    /// - Returns: the problems of the others.
    private func submit(_ links: [String], source: String?) -> [String] {
        guard links.count <= LaunchRequest.maximumLinks else {
            return ["More than \(LaunchRequest.maximumLinks) links are given at once."]
        }
        guard !links.isEmpty else {
            receive(.activate)
            return []
        }
        let resolver = LinkResolver()
        var problems: [String] = []
        var accepted: [URL] = []
        for link in links {
            if let problem = resolver.problem(of: link, for: identifier) {
                problems.append(problem)
            } else if let url = URL(string: link, encodingInvalidCharacters: false) {
                accepted.append(url)
            }
        }
        if !accepted.isEmpty, !receive(.open(accepted, source: source)) { problems.append(Self.tooMany) }
        return problems
    }

    private static let limitError = "org.freedesktop.DBus.Error.LimitsExceeded"
    private static let tooMany = "Too many requests are waiting; try again later."

    /// Performs a request on the main thread, or collects it until the launch.
    /// - Returns: false if too many requests wait.
    @discardableResult
    func receive(_ request: AppRequest) -> Bool {
        enum Outcome { case collected, waiting, rejected }
        let outcome = state.withLock { state -> Outcome in
            switch state.phase {
            case .launching(let requests):
                guard requests.count < Self.maximumWaiting else { return .rejected }
                state.phase = .launching(requests + [request])
                return .collected
            case .running:
                guard state.waiting < Self.maximumWaiting else { return .rejected }
                state.waiting += 1
                return .waiting
            }
        }
        switch outcome {
        case .rejected: return false
        case .collected: arrived.signal()
        case .waiting:
            DispatchQueue.main.async { [self] in
                state.withLock { $0.waiting -= 1 }
                MainActor.assumeIsolated { UIApplication.shared.perform(request) }
            }
        }
        return true
    }

    static func log(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
    }
}
