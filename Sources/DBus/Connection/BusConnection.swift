import CDesktop
public import Foundation
import Synchronization

/// A connection to a message bus.
///
/// All members may be called on any thread. Handlers are called serially on the library's bus thread: they must return quickly, and
/// dispatch to the main actor where needed. The connection closes when its last reference is released.
public final class BusConnection: Sendable {
    // GDBusConnection may be used on any thread; its callbacks run in the context of the calling thread.
    nonisolated(unsafe) let raw: OpaquePointer

    private init(owning raw: OpaquePointer) {
        self.raw = raw
    }

    deinit {
        let address = Int(bitPattern: raw)
        BusThread.shared.perform {
            guard let raw = OpaquePointer(bitPattern: address) else { return }
            g_dbus_connection_close(raw, nil, nil, nil)
            g_object_unref(UnsafeMutableRawPointer(raw))
        }
    }

    /// Whether the connection was closed by the bus or by `deinit`. Names are then lost, and calls fail with `.disconnected`.
    public var isClosed: Bool { g_dbus_connection_is_closed(raw) != 0 }

    /// The unique name that the bus assigned to the connection: ":1.42".
    public var uniqueName: String { g_dbus_connection_get_unique_name(raw).map { String(cString: $0) } ?? "" }

    private static let sessions = Mutex<[String: Task<Result<BusConnection, BusError>, Never>]>([:])

