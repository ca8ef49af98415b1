import CoreGraphics

extension CALayer {
    func copyProperties(from other: CALayer) {
        bounds = other.bounds
        position = other.position
        anchorPoint = other.anchorPoint
        zPosition = other.zPosition
        transform = other.transform
        sublayerTransform = other.sublayerTransform
        opacity = other.opacity
        isHidden = other.isHidden
        isOpaque = other.isOpaque
        backgroundColor = other.backgroundColor
        contents = other.contents
        contentsGravity = other.contentsGravity
        contentsScale = other.contentsScale
        contentsRect = other.contentsRect
        magnificationFilter = other.magnificationFilter
        minificationFilter = other.minificationFilter
        cornerRadius = other.cornerRadius
        cornerCurve = other.cornerCurve
        maskedCorners = other.maskedCorners
        masksToBounds = other.masksToBounds
        borderWidth = other.borderWidth
        borderColor = other.borderColor
        shadowColor = other.shadowColor
        shadowOpacity = other.shadowOpacity
        shadowOffset = other.shadowOffset
        shadowRadius = other.shadowRadius
        shadowPath = other.shadowPath
        allowsGroupOpacity = other.allowsGroupOpacity
        name = other.name
        clientValues = other.clientValues
        layoutIsNeeded = false
        displayIsNeeded = false
        appearanceVersion = other.appearanceVersion
    }

    /// Returns a property of the layer by key path; nil for unknown names.
    func property(_ keyPath: String) -> Any? {
        switch keyPath {
        case "bounds": return bounds
        case "bounds.origin": return bounds.origin
        case "bounds.origin.x": return bounds.origin.x
        case "bounds.origin.y": return bounds.origin.y
        case "bounds.size": return bounds.size
        case "bounds.size.width": return bounds.size.width
        case "bounds.size.height": return bounds.size.height
        case "frame": return frame
        case "position": return position
        case "position.x": return position.x
        case "position.y": return position.y
        case "anchorPoint": return anchorPoint
        case "zPosition": return zPosition
        case "transform": return transform
        case "sublayerTransform": return sublayerTransform
        case "opacity": return opacity
        case "hidden", "isHidden": return isHidden
        case "backgroundColor": return backgroundColor
        case "contents": return contents
        case "contentsRect": return contentsRect
        case "contentsScale": return contentsScale
        case "cornerRadius": return cornerRadius
        case "borderWidth": return borderWidth
        case "borderColor": return borderColor
        case "shadowColor": return shadowColor
        case "shadowOpacity": return shadowOpacity
        case "shadowOffset": return shadowOffset
        case "shadowRadius": return shadowRadius
        case "shadowPath": return shadowPath
        case "name": return name
        default:
            return keyPath.hasPrefix("transform.") ? transform.part(String(keyPath.dropFirst(10))) : nil
        }
    }

    /// - Returns: whether the name is a property of the layer; a value of a wrong type is ignored.
    func setProperty(_ value: Any?, _ keyPath: String) -> Bool {
        let value = (value as? any BoxedGeometry)?.anyContent ?? value
        let number = AnimatableValue.number(in: value).map { CGFloat($0) }
        let point = value as? CGPoint
        let size = value as? CGSize
        let rect = value as? CGRect
        let color = value as? CGColor
        switch keyPath {
        case "bounds": if let rect { bounds = rect }
        case "bounds.origin": if let point { bounds.origin = point }
        case "bounds.origin.x": if let number { bounds.origin.x = number }
        case "bounds.origin.y": if let number { bounds.origin.y = number }
        case "bounds.size": if let size { bounds.size = size }
        case "bounds.size.width": if let number { bounds.size.width = number }
        case "bounds.size.height": if let number { bounds.size.height = number }
        case "frame": if let rect { frame = rect }
        case "position": if let point { position = point }
        case "position.x": if let number { position.x = number }
        case "position.y": if let number { position.y = number }
        case "anchorPoint": if let point { anchorPoint = point }
        case "zPosition": if let number { zPosition = number }
        case "transform": if let matrix = value as? CATransform3D { transform = matrix }
        case "sublayerTransform": if let matrix = value as? CATransform3D { sublayerTransform = matrix }
        case "opacity": if let number { opacity = Float(number) }
        case "hidden", "isHidden": if let flag = value as? Bool { isHidden = flag }
        case "backgroundColor": backgroundColor = color
        case "contents": contents = value
        case "contentsRect": if let rect { contentsRect = rect }
        case "contentsScale": if let number { contentsScale = number }
        case "cornerRadius": if let number { cornerRadius = number }
        case "borderWidth": if let number { borderWidth = number }
        case "borderColor": borderColor = color
        case "shadowColor": shadowColor = color
        case "shadowOpacity": if let number { shadowOpacity = Float(number) }
        case "shadowOffset": if let size { shadowOffset = size }
        case "shadowRadius": if let number { shadowRadius = number }
        case "shadowPath": shadowPath = value as? CGPath
        case "name": name = value as? String
        default:
            guard keyPath.hasPrefix("transform.") else { return false }
            if let changed = transform.setting(value, part: String(keyPath.dropFirst(10))) { transform = changed }
        }
        return true
    }
}
