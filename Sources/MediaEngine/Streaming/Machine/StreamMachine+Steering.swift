import Foundation
import HLS

/// Which of several pathways to the same content plays (spec/hls.md section 10; bis section 7).
extension StreamMachine {
    /// The app's preferences, on the present pathway.
    var environment: VariantEnvironment {
        var environment = preferences.environment
        environment.pathway = variants.steering?.pathway
        environment.undecodableURIs = variants.undecodable
        return environment
    }

    /// When the steering manifest is requested; nil where there is none.
    var nextSteering: Duration? {
        guard hasStarted, !variants.isSteeringLoading else { return nil }
        return variants.steering?.request(bitsPerSecond: nil)?.earliest
    }

    /// Requests the steering manifest if it is due, and follows what is known.
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

    /// - Parameter url: the one that was requested.
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
                    MediaError(.malformed, error.fault.message, url: url, cause: error), "The pathway stays as it is.")
            }
        case .failure(let error):
            variants.steering?.failed(status: error.httpStatus, retryAfter: nil, now: now)
            report(error, "The pathway stays as it is.")
        }
    }

    /// Every variant of the present pathway has failed.
    mutating func leavePathway() -> FallbackOutcome {
        guard var state = variants.steering else { return .exhausted }
        let failed = state.pathway
        state.pathwayFailed(failed, now: now)
        guard state.pathway != failed else { return .exhausted }
        variants.steering = state
        followPathway()
        return variants.ladder?.rungs.first?.variant.pathway == state.pathway ? .switched : .exhausted
    }

    /// Continues with the variants of the pathway that is to be used now, from the next segment on. Packets stay.
    private mutating func followPathway() {
        guard let steering = variants.steering, let ladder = variants.ladder,
            let present = ladder.rungs.first?.variant.pathway, steering.pathway != present, let main,
            let stream = ladder.variant(main.variant)
        else { return }
        variants.adopt(steering.playlist)
        do throws(MediaError) {
            let other = try VariantLadder(steering.playlist, environment: environment, url: url)
            variants.begin(other, under: environment)
            renditions[.main]?.failures.forgetVariants()
            switchMain(
                to: other.rung(like: stream),
                because: SwitchCause(reason: "steering", explanation: "another pathway is used"))
        } catch {
            // Nothing of the pathway can be played: the same as if it had failed.
            variants.steering?.pathwayFailed(steering.pathway, now: now)
            report(error, "The pathway \(steering.pathway.prefix(80)) is left.")
        }
    }
}
