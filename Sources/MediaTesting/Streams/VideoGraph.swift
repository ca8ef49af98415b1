/// The filter graph that generates a clip's frames.
struct VideoGraph {
    private(set) var text: String

    init(_ video: VideoRecipe, seconds: Double) {
        // An interlaced frame combines two source frames.
        let rate = video.isInterlaced ? video.framesPerSecond * 2 : video.framesPerSecond
        let frames = max(1, Int((seconds * Double(rate)).rounded()))
        let size = "\(video.width)x\(video.height)"
        // The exact number of frames, independent of rounding of the duration.
        let source = "s=\(size):r=\(rate)"
        switch video.picture {
        case .testPattern: text = "testsrc2=\(source)"
        case .solid(let red, let green, let blue):
            text = "color=c=0x\(Self.hexadecimal(red))\(Self.hexadecimal(green))\(Self.hexadecimal(blue)):\(source)"
        case .translucent(let red, let green, let blue, let alpha):
            let colour = Self.hexadecimal(red) + Self.hexadecimal(green) + Self.hexadecimal(blue)
            text = "color=c=0x\(colour)@\(alpha):\(source),format=rgba"
        case .bars:
            text = "color=c=black:\(source),format=gbrp" + Self.bars(width: video.width, height: video.height)
        case .flashes:
            text =
                "color=c=black:\(source),drawbox=x=0:y=0:w=iw:h=ih:c=white:t=fill:enable='lt(mod(n,\(rate)),\(rate * 8 / 100))'"
        }
        text += ",trim=end_frame=\(frames)"
        if video.isMarked { text += ",format=gbrp" + Self.mark(video) }
        if video.letterbox > 0 {
            for row in ["0", "ih-\(video.letterbox)"] {
                text += ",drawbox=x=0:y=\(row):w=iw:h=\(video.letterbox):c=black:t=fill"
            }
        }
        if video.hasVariableFrameRate { text += ",select='lt(mod(n,3),2)'" }
        if video.isInterlaced { text += ",tinterlace=mode=interleave_top" }
        if let tiles = video.tiles { text += ",tile=\(tiles.width)x\(tiles.height)" }
        text += Self.conversion(video)
        if video.sampleAspect != VideoRecipe.Ratio(1, 1) {
            text += ",setsar=\(video.sampleAspect.numerator)/\(video.sampleAspect.denominator)"
        } else {
            text += ",setsar=1"
        }
    }

    /// The cells of `FrameMark`: one box for each cell that can be white, enabled by the frame's number.
    private static func mark(_ video: VideoRecipe) -> String {
        let (width, height) = (video.width, video.height)
        let isPlain = video.markOffset == 0 && video.markStep == 1
        let number = isPlain ? "n" : "(n*\(video.markStep)+\(video.markOffset))"
        let cellHeight = FrameMark.cellHeight(inPictureOf: height)
        var filters = ",drawbox=x=0:y=0:w=iw:h=\(cellHeight):c=black:t=fill"
        func box(_ cell: Int, when condition: String?) {
            let from = cell * width / FrameMark.cellCount
            let to = (cell + 1) * width / FrameMark.cellCount
            filters += ",drawbox=x=\(from):y=0:w=\(to - from):h=\(cellHeight):c=white:t=fill"
            if let condition { filters += ":enable='\(condition)'" }
        }
        box(0, when: nil)
        box(FrameMark.cellCount - 1, when: nil)
        for bit in 0..<FrameMark.bitCount {
            box(2 + FrameMark.bitCount - 1 - bit, when: "bitand(\(number),\(1 << bit))")
        }
        for bit in 0..<4 {
            let terms = stride(from: bit, to: FrameMark.bitCount, by: 4).map {
                "bitand(\(number),\(1 << $0))/\(1 << $0)"
            }
            box(2 + FrameMark.bitCount + 3 - bit, when: "mod(\(terms.joined(separator: "+")),2)")
        }
        return filters
    }

    private static func bars(width: Int, height: Int) -> String {
        let colours = ["0xFFFFFF", "0xFFFF00", "0x00FFFF", "0x00FF00", "0xFF00FF", "0xFF0000", "0x0000FF", "0x000000"]
        return colours.enumerated().map { index, colour in
            let from = index * width / colours.count
            let to = (index + 1) * width / colours.count
            return ",drawbox=x=\(from):y=0:w=\(to - from):h=\(height):c=\(colour):t=fill"
        }.joined()
    }

    /// Converts from RGB to the given matrix, range and depth. The samples match the tags, so that a correct player displays the intended
    /// colours.
    private static func conversion(_ video: VideoRecipe) -> String {
        let matrix =
            switch video.matrix ?? (video.height < 720 ? .bt601 : .bt709) {
            case .bt601: "bt601"
            case .bt709: "bt709"
            case .bt2020: "bt2020"
            }
        let range = video.isFullRange ? "full" : "limited"
        let interlaced = video.isInterlaced ? ":interl=1" : ""
        return
            ",format=\(video.hasAlpha ? "gbrap" : "gbrp"),scale=out_color_matrix=\(matrix):out_range=\(range)\(interlaced)"
            + ":flags=accurate_rnd+full_chroma_int+bicubic,format=\(video.pixelFormat)"
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
    }
}

extension VideoRecipe {
    var pixelFormat: String {
        let depth = bitsPerComponent > 8 ? "10le" : ""
        switch codec {
        case .prores: return hasAlpha ? "yuva444p10le" : "yuv422p10le"
        case .mjpeg: return "yuvj420p"
        default: return (hasAlpha ? "yuva420p" : "yuv420p") + depth
        }
    }
}
