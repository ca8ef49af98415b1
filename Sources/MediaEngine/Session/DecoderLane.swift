/// One decoder of a session's picture track and where it stands.
///
/// A seek far away parks the decoder instead of throwing its place away: a later seek that lands after that place goes on from there,
/// which saves decoding a long group of pictures from its key picture. All lanes but the active one are idle.
struct DecoderLane {
    let id: Int
    /// Another one each time that the decoder begins anew: pictures of an older one are void.
    let epoch: Int
    /// The number of the next packet for it; kept up to date while it is parked, the cache's cursor counts while it is active.
    var cursor = 0
    /// The newest picture that it has given out since it began anew, shown or not.
    var lastDecoded: Frame?
    /// The latest time of a packet that it had leave to skip.
    var lastSkipped: Nanoseconds = -.never
    /// Whether it must forget everything before its next packet.
    var mustFlush = true
    /// Whether it has been told that there are no more packets; only a flush brings it back.
    var isDraining = false
    var lastUse = 0

    init(id: Int, epoch: Int) {
        self.id = id
        self.epoch = epoch
    }

    /// Whether it can go on to the picture at `cover` from where it stands, without having left that one out.
    func reaches(_ cover: Nanoseconds, target: Nanoseconds) -> Bool {
        guard let lastDecoded, !isDraining, !mustFlush else { return false }
        return lastDecoded.time <= target && (cover == lastDecoded.time || cover > lastSkipped)
    }
}

extension SessionCore {
    /// Decoders parked beside the active one.
    static let parkedLanes = 3
    /// Pixels of the pictures of all parked decoders together: what they hold is memory.
    static let parkedPixels = 6_500_000

    /// How many decoders may be parked of the present track.
    private var parkingSpace: Int {
        guard let video = videoTrack?.video, video.width > 0, video.height > 0 else { return 0 }
        return min(Self.parkedLanes, Self.parkedPixels / (video.width * video.height))
    }

    /// Parks the active decoder and makes another one active, which begins anew. `gate` is held.
    func parkLane(_ index: Int) {
        guard parkingSpace > 0, lane.lastDecoded != nil, !lane.isDraining, !lane.mustFlush else {
            beginLaneAnew()
            return
        }
        var leaving = lane
        leaving.cursor = cache[index].cursor
        useCount += 1
        leaving.lastUse = useCount
        if parked.count < parkingSpace {
            laneCount += 1
            lane = newLane(laneCount)
        } else if let oldest = parked.indices.min(by: { parked[$0].lastUse < parked[$1].lastUse }) {
            lane = newLane(parked.remove(at: oldest).id)
        }
        parked.append(leaving)
    }

    /// Makes a parked decoder active. `gate` is held.
    func resumeLane(_ position: Int, _ index: Int) {
        var leaving = lane
        leaving.cursor = cache[index].cursor
        useCount += 1
        leaving.lastUse = useCount
        lane = parked.remove(at: position)
        if leaving.lastDecoded != nil, !leaving.isDraining, !leaving.mustFlush {
            parked.append(leaving)
        } else {
            // Its place is worth nothing, but it is a decoder that is open.
            parked.append(newLane(leaving.id))
        }
        cache[index].move(to: lane.cursor)
    }

    /// What the active decoder has under way is not wanted any more. `gate` is held.
    func beginLaneAnew() { lane = newLane(lane.id) }

    func newLane(_ id: Int) -> DecoderLane {
        epochCount += 1
        return DecoderLane(id: id, epoch: epochCount)
    }

    /// No parked decoder's place means anything any more: the packets are others now. `gate` is held.
    func forgetParkedPlaces() { parked = parked.map { newLane($0.id) } }
}
