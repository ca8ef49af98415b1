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

    /// An object of a client that uses the command again while it is deallocated.
    private final class Screen {
        let command: MPRemoteCommand
        let report: (Bool) -> Void

        init(command: MPRemoteCommand, report: @escaping (Bool) -> Void) {
            self.command = command
            self.report = report
        }

        deinit {
            command.removeTarget(nil)
            report(command.isEnabled)
        }
    }

    @Test(
        "a command whose removed handler has the last reference to an object can be used by the object's deinitializer")
    func deallocationByRemoval() {
        let command = Command(id: 1)
        var isReported = false
        do {
            let screen = Screen(command: command) { isReported = $0 }
            command.addTarget { _ in screen.command.isEnabled ? .success : .commandFailed }
        }
        #expect(!isReported)
        command.removeTarget(nil)
        #expect(isReported)
    }
}
