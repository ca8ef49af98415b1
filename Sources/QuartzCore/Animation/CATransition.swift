/// The key of transitions in their layers.
public let kCATransition = "transition"

/// An animation from the former content of a layer and its sublayers to their content after a change.
///
/// A layer has one transition at a time, under the key `kCATransition`, whatever key it is added with.
///
/// Apple: the former content is what the display shows. Here: it is the content at the call of `add(_:forKey:)`, so that the transition has to be
/// added before the change.
open class CATransition: CAAnimation {
    /// An unknown type is displayed as a fade.
    open var type = CATransitionType.fade
    /// The direction of the types that move content; nil means `fromLeft`.
    open var subtype: CATransitionSubtype?
    /// The part of the transition at which it starts and ends, from 0 to 1.
    open var startProgress: Float = 0
    open var endProgress: Float = 1
    /// A copy of the layer before the change.
    package internal(set) var formerLayer: CALayer?

    package override func copyAnimation() -> CAAnimation {
        let copy = CATransition()
        copy.copyTiming(from: self)
        copy.type = type
        copy.subtype = subtype
        copy.startProgress = startProgress
        copy.endProgress = endProgress
        copy.formerLayer = formerLayer
        return copy
    }

    /// Returns the part of the transition that has passed at a time of the layer; nil where the transition is not displayed.
    func position(at layerTime: Double) -> Double? {
        guard let progress = progress(at: layerTime) else { return nil }
        let (start, end) = (Double(startProgress), Double(endProgress))
        return min(max(start + (end - start) * eased(progress), 0), 1)
    }
}
