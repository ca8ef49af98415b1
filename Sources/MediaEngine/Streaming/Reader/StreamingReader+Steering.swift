import Foundation
import HLS

/// Which of several ways to the same content is taken (spec/hls.md section 10; bis section 7). `gate` is held unless said otherwise.
extension StreamingReader {
    /// What may be chosen: the app's wishes, on the present pathway.
    var environment: VariantEnvironment {
        var environment = preferences.environment
        environment.pathway = steering?.pathway
        environment.undecodableURIs = undecodable
        return environment
    }

    /// When the steering server is to be asked; nil where there is none.
    var nextSteering: Duration? {
        isPrimed && !isSteeringLoading ? steering?.request(bitsPerSecond: nil)?.earliest : nil
    }

    /// Asks the steering server if it is time, and follows what is known.
    func steer() {
        guard var state = steering else { return }
        state.advance(to: moment)
        steering = state
        followPathway()
        guard !isSteeringLoading, let request = state.request(bitsPerSecond: adaptation.estimate(at: now)),
            request.earliest <= moment
        else { return }
        isSteeringLoading = true
        loader.fetch(ResourceRequest(url: request.url, kind: .other)) { [weak self] result in
            guard let self else { return }
            gate.withLock {
                isSteeringLoading = false
                steered(result, request.url)
                wake()
            }
        }
    }

    private func steered(_ result: Result<FetchedResource, MediaError>, _ url: URL) {
        switch result {
        case .success(let fetched):
            byteCount += Int64(fetched.bytes.count)
            do throws(PlaylistError) {
                steering?.received(try SteeringManifest.parse(fetched.bytes), from: fetched.url, now: moment)
                followPathway()
            } catch {
                steering?.failed(status: fetched.status, retryAfter: nil, now: moment)
                events.tell(
                    MediaError(.malformed, error.fault.message, url: url, cause: error), "The pathway stays as it is.")
            }
        case .failure(let error):
            steering?.failed(status: error.httpStatus, retryAfter: nil, now: moment)
            events.tell(error, "The pathway stays as it is.")
        }
    }

    /// Every variant of the present pathway has failed.
    /// - Returns: whether there is another pathway.
    func leavePathway() -> Bool {
        guard var state = steering else { return false }
        let failed = state.pathway
        state.pathwayFailed(failed, now: moment)
        guard state.pathway != failed else { return false }
        steering = state
        followPathway()
        return ladder?.rungs.first?.variant.pathway == state.pathway
    }

    /// Goes on with the variants of the pathway that is to be used now, from the next segment on. What is here stays.
    private func followPathway() {
        guard let steering, let ladder, let present = ladder.rungs.first?.variant.pathway, steering.pathway != present,
            let main = pipelines[.main], let variant = ladder.variant(main.rung)
        else { return }
        multivariant = steering.playlist
        do throws(MediaError) {
            let other = try VariantLadder(steering.playlist, environment: environment, url: locator.url)
            begin(other)
            switchMain(
                to: other.rung(like: variant),
                because: SwitchCause(reason: "steering", explanation: "another pathway is used", estimate: nil))
        } catch {
            // Nothing of it can be played: as if it had failed.
            self.steering?.pathwayFailed(steering.pathway, now: moment)
            events.tell(error, "The pathway \(steering.pathway.prefix(80)) is left.")
        }
    }

    /// Other variants take the place of all that there were: what was known of those by their rungs is void.
    func begin(_ other: VariantLadder) {
        ladder = other
        limitedRungs = other.excluded(under: environment)
        banned = [:]
        copies = [:]
        pipelines[.main]?.failedRungs = []
        pipelines[.main]?.failedCopies = [:]
    }
}
