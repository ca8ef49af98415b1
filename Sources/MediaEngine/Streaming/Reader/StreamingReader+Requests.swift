import Foundation
import HLS
import Synchronization

/// Performs the machine's actions and passes the responses to the machine.
extension StreamingReader {
    func performActions() {
        actions.perform(during: .waits) { action in
            switch action {
            case .load(let number, let request, let purpose): load(number, request, purpose)
            case .cancelLoad(let number):
                fetches.cancel(number)
                _ = bodies.take(number)
            case .limitLoad(let number, let count): fetches.limit(number, to: count)
            case .reportError(let error, let comment): events.report(error, comment)
            case .report(.seekableRangeChanged): events.seekableRangeChanged()
            case .report(let event): events.report(event)
            case .publishDateRanges(let ranges): dateRanges.publish(ranges)
            case .publishInterstitials(let found): interstitials.publish(found)
            case .keepThroughput(let measured): memory?.keep(measured, for: network)
            }
        }
    }

    private func load(_ number: Int, _ request: ResourceRequest, _ purpose: LoadPurpose) {
        let requestedAt = now
        switch purpose {
        case .entry:
            fetches.add(
                number,
                loader.fetch(request) { [weak self] result in
                    guard let self else { return }
                    let answer = Self.parsed(result, variables: nil)
                    updateAndWake {
                        $0.machine.entryArrived(number, byteCount: result.byteCount, answer, requestedAt: requestedAt)
                    }
                    fetches.remove(number)
                })
        case .playlist(let role, let url):
            loader.fetch(request) { [weak self] result in
                guard let self else { return }
                let variables = query(\.variants.playlist?.variables)
                let answer = Self.parsed(result, variables: variables, isMedia: true)
                updateAndWake {
                    $0.machine.playlistArrived(
                        number, role, url: url, byteCount: result.byteCount, answer, requestedAt: requestedAt)
                }
            }
        case .chunk(let role):
            // An open range is cut to the part's length when the length is known, so its bytes are not demuxed as they arrive.
            let body = request.openStart == nil ? ArrivingBody() : nil
            if let body { bodies.add(number, body) }
            let fetch = loader.fetch(
                request, body: body,
                progress: { [weak self] received, expected in
                    self?.progressed(number, role, received, expected)
                }
            ) { [weak self] result in
                if let body, case .success(let fetched) = result {
                    fetched.bytes.withUnsafeBytes { body.write($0, at: 0) }
                }
                defer { body?.finish(result.map { _ in }) }
                guard let self else { return }
                updateAndWake { state in
                    state.machine.chunkArrived(
                        number, role, result.map { body == nil ? $0.bytes : [] }, byteCount: body.map { Int($0.count) })
                    // The machine must handle the end before the demuxer does.
                    body?.finish(result.map { _ in })
                }
                fetches.remove(number)
                if case .failure = result { _ = bodies.take(number) }
            }
            fetches.add(number, fetch)
        case .shared(let resource):
            loader.fetch(request) { [weak self] result in
                self?.updateAndWake { $0.machine.resourceArrived(resource, result.map(\.bytes)) }
            }
        case .steering:
            loader.fetch(request) { [weak self] result in
                self?.updateAndWake { $0.machine.steeringArrived(result, url: request.url) }
            }
        }
    }

    private func progressed(_ number: Int, _ role: RenditionRole, _ received: Int64, _ expected: Int64?) {
        let outcome = update { state in
            let outcome = state.machine.chunkProgressed(number, role, received: received, expected: expected)
            if outcome != .continued { state.thread = .running }
            return outcome
        }
        if outcome != .continued { state.broadcast() }
    }

    /// Parses a playlist without the lock, because a long playlist takes a while.
    /// - Parameter isMedia: whether only a media playlist is accepted.
    private static func parsed(
        _ result: Result<FetchedResource, MediaError>, variables: [String: String]?, isMedia: Bool = false
    ) -> Result<PlaylistAnswer, MediaError> {
        result.flatMap { fetched in
            do throws(MediaError) {
                let parsed = try HLSClient().parse(
                    fetched, expecting: isMedia ? .mediaPlaylist : .anyPlaylist, variables: variables)
                return .success(
                    PlaylistAnswer(
                        playlist: parsed.playlist, faults: parsed.faults, url: fetched.url, age: fetched.age,
                        dates: fetched.dates))
            } catch {
                var error = error
                error.httpStatus = fetched.status
                return .failure(error)
            }
        }
    }
}

extension Result where Success == FetchedResource, Failure == MediaError {
    fileprivate var byteCount: Int { (try? get())?.bytes.count ?? 0 }
}

/// Requests in flight that can be cancelled, by the machine's load number. Thread-safe.
final class FetchTable: Sendable {
    private let fetches = Mutex<[Int: ResourceFetch]>([:])

    func add(_ number: Int, _ fetch: ResourceFetch) {
        fetches.withLock { $0[number] = fetch }
        // The request may have ended before this call.
        if fetch.hasEnded { remove(number) }
    }

    func remove(_ number: Int) { _ = fetches.withLock { $0.removeValue(forKey: number) } }
    func cancel(_ number: Int) { fetches.withLock { $0.removeValue(forKey: number) }?.cancel() }
    func limit(_ number: Int, to count: Int64) { fetches.withLock { $0[number] }?.limit(to: count) }

    func cancelAll() {
        let all = fetches.withLock { fetches in
            defer { fetches.removeAll() }
            return Array(fetches.values)
        }
        for fetch in all { fetch.cancel() }
    }
}

/// The bodies of chunks that are arriving or wait to be demuxed, by the machine's load number. Thread-safe.
final class BodyTable: Sendable {
    private let bodies = Mutex<[Int: ArrivingBody]>([:])

    func add(_ number: Int, _ body: ArrivingBody) { bodies.withLock { $0[number] = body } }
    func take(_ number: Int) -> ArrivingBody? { bodies.withLock { $0.removeValue(forKey: number) } }
}
