import MediaPlayer
import Testing

/// Test doubles of remote commands, as tests of clients declare them.
struct RemoteCommandMockTests {
    private final class Command: MPRemoteCommand, @unchecked Sendable {
        let id: Int
        init(id: Int) { self.id = id }
    }

    private final class Center: MPRemoteCommandCenter, @unchecked Sendable {
        let command: MPRemoteCommand
        override var playCommand: MPRemoteCommand { command }
        init(command: MPRemoteCommand) { self.command = command }
    }

    @Test(
        "subclasses of a command and of a center have initializers of their own, and commands of no center take targets"
    )
    func initializers() {
        let command = Command(id: 7)
        let center: MPRemoteCommandCenter = Center(command: command)
        #expect((center.playCommand as? Command)?.id == 7)
        let target = center.playCommand.addTarget { _ in .success }
        center.playCommand.isEnabled = false
        #expect(!command.isEnabled)
        center.playCommand.removeTarget(target)
        #expect(MPRemoteCommandCenter.shared().playCommand !== command)
    }
}
