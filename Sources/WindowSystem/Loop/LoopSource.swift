import CDesktop

/// The callbacks of a source: three closures that the source retains.
@MainActor
final class LoopSourceActions {
    let prepare: (@MainActor () -> Bool)?
    let check: (@MainActor () -> Bool)?
    let dispatch: @MainActor () -> Bool

    init(
        prepare: (@MainActor () -> Bool)? = nil, check: (@MainActor () -> Bool)? = nil,
        dispatch: @escaping @MainActor () -> Bool
    ) {
        self.prepare = prepare
        self.check = check
        self.dispatch = dispatch
    }
}

/// An event source of GLib's default context, implemented by Swift closures.
///
/// The closures run on the thread that pumps the context, which is the main actor's. The source is destroyed with this object, on whichever
/// thread releases it last. `setReadyTime` may be called on any thread.
final class LoopSource: Sendable {
    // A GSource counts its references atomically, and only functions that GLib allows on any thread are called.
    nonisolated(unsafe) private let raw: UnsafeMutablePointer<GSource>

    @MainActor
    init(priority: Int32 = LoopPriority.normal, _ actions: LoopSourceActions) {
        let size = MemoryLayout<SourceWithActions>.size
        raw = g_source_new(sourceFunctions, guint(size))
        UnsafeMutableRawPointer(raw).assumingMemoryBound(to: SourceWithActions.self).pointee.actions =
            Unmanaged.passRetained(actions)
        g_source_set_priority(raw, priority)
        // A handler may wait in a nested loop: all sources continue there, including this one.
        g_source_set_can_recurse(raw, 1)
        g_source_attach(raw, nil)
    }

    deinit {
        g_source_destroy(raw)
        g_source_unref(raw)
    }

    /// Watches a descriptor for input, and for errors that the next read will report.
    @MainActor
    func watch(descriptor: Int32) {
        g_source_add_unix_fd(raw, descriptor, GIOCondition(G_IO_IN.rawValue | G_IO_ERR.rawValue | G_IO_HUP.rawValue))
    }

    /// Requests a dispatch at a time of the monotonic clock, in microseconds; -1 for never, 0 for immediately. Any thread.
    func setReadyTime(_ microseconds: Int64) {
        g_source_set_ready_time(raw, gint64(microseconds))
    }
}

/// The priorities of sources that are ready at the same time: lower values are served first.
enum LoopPriority {
    static let wake: Int32 = -100
    static let input: Int32 = -50
    static let normal: Int32 = 0
    static let frame: Int32 = 20
    static let idle: Int32 = 200
}

/// The memory layout of a source: GLib's own fields, then the closures.
private struct SourceWithActions {
    var source: GSource
    var actions: Unmanaged<LoopSourceActions>?
}

private func actions(of source: UnsafeMutablePointer<GSource>?) -> LoopSourceActions? {
    guard let source else { return nil }
    return UnsafeMutableRawPointer(source).assumingMemoryBound(to: SourceWithActions.self).pointee.actions?
        .takeUnretainedValue()
}

// Initialized once, before the first source is created, and only read afterwards.
nonisolated(unsafe) private let sourceFunctions: UnsafeMutablePointer<GSourceFuncs> = {
    let functions = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
    functions.initialize(to: GSourceFuncs())
    functions.pointee.prepare = { source, timeout in
        timeout?.pointee = -1
        guard let prepare = actions(of: source)?.prepare else { return 0 }
        return MainActor.assumeIsolated { prepare() } ? 1 : 0
    }
    functions.pointee.check = { source in
        guard let check = actions(of: source)?.check else { return 0 }
        return MainActor.assumeIsolated { check() } ? 1 : 0
    }
    functions.pointee.dispatch = { source, _, _ in
        guard let actions = actions(of: source) else { return 0 }
        return MainActor.assumeIsolated { actions.dispatch() } ? 1 : 0
    }
    functions.pointee.finalize = { source in
        guard let source else { return }
        let memory = UnsafeMutableRawPointer(source).assumingMemoryBound(to: SourceWithActions.self)
        memory.pointee.actions?.release()
        memory.pointee.actions = nil
    }
    return functions
}()
