extension UIView {
    /// Lets the images in this view, and below it, follow a focus update.
    func adjustImages(with coordinator: UIFocusAnimationCoordinator) {
        if let image = self as? UIImageView, image.adjustsImageWhenAncestorFocused {
            coordinator.addCoordinatedAnimations {
                image.updateFocusEffect()
            } completion: {
                image.endFocusEffect()
            }
        }
        for view in subviews { view.adjustImages(with: coordinator) }
    }
}
