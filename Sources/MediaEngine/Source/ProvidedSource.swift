import Foundation

/// A file of a scheme that only the app knows, whose bytes a provider gives out (semantics section 15).
///
/// It is asked for what the file is, then for windows of it, one ahead of the reader.
final class ProvidedSource: ByteSource, @unchecked Sendable {
    // `state` is read and written with `gate` held.
    static let windowBytes: Int64 = 512 << 10
    /// Containers are read in two or three places at once.
    private static let keptWindows = 6
    /// What is asked for beside the information, which some apps answer with the first bytes.
    private static let informationRange: Range<Int64> = 0..<2

    private struct State {
        var size: Int64 = 0
        var mimeType: String?
        var offset: Int64 = 0
        var isCancelled = false
        /// The latest last.
        var windows: [(number: Int64, bytes: [UInt8])] = []
        var fetches: [Int64: ResourceFetch] = [:]
        var failures: [Int64: MediaError] = [:]
        var opening: ResourceFetch?
    }

    private let locator: MediaLocator
    private let loader: ResourceLoader
    private let gate = Condition()
    private var state = State()

    private init(_ locator: MediaLocator) {
        self.locator = locator
        loader = ResourceLoader(locator: locator)
    }

    /// Blocks until the provider has said what the file is.
    /// - Parameter onCreated: is given the source before the wait, so that another thread can `cancel` it.
    /// - Returns: where the provider leads to a web server, that server's file.
    static func open(
        _ locator: MediaLocator, onCreated: (@Sendable (any ByteSource) -> Void)?
    ) throws(MediaError) -> any ByteSource {
        let source = ProvidedSource(locator)
        onCreated?(source)
        var request = ResourceRequest(url: locator.url, kind: .segment, byteRange: informationRange)
        request.isInformation = true
        let information = try source.wait(for: request)
        if ["http", "https"].contains(information.url.scheme?.lowercased() ?? "") {
            var moved = locator
            moved.url = information.url
            moved.mimeType = locator.mimeType ?? information.mimeType
            return try SourceFactory.open(moved, onCreated: onCreated)
        }
        let type = locator.mimeType ?? information.mimeType
        guard let size = information.totalLength, size > 0 else {
            // Who cannot give parts gives the whole, which such a resource's limit bounds.
            let whole = try source.wait(for: ResourceRequest(url: locator.url, kind: .segment))
            return MemorySource(whole.bytes, mimeType: type ?? whole.mimeType)
        }
        source.gate.withLock {
            source.state.size = size
            source.state.mimeType = type
        }
        return source
    }

    private func wait(for request: ResourceRequest) throws(MediaError) -> FetchedResource {
        if gate.withLock({ state.isCancelled }) { throw MediaError.readingWasCancelled(locator.url) }
        return try loader.fetchBlocking(request) { fetch in
            let isCancelled = self.gate.withLock {
                self.state.opening = fetch
                return self.state.isCancelled
            }
            if isCancelled { fetch.cancel() }
        }
    }

    // MARK: - ByteSource

    var size: Int64? { gate.withLock { state.size } }
    var mimeType: String? { gate.withLock { state.mimeType } }
    var isSeekable: Bool { true }

    var bufferedAhead: Int? {
        gate.withLock {
            var end = state.offset
            while let window = state.windows.first(where: { $0.number == end / Self.windowBytes }), end < state.size {
                end = window.number * Self.windowBytes + Int64(window.bytes.count)
            }
            return Int(clamping: end - state.offset)
        }
    }

    func seek(to offset: Int64) throws(MediaError) {
        guard offset >= 0 else {
            throw MediaError.negativeOffset(offset, locator.url)
        }
        gate.withLock { state.offset = offset }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int {
        guard buffer.count > 0 else { return 0 }
        let outcome: Result<Int, MediaError> = gate.withLock {
            while true {
                if state.isCancelled { return .failure(MediaError.readingWasCancelled(locator.url)) }
                guard state.offset < state.size else { return .success(0) }
                let number = state.offset / Self.windowBytes
                if let at = state.windows.firstIndex(where: { $0.number == number }) {
                    let window = state.windows.remove(at: at)
                    state.windows.append(window)
                    let start = Int(state.offset - number * Self.windowBytes)
                    let count = min(buffer.count, window.bytes.count - start)
                    window.bytes.withUnsafeBytes {
                        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<(start + count)]))
                    }
                    state.offset += Int64(count)
                    ask(for: number + 1)
                    return .success(count)
                }
                // A failure is told once; whoever reads again asks again.
                if let failure = state.failures.removeValue(forKey: number) { return .failure(failure) }
                ask(for: number)
                gate.wait()
            }
        }
        return try outcome.get()
    }

    func cancel() {
        let open = gate.withLock { () -> ResourceFetch? in
            state.isCancelled = true
            gate.broadcast()
            return state.opening
        }
        open?.cancel()
    }

    func resume() { gate.withLock { state.isCancelled = false } }

    deinit {
        for fetch in gate.withLock({ Array(state.fetches.values) }) { fetch.cancel() }
    }

    /// `gate` is held.
    private func ask(for number: Int64) {
        let start = number * Self.windowBytes
        guard start < state.size, state.fetches[number] == nil, !state.windows.contains(where: { $0.number == number })
        else { return }
        let range = start..<min(state.size, start + Self.windowBytes)
        state.fetches[number] = loader.fetch(
            ResourceRequest(url: locator.url, kind: .segment, byteRange: range)
        ) { [weak self] result in
            self?.arrived(number, result)
        }
    }

    private func arrived(_ number: Int64, _ result: Result<FetchedResource, MediaError>) {
        gate.withLock {
            state.fetches[number] = nil
            switch result {
            case .success(let resource):
                if state.windows.count >= Self.keptWindows { state.windows.removeFirst() }
                state.windows.append((number, resource.bytes))
            case .failure(let error): state.failures[number] = error
            }
            gate.broadcast()
        }
    }
}
