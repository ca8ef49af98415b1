import DBus
import NowPlayingValidation

/// A player on the bus, as its messages have described it so far.
struct PlayerMirror {
    enum Source {
        /// Its properties have been requested; messages before the reply are part of the reply.
        case loading
        /// It publishes the Now Playing dictionary.
        case nowPlaying
        /// It publishes MPRIS properties alone.
        case plain(PlainPublication)
    }

    let name: String
    /// The unique name of its connection.
    let owner: String
    /// Whether it was on the bus before the recording began.
    let isEarlier: Bool
    var source = Source.loading
    var publication = Publication()
    /// Whether nothing has been recorded since its properties were read. A change may then be part of both.
    var isFresh = true
    /// Changes of a plain player that wait for its position, the oldest first.
    var waiting: [Waiting] = []
    static let maximumWaiting = 256

    struct Waiting {
        var time: Double
        var properties: PlainPublication
    }
}
