public import KeyValueObserving

extension AVPlayerLayer {
    public static var _namedProperties: _NamedProperties { namedProperties }

    private static let namedProperties = _NamedProperties(
        of: AVPlayerLayer.self,
        [
            "isReadyForDisplay": \.isReadyForDisplay, "player": \.player, "videoGravity": \.videoGravity,
            "videoRect": \.videoRect,
        ])
}
