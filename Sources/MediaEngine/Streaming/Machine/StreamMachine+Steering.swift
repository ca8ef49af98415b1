import Foundation
import HLS

/// Content steering: chooses among several pathways to the same content (spec/hls.md section 10; bis section 7).
extension StreamMachine {
    /// The environment from the app's preferences, with the current pathway.
    var environment: VariantEnvironment {
        var environment = preferences.environment
        environment.pathway = variants.steering?.pathway
        environment.undecodableURIs = variants.undecodable
        return environment
    }

    /// When the steering manifest is due; nil if the stream has none.
    var nextSteering: Duration? {
        guard hasStarted, !variants.isSteeringLoading else { return nil }
        return variants.steering?.request(bitsPerSecond: nil)?.earliest
    }

    /// Requests the steering manifest if it is due, and applies the current pathway priority.
    mutating func steer() {
        guard var state = variants.steering else { return }
        state.advance(to: now)
        variants.steering = state
        followPathway()
        guard !variants.isSteeringLoading,
            let request = state.request(bitsPerSecond: adaptation.controller.estimate(at: seconds)),
            request.earliest <= now
        else { return }
        variants.isSteeringLoading = true
        actions.append(.load(nextLoadNumber(), ResourceRequest(url: request.url, kind: .other), .steering))
    }

    /// - Parameter url: the requested URL.
    mutating func steeringArrived(_ result: Result<FetchedResource, MediaError>, url: URL) {
        variants.isSteeringLoading = false
        switch result {
        case .success(let fetched):
            byteCount += Int64(fetched.bytes.count)
            do throws(PlaylistError) {
                variants.steering?.received(try SteeringManifest.parse(fetched.bytes), from: fetched.url, now: now)
                if !isCancelled { followPathway() }
            } catch {
                variants.steering?.failed(status: fetched.status, retryAfter: nil, now: now)
                report(
                    MediaError(.malformed, error.fault.message, url: url, cause: error), "The current pathway is kept.")
            }
        case .failure(let error):
            variants.steering?.failed(status: error.httpStatus, retryAfter: nil, now: now)
            report(error, "The current pathway is kept.")
        }
    }

    /// Switches to another pathway after every variant of the current one failed.
    mutating func leavePathway() -> FallbackOutcome {
        guard var state = variants.steering else { return .exhausted }
        let failed = state.pathway
        state.pathwayFailed(failed, now: now)
        guard state.pathway != failed else { return .exhausted }
        variants.steering = state
        followPathway()
        return variants.ladder?.levels.first?.variant.pathway == state.pathway ? .switched : .exhausted
    }

    /// Switches to the variants of the preferred pathway, starting with the next segment. Queued packets are kept.
    private mutating func followPathway() {
        guard let steering = variants.steering, let ladder = variants.ladder,
            let present = ladder.levels.first?.variant.pathway, steering.pathway != present, let main,
            let stream = ladder.variant(main.variant)
        else { return }
        variants.adopt(steering.playlist)
        do throws(MediaError) {
            let other = try VariantLadder(steering.playlist, environment: environment, url: url)
            variants.begin(other, under: environment)
            renditions[.main]?.failures.forgetVariants()
            switchMain(
                to: other.index(like: stream),
                because: SwitchCause(reason: "steering", explanation: "another pathway is used"))
        } catch {
            // If no variant of the pathway is playable, the pathway counts as failed.
            variants.steering?.pathwayFailed(steering.pathway, now: now)
            report(error, "The pathway \(steering.pathway.prefix(80)) is abandoned.")
        }
    }
}
