import ArgumentParser

@main
struct AVPlayerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "avplayer")
    func run() throws {}
}
