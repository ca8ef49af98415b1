import Foundation

/// A file with a custom URL scheme, whose bytes the app's provider supplies (semantics section 15).
///
/// The source requests the type and size of the file from the provider, then windows of bytes, one ahead of the reader. A window can be read
/// while it arrives.
final class ProvidedSource: ByteSource {
    static let windowBytes: Int64 = 512 << 10
    /// The number of retained windows: containers are read at two or three offsets alternately.
    private static let maximumWindows = 6
    /// The range of the information request; some apps respond with the first bytes.
    private static let informationRange: Range<Int64> = 0..<2

    private struct State: Sendable {
        var size: Int64 = 0
        var mimeType: String?
        var offset: Int64 = 0
        var isCancelled = false
        /// The least recently read window is first.
        var windows: [(number: Int64, bytes: [UInt8])] = []
        var fetches: [Int64: ResourceFetch] = [:]
        /// The first bytes of windows that are being fetched.
        var beginnings: [Int64: [UInt8]] = [:]
        var failures: [Int64: MediaError] = [:]
        var opening: ResourceFetch?
    }

    private let locator: MediaLocator
    private let loader: ResourceLoader
    private let state = Monitor(State())

    private init(_ locator: MediaLocator) {
        self.locator = locator
        loader = ResourceLoader(locator: locator)
    }

    /// Blocks until the type and size of the file are known.
    /// - Parameter onCreated: called with the source before the wait, so that another thread can `cancel` it.
    /// - Returns: a source for the web server that the provider redirects to, if it does.
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
            // A provider without ranges supplies the whole file, up to the limit of such resources.
            let whole = try source.wait(for: ResourceRequest(url: locator.url, kind: .segment))
            return MemorySource(whole.bytes, mimeType: type ?? whole.mimeType)
        }
        source.state.withLock { ($0.size, $0.mimeType) = (size, type) }
        return source
    }

    private func wait(for request: ResourceRequest) throws(MediaError) -> FetchedResource {
        if state.withLock({ $0.isCancelled }) { throw MediaError.readingWasCancelled(locator.url) }
        return try loader.fetchBlocking(request) { fetch in
            let isCancelled = self.state.withLock { state in
                state.opening = fetch
                return state.isCancelled
            }
            if isCancelled { fetch.cancel() }
        }
    }

    // MARK: - ByteSource

    var size: Int64? { state.withLock { $0.size } }
    var mimeType: String? { state.withLock { $0.mimeType } }
    var isSeekable: Bool { true }

    var bufferedAhead: Int? {
        state.withLock { state in
            var end = state.offset
            while let window = state.windows.first(where: { $0.number == end / Self.windowBytes }), end < state.size {
                end = window.number * Self.windowBytes + Int64(window.bytes.count)
            }
            let number = end / Self.windowBytes
            if let beginning = state.beginnings[number] {
                end = max(end, number * Self.windowBytes + Int64(beginning.count))
            }
            return Int(clamping: end - state.offset)
        }
    }

    func seek(to offset: Int64) throws(MediaError) {
        guard offset >= 0 else {
            throw MediaError.negativeOffset(offset, locator.url)
        }
        state.withLock { $0.offset = offset }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int {
        guard buffer.count > 0 else { return 0 }
        let outcome = state.wait(on: SystemHostClock()) { state -> Monitor<State>.Attempt<Result<Int, MediaError>> in
            if state.isCancelled { return .done(.failure(MediaError.readingWasCancelled(locator.url))) }
            guard state.offset < state.size else { return .done(.success(0)) }
            let number = state.offset / Self.windowBytes
            if let at = state.windows.firstIndex(where: { $0.number == number }) {
                let window = state.windows.remove(at: at)
                state.windows.append(window)
                let count = Self.copy(window.bytes, of: number, into: buffer, &state)
                request(number + 1, &state)
                return .done(.success(count))
            }
            if let beginning = state.beginnings[number],
                state.offset < number * Self.windowBytes + Int64(beginning.count)
            {
                return .done(.success(Self.copy(beginning, of: number, into: buffer, &state)))
            }
            // A failure is reported once; the next read requests the window again.
            if let failure = state.failures.removeValue(forKey: number) { return .done(.failure(failure)) }
            request(number, &state)
            return .wait(until: nil)
        }
        return try outcome.get()
    }

    /// Copies the bytes of a window from the offset on, and moves the offset.
    /// - Returns: the number of bytes.
    private static func copy(
        _ bytes: [UInt8], of number: Int64, into buffer: UnsafeMutableRawBufferPointer, _ state: inout State
    ) -> Int {
        let start = Int(state.offset - number * windowBytes)
        let count = min(buffer.count, bytes.count - start)
        bytes.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<(start + count)]))
        }
        state.offset += Int64(count)
        return count
    }

    func cancel() {
        let opening = state.withLock { state in
            state.isCancelled = true
            return state.opening
        }
        state.broadcast()
        opening?.cancel()
    }

    func resume() { state.withLock { $0.isCancelled = false } }

    deinit {
        for fetch in state.withLock({ Array($0.fetches.values) }) { fetch.cancel() }
    }

    /// Requests a window, unless it is requested or buffered.
    private func request(_ number: Int64, _ state: inout State) {
        let start = number * Self.windowBytes
        guard start < state.size, state.fetches[number] == nil, !state.windows.contains(where: { $0.number == number })
        else { return }
        let range = start..<min(state.size, start + Self.windowBytes)
        state.fetches[number] = loader.fetch(
            ResourceRequest(url: locator.url, kind: .segment, byteRange: range),
            part: { [weak self] bytes in self?.arrived(number, part: bytes, of: range.count) }
        ) { [weak self] result in
            self?.arrived(number, result)
        }
    }

    /// - Parameter count: the number of bytes of the whole window.
    private func arrived(_ number: Int64, part bytes: [UInt8], of count: Int) {
        state.withLock { state in
            guard state.fetches[number] != nil else { return }
            let room = count - (state.beginnings[number]?.count ?? 0)
            state.beginnings[number, default: []] += bytes.prefix(max(0, room))
        }
        state.broadcast()
    }

    private func arrived(_ number: Int64, _ result: Result<FetchedResource, MediaError>) {
        state.withLock { state in
            state.fetches[number] = nil
            state.beginnings[number] = nil
            switch result {
            case .success(let resource):
                if state.windows.count >= Self.maximumWindows { state.windows.removeFirst() }
                state.windows.append((number, resource.bytes))
            case .failure(let error): state.failures[number] = error
            }
        }
        state.broadcast()
    }
}