    /// Returns the process's connection to the session bus, which is opened by the first call and shared by later ones.
    ///
    /// A connection that the bus has closed is replaced.
    /// - Throws: `BusError.noBus` if the session has no bus; a bus is never started.
    public static func session(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws(BusError) -> BusConnection {
        guard let address = BusAddress.session(environment: environment) else {
            throw BusError(
                code: .noBus,
                message:
                    "There is no D-Bus session bus: DBUS_SESSION_BUS_ADDRESS is not set and XDG_RUNTIME_DIR contains no "
                    + "'bus'. Log in to a desktop session, or start the program with 'dbus-run-session --'.")
        }
        let shared = sessions.withLock { $0[address] }
        if let shared, case .success(let connection) = await shared.value, !connection.isClosed { return connection }
        let task = sessions.withLock { sessions in
            // Another task may have replaced the broken connection in the meantime.
            if let other = sessions[address], other != shared { return other }
            let task = Task { () async -> Result<BusConnection, BusError> in
                do throws(BusError) { return .success(try await connect(to: address)) } catch { return .failure(error) }
            }
            sessions[address] = task
            return task
        }
        return try await task.value.get()
    }

    /// Connects to the bus at an address such as "unix:path=/run/user/1000/bus".
    /// - Throws: `BusError.connectionFailed`, or `.timedOut` if the bus does not answer in time.
    public static func connect(
        to address: String, timeout: Duration = .seconds(5)
    ) async throws(BusError) -> BusConnection {
        guard g_dbus_is_address(address) != 0, !address.contains("autolaunch:") else {
            throw .invalid("'\(address)' is not the address of a bus.")
        }
        let cancellable = Cancellable()
        let limit = DispatchWorkItem { cancellable.cancel() }
        DispatchQueue.global().asyncAfter(deadline: .now() + timeout.timeInterval, execute: limit)
        defer { limit.cancel() }
        let result: Result<BusConnection, BusError> = await BusThread.shared.result { finish in
            let flags = GDBusConnectionFlags(
                G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                    | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
            g_dbus_connection_new_for_address(
                address, flags, nil, cancellable.raw, asynchronousResult,
                AsynchronousResult.retained { answer in
                    var error: UnsafeMutablePointer<GError>?
                    if let raw = g_dbus_connection_new_for_address_finish(answer, &error) {
                        finish(.success(BusConnection(owning: raw)))
                    } else {
                        finish(.failure(BusError(consuming: error)))
                    }
                })
        }
        do throws(BusError) { return try result.get() } catch {
            throw error.code == .cancelled
                ? BusError(code: .timedOut, message: "The bus at '\(address)' did not answer within \(timeout).")
                : BusError(
                    code: error.code, name: error.name,
                    message: "The bus at '\(address)' cannot be reached: \(error.message)")
        }
    }

    /// Calls a method of another program and returns its results.
    ///
    /// The bus starts the program if it is activatable. Cancelling the task ends the wait.
    /// - Parameter timeout: the maximum wait for the reply.
    /// - Throws: `BusError`; `.remote` with the name of the error that the other program replied.
    public func call(
        _ service: String, path: String, interface: String, method: String, arguments: [Variant] = [],
        timeout: Duration = .seconds(25)
    ) async throws(BusError) -> [Variant] {
        guard g_dbus_is_name(service) != 0 else { throw .invalid("'\(service)' is not the name of a service.") }
        try Self.check(path: path, interface: interface, member: method)
        let body = try GLibBody(arguments)
        let cancellable = Cancellable()
        let milliseconds = gint(clamping: Int64(max(1, timeout.timeInterval * 1000)))
        return try await withTaskCancellationHandler {
            await BusThread.shared.result { (finish: @escaping @Sendable (Result<[Variant], BusError>) -> Void) in
                body.withValue {
                    g_dbus_connection_call(
                        self.raw, service, path, interface, method, $0, nil, G_DBUS_CALL_FLAGS_NONE, milliseconds,
                        cancellable.raw, asynchronousResult,
                        AsynchronousResult.retained { answer in finish(self.results(of: answer)) })
                }
            }
        } onCancel: {
            cancellable.cancel()
        }.get()
    }

    /// Calls a method of another program and passes its results to a handler.
    ///
    /// The handler runs on the bus thread, in the order in which replies and signals arrive: signals that the other program has sent before
    /// its reply are handled before.
    /// - Parameter timeout: the maximum wait for the reply.
    /// - Throws: `BusError.invalidArgument` for an argument that D-Bus does not permit. The handler is not called then.
    public func call(
        _ service: String, path: String, interface: String, method: String, arguments: [Variant] = [],
        timeout: Duration = .seconds(25), handler: @escaping @Sendable (Result<[Variant], BusError>) -> Void
    ) throws(BusError) {
        guard g_dbus_is_name(service) != 0 else { throw .invalid("'\(service)' is not the name of a service.") }
        try Self.check(path: path, interface: interface, member: method)
        let body = try GLibBody(arguments)
        let milliseconds = gint(clamping: Int64(max(1, timeout.timeInterval * 1000)))
        BusThread.shared.perform {
            body.withValue {
                g_dbus_connection_call(
                    self.raw, service, path, interface, method, $0, nil, G_DBUS_CALL_FLAGS_NONE, milliseconds, nil,
                    asynchronousResult, AsynchronousResult.retained { answer in handler(self.results(of: answer)) })
            }
        }
    }

    private func results(of answer: OpaquePointer?) -> Result<[Variant], BusError> {
        var error: UnsafeMutablePointer<GError>?
        guard let reply = g_dbus_connection_call_finish(raw, answer, &error) else {
            return .failure(BusError(consuming: error))
        }
        defer { g_variant_unref(reply) }
        do throws(VariantTypeError) { return .success(try [Variant](glibBody: reply)) } catch {
            return .failure(.invalid("The answer cannot be read: \(error)"))
        }
    }

    static func check(path: String, interface: String, member: String) throws(BusError) {
        guard g_variant_is_object_path(path) != 0 else { throw .invalid("'\(path)' is not an object path.") }
        guard g_dbus_is_interface_name(interface) != 0 else {
            throw .invalid("'\(interface)' is not the name of an interface.")
        }
        guard g_dbus_is_member_name(member) != 0 else { throw .invalid("'\(member)' is not the name of a member.") }
    }
}

/// The arguments of a message as a GVariant, retained while they may be sent.
final class GLibBody: Sendable {
    // A GVariant is immutable and counts its references atomically.
    nonisolated(unsafe) private let raw: OpaquePointer

    /// Calls `body` with the GVariant, which is valid until `body` returns; GLib takes its own references.
    func withValue<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        withExtendedLifetime(self) { body(raw) }
    }

    init(_ arguments: [Variant]) throws(BusError) {
        do throws(VariantError) { raw = try arguments.makeGLibBody() } catch { throw .invalid(error.description) }
    }

    deinit { g_variant_unref(raw) }
}

/// A call that can be cancelled from any thread.
private final class Cancellable: Sendable {
    // GCancellable may be cancelled on any thread, any number of times.
    nonisolated(unsafe) let raw: UnsafeMutablePointer<GCancellable>? = g_cancellable_new()

    func cancel() { g_cancellable_cancel(raw) }
    deinit { if let raw { g_object_unref(UnsafeMutableRawPointer(raw)) } }
}

/// The callback of an asynchronous GLib call. Called once, on the bus thread.
private final class AsynchronousResult {
    let body: (OpaquePointer?) -> Void
    private init(_ body: @escaping (OpaquePointer?) -> Void) { self.body = body }

    static func retained(_ body: @escaping (OpaquePointer?) -> Void) -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(AsynchronousResult(body)).toOpaque()
    }
}

private let asynchronousResult: GAsyncReadyCallback = { _, answer, data in
    guard let data else { return }
    Unmanaged<AsynchronousResult>.fromOpaque(data).takeRetainedValue().body(answer)
}

extension Duration {
    var timeInterval: TimeInterval {
        let (seconds, attoseconds) = components
        return TimeInterval(seconds) + TimeInterval(attoseconds) / 1e18
    }
}
