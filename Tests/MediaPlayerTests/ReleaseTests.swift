import Foundation
import MediaTesting
import Testing
import UIKit

@testable import MediaPlayer

/// Objects of the client that only the framework retains, and that use the framework when they are deallocated.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ReleaseTests {
    /// Runs a closure at its end.
    private final class Client: Sendable {
        let atEnd: @Sendable () -> Void
        init(_ atEnd: @escaping @Sendable () -> Void) { self.atEnd = atEnd }
        deinit { atEnd() }
    }

    @Test("a client that only its handler retains disables the command and removes targets at its end")
    func removedTarget() {
        let command = MPRemoteCommand()
        weak var client: Client?
        for removesAll in [false, true] {
            var target: Any?
            do {
                let made = Client {
                    command.isEnabled = false
                    command.removeTarget(nil)
                }
                client = made
                target = command.addTarget { [made] _ in
                    _ = made
                    return .success
                }
            }
            #expect(client != nil)
            if removesAll {
                // The token holds the handler, too.
                target = nil
                command.removeTarget(nil)
            } else {
                command.removeTarget(target)
                target = nil
            }
            #expect(client == nil && !command.isEnabled)
        }
    }

    private let program = NowPlayingProgram(
        NowPlayingService(
            busAddress: { nil },
            program: ProgramIdentity(identifier: "org.example.App", displayName: "Example", busElement: "example"),
            cacheFolder: FileManager.default.temporaryDirectory.appendingPathComponent("cache-\(UUID().uuidString)")))

    @Test("a client that only the handler of an artwork retains removes the Now Playing information at its end")
    func replacedArtwork() async {
        let center = program.infoCenter
        weak var client: Client?
        do {
            let made = Client { center.nowPlayingInfo = nil }
            client = made
            let artwork = MPMediaItemArtwork(boundsSize: .zero) { [made] _ in
                _ = made
                return UIImage()
            }
            center.nowPlayingInfo = [MPMediaItemPropertyTitle: "First", MPMediaItemPropertyArtwork: artwork]
        }
        // The queue that writes artwork retains it for a while.
        #expect(
            await eventually {
                center.nowPlayingInfo = [MPMediaItemPropertyTitle: "Second"]
                return client == nil
            })
    }

    @Test("a client that only the information retains removes the information at its end")
    func replacedValue() {
        let center = program.infoCenter
        weak var client: Client?
        do {
            let made = Client { center.nowPlayingInfo = nil }
            client = made
            center.nowPlayingInfo = [MPMediaItemPropertyTitle: "First", "org.example.client": made]
        }
        #expect(client != nil)
        center.nowPlayingInfo = [MPMediaItemPropertyTitle: "Second"]
        #expect(client == nil)
    }
}
