import DBus

/// Controls one player: by the remote commands of OpenAVKit's interface where the app handles them, else by MPRIS.
struct PlayerRemote: Sendable {
    enum Outcome: Sendable, Equatable {
        case done
        /// The player has no such function, or not now.
        case unsupported
        /// The player or the bus reported an error.
        case failed(String)
    }

    let directory: PlayerDirectory
    let player: PublishedPlayer

    func play() async -> Outcome { await player.can("Play") ? call("Play") : .unsupported }
    func pause() async -> Outcome { await player.can("Pause") ? call("Pause") : .unsupported }

    /// Changes the position by an interval.
    func skip(seconds: Double) async -> Outcome {
        let command = seconds < 0 ? "skipBackward" : "skipForward"
        if player.commands.contains(command) {
            return await perform(command, ["interval": .double(seconds.magnitude)])
        }
        guard player.can("Seek") else { return .unsupported }
        return await call("Seek", [.int64(Int64(seconds * 1e6))])
    }

    func seek(toSeconds seconds: Double) async -> Outcome {
        if player.commands.contains("changePlaybackPosition") {
            return await perform("changePlaybackPosition", ["positionTime": .double(seconds)])
        }
        guard player.can("Seek"), let track = player.trackIdentifier else { return .unsupported }
        return await call("SetPosition", [.objectPath(track), .int64(Int64(seconds * 1e6))])
    }

    func next() async -> Outcome { await player.can("GoNext") ? call("Next") : .unsupported }
    func previous() async -> Outcome { await player.can("GoPrevious") ? call("Previous") : .unsupported }

    func setRate(_ rate: Double) async -> Outcome {
        if player.commands.contains("changePlaybackRate") {
            return await perform("changePlaybackRate", ["playbackRate": .double(rate)])
        }
        guard let rates = player.rates, rates.contains(rate) else { return .unsupported }
        return await call(
            "Set", [.string(PlayerName.player), .string("Rate"), .variant(.double(rate))], of: PlayerName.properties)
    }

    func enable(_ language: PublishedPlayer.Language) async -> Outcome {
        await select("enableLanguageOption", language)
    }

    func disable(_ language: PublishedPlayer.Language) async -> Outcome {
        await select("disableLanguageOption", language)
    }

    private func select(_ command: String, _ language: PublishedPlayer.Language) async -> Outcome {
        guard player.commands.contains(command) else { return .unsupported }
        var arguments: [String: Variant] = ["type": .string(language.kind.rawValue)]
        if !language.tag.isEmpty { arguments["languageTag"] = .string(language.tag) }
        if let identifier = language.identifier { arguments["identifier"] = .string(identifier) }
        return await perform(command, arguments)
    }

    // MARK: Calls

    private func perform(_ command: String, _ arguments: [String: Variant]) async -> Outcome {
        do throws(BusError) {
            let answer = try await directory.connection.call(
                player.name, path: PlayerName.path, interface: PlayerName.nowPlaying, method: "Perform",
                arguments: [.string(command), .dictionary(arguments)], timeout: directory.timeout)
            // The values of MPRemoteCommandHandlerStatus: 0 is success.
            switch answer.first?.integerValue {
            case 0: return .done
            case 100, 110: return .unsupported
            case let status: return .failed("\(command) ended with the status \(status.map { "\($0)" } ?? "unknown").")
            }
        } catch {
            return .failed(error.description)
        }
    }

    private func call(
        _ method: String, _ arguments: [Variant] = [], of interface: String = PlayerName.player
    ) async -> Outcome {
        do throws(BusError) {
            _ = try await directory.connection.call(
                player.name, path: PlayerName.path, interface: interface, method: method, arguments: arguments,
                timeout: directory.timeout)
            return .done
        } catch {
            return .failed(error.description)
        }
    }
}
