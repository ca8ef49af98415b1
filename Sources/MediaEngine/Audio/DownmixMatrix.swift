import CFFmpeg

/// The matrix that mixes the channels of a layout to stereo, according to ITU-R BS.775-3 annex 4.
///
/// Center and surround channels are mixed at −3 dB, the low-frequency channel is dropped, and the gains are reduced if a sum could clip.
/// Mono is played on both channels at full level.
enum DownmixMatrix {
    static let minus3dB = 0.5.squareRoot()

    /// Returns the left and right gains of every input channel, in its order.
    static func stereo(for layout: UnsafePointer<AVChannelLayout>) -> (left: [Double], right: [Double]) {
        let count = Int(clamping: max(0, layout.pointee.nb_channels))
        if count == 1 { return ([1], [1]) }
        var left: [Double] = []
        var right: [Double] = []
        for index in 0..<count {
            let channel = av_channel_layout_channel_from_index(layout, UInt32(index))
            let gains = gains(of: channel) ?? (index % 2 == 0 ? (1, 0) : (0, 1))
            left.append(gains.0)
            right.append(gains.1)
        }
        let loudest = max(left.reduce(0, +), right.reduce(0, +))
        if loudest > 1 {
            left = left.map { $0 / loudest }
            right = right.map { $0 / loudest }
        }
        return (left, right)
    }

    private static func gains(of channel: AVChannel) -> (Double, Double)? {
        switch channel {
        case AV_CHAN_FRONT_LEFT, AV_CHAN_FRONT_LEFT_OF_CENTER, AV_CHAN_STEREO_LEFT, AV_CHAN_WIDE_LEFT: (1, 0)
        case AV_CHAN_FRONT_RIGHT, AV_CHAN_FRONT_RIGHT_OF_CENTER, AV_CHAN_STEREO_RIGHT, AV_CHAN_WIDE_RIGHT: (0, 1)
        case AV_CHAN_FRONT_CENTER, AV_CHAN_TOP_FRONT_CENTER, AV_CHAN_BOTTOM_FRONT_CENTER: (minus3dB, minus3dB)
        case AV_CHAN_SIDE_LEFT, AV_CHAN_BACK_LEFT, AV_CHAN_TOP_FRONT_LEFT, AV_CHAN_TOP_BACK_LEFT,
            AV_CHAN_TOP_SIDE_LEFT, AV_CHAN_SURROUND_DIRECT_LEFT, AV_CHAN_BOTTOM_FRONT_LEFT:
            (minus3dB, 0)
        case AV_CHAN_SIDE_RIGHT, AV_CHAN_BACK_RIGHT, AV_CHAN_TOP_FRONT_RIGHT, AV_CHAN_TOP_BACK_RIGHT,
            AV_CHAN_TOP_SIDE_RIGHT, AV_CHAN_SURROUND_DIRECT_RIGHT, AV_CHAN_BOTTOM_FRONT_RIGHT:
            (0, minus3dB)
        case AV_CHAN_BACK_CENTER, AV_CHAN_TOP_CENTER, AV_CHAN_TOP_BACK_CENTER: (0.5, 0.5)
        case AV_CHAN_LOW_FREQUENCY, AV_CHAN_LOW_FREQUENCY_2: (0, 0)
        default: nil
        }
    }
}
