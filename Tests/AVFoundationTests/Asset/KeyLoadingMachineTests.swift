import Testing

@testable import AVFoundation

@Suite struct KeyLoadingMachineTests {
    private struct Failure: Error {}
    private func machine() -> KeyLoadingMachine { KeyLoadingMachine(knownKeys: ["duration", "tracks"]) }

    @Test("R14 S2.1 S2.2: a key changes from unknown to loading to loaded; requests complete together, once")
    func load_succeeds() {
        var machine = machine()
        #expect(machine.status(of: "duration") == .unknown)
        let first = machine.request(["duration"])
        #expect(first.actions.start == 0 && first.actions.completed.isEmpty)
        #expect(machine.status(of: "duration") == .loading && machine.status(of: "tracks") == .unknown)
        let second = machine.request(["duration", "tracks"])
        #expect(second.actions.start == nil && second.actions.completed.isEmpty)
        #expect(machine.finish(generation: 0, error: nil).completed == [first.request, second.request])
        #expect(machine.finish(generation: 0, error: Failure()).completed.isEmpty)
        #expect(machine.status(of: "duration") == .loaded && machine.error(of: "duration") == nil)
        #expect(machine.request(["tracks"]).actions.completed.count == 1)
    }

    @Test("R14 S2.2 S2.5: on a read error the remaining keys fail, and keep failing")
    func load_fails() {
        var machine = machine()
        _ = machine.request(["duration"])
        #expect(machine.finish(generation: 0, error: Failure()).completed.count == 1)
        #expect(machine.status(of: "duration") == .failed && machine.error(of: "duration") is Failure)
        #expect(machine.status(of: "tracks") == .unknown)
        let later = machine.request(["duration", "tracks"])
        #expect(later.actions.start == nil && later.actions.completed == [later.request])
        #expect(machine.status(of: "tracks") == .failed && machine.error(of: "tracks") is Failure)
    }

    @Test("R14 S2.3: cancelLoading makes pending keys cancelled permanently; other keys can be loaded again")
    func cancel_pendingOnly() {
        var machine = machine()
        let request = machine.request(["duration"])
        let actions = machine.cancel()
        #expect(actions.stopsLoading && actions.completed == [request.request])
        #expect(machine.status(of: "duration") == .cancelled)
        #expect((machine.error(of: "duration") as? AVError)?.code == .operationCancelled)
        // The late result of the cancelled load has no effect.
        #expect(machine.finish(generation: 0, error: nil).completed.isEmpty)
        #expect(machine.status(of: "duration") == .cancelled && machine.status(of: "tracks") == .unknown)
        let other = machine.request(["tracks", "duration"])
        #expect(other.actions.start == 1)
        #expect(machine.finish(generation: 1, error: nil).completed == [other.request])
        #expect(machine.status(of: "tracks") == .loaded && machine.status(of: "duration") == .cancelled)
        #expect(!machine.cancel().stopsLoading)
        #expect(machine.status(of: "tracks") == .loaded)
    }

    @Test("unknown key names fail without reading the asset")
    func request_unknownName_fails() {
        var machine = machine()
        let request = machine.request(["colour"])
        #expect(request.actions.start == nil && request.actions.completed == [request.request])
        #expect(machine.status(of: "colour") == .failed)
        #expect((machine.error(of: "colour") as? AVError)?.code == .operationNotSupportedForAsset)
    }
}
