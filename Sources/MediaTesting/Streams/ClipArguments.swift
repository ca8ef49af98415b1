import Foundation

/// The ffmpeg arguments for a recipe, and the small text files that they refer to.
struct ClipArguments {
    /// Input files to write next to the output, by name.
    private(set) var texts: [String: String] = [:]
    private(set) var arguments: [String] = []

    private let recipe: ClipRecipe
    private var inputCount = 0
    private var maps: [String] = []
    private var outputs: [String] = []

    init(_ recipe: ClipRecipe) {
        self.recipe = recipe
        arguments = ["-nostdin", "-hide_banner", "-loglevel", "error", "-y"]
        var videoIndex = 0
        if let video = recipe.video {
            addInput(["-f", "lavfi", "-i", VideoGraph(video, seconds: recipe.seconds).text], map: "v")
            outputs += VideoEncoding(video, container: recipe.container).arguments
            videoIndex += 1
        }
        for (index, audio) in recipe.audio.enumerated() { addAudio(audio, index: index) }
        for (index, subtitle) in recipe.subtitles.enumerated() { addSubtitle(subtitle, index: index) }
        if recipe.hasCover { addCover(videoIndex: videoIndex) }
        addMetadata()
        if let flags = movieFlags { outputs += ["-movflags", flags] }
        // Bit-exact output with an exact duration; `-t` keeps covers and captions from extending it.
        outputs += [
            "-t", "\(recipe.seconds)", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact",
        ]
        arguments += maps + outputs + ["-f", recipe.container.muxer]
    }

    private var movieFlags: String? {
        guard [.mp4, .mov, .m4a].contains(recipe.container) else { return nil }
        if recipe.isFragmented { return "+frag_keyframe+empty_moov+default_base_moof" }
        return recipe.hasIndexFirst ? "+faststart" : nil
    }

    private mutating func addInput(_ input: [String], map: String?) {
        arguments += input
        if let map { maps += ["-map", "\(inputCount):\(map)"] }
        inputCount += 1
    }

    private mutating func addAudio(_ audio: AudioRecipe, index: Int) {
        let layout = audio.channels == 1 ? "mono" : audio.channels == 6 ? "5.1" : "stereo"
        let expressions = (0..<audio.channels).map { audio.sound.expression(channel: $0) }.joined(separator: "|")
        let source = "aevalsrc=exprs='\(expressions)':c=\(layout):s=\(audio.sampleRate):d=\(recipe.seconds)"
        let offset = audio.delay > 0 ? ["-itsoffset", "\(audio.delay)"] : []
        addInput(offset + ["-f", "lavfi", "-i", source], map: "a")
        outputs += ["-c:a:\(index)", audio.codec.encoder]
        if audio.codec != .pcm, audio.codec != .flac { outputs += ["-b:a:\(index)", "\(64 * audio.channels)k"] }
        describe("a:\(index)", language: audio.language, title: audio.title, dispositions: audio.dispositions)
    }

    private mutating func addSubtitle(_ subtitle: SubtitleRecipe, index: Int) {
        let name = "cues\(index).srt"
        texts[name] = subtitle.cues.enumerated().map { number, cue in
            "\(number + 1)\n\(Self.srtTime(cue.from)) --> \(Self.srtTime(cue.to))\n\(cue.text)\n"
        }.joined(separator: "\n")
        addInput(["-f", "srt", "-i", name], map: "s")
        outputs += ["-c:s:\(index)", recipe.container.subtitleEncoder]
        describe("s:\(index)", language: subtitle.language, title: subtitle.title, dispositions: subtitle.dispositions)
    }

    private mutating func addCover(videoIndex: Int) {
        addInput(["-f", "lavfi", "-i", "color=c=orange:s=320x320:r=1:d=1"], map: "v")
        outputs += [
            "-c:v:\(videoIndex)", "mjpeg", "-pix_fmt:v:\(videoIndex)", "yuvj420p", "-disposition:v:\(videoIndex)",
            "attached_pic",
        ]
    }

    private mutating func addMetadata() {
        guard !recipe.metadata.isEmpty || !recipe.chapters.isEmpty else {
            outputs += ["-map_metadata", "-1"]
            return
        }
        var text = ";FFMETADATA1\n"
        for (key, value) in recipe.metadata.sorted(by: { $0.key < $1.key }) {
            text += "\(key)=\(Self.escaped(value))\n"
        }
        for (index, chapter) in recipe.chapters.enumerated() {
            let end = index + 1 < recipe.chapters.count ? recipe.chapters[index + 1].from : recipe.seconds
            text += "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\(Int(chapter.from * 1000))\nEND=\(Int(end * 1000))\n"
            text += "title=\(Self.escaped(chapter.title))\n"
        }
        texts["tags.txt"] = text
        let index = inputCount
        addInput(["-f", "ffmetadata", "-i", "tags.txt"], map: nil)
        outputs += ["-map_metadata", "\(index)", "-map_chapters", "\(index)"]
    }

    private mutating func describe(_ stream: String, language: String?, title: String?, dispositions: [String]) {
        if let language { outputs += ["-metadata:s:\(stream)", "language=\(language)"] }
        if let title {
            // In MP4 files, players take a track's name from its handler.
            outputs += ["-metadata:s:\(stream)", "title=\(title)", "-metadata:s:\(stream)", "handler_name=\(title)"]
        }
        outputs += ["-disposition:\(stream)", dispositions.isEmpty ? "0" : dispositions.joined(separator: "+")]
    }

    private static func escaped(_ value: String) -> String {
        value.map { "=;#\\\n".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    }

    private static func srtTime(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1000).rounded())
        return String(
            format: "%02d:%02d:%02d,%03d", milliseconds / 3_600_000, milliseconds / 60000 % 60,
            milliseconds / 1000 % 60,
            milliseconds % 1000)
    }
}

extension ClipRecipe.Container {
    var muxer: String {
        switch self {
        case .mkv: "matroska"
        case .ts: "mpegts"
        case .m4a: "ipod"
        default: rawValue
        }
    }

    var subtitleEncoder: String {
        switch self {
        case .mp4, .mov, .m4a: "mov_text"
        case .webm: "webvtt"
        default: "srt"
        }
    }
}

extension AudioRecipe.Codec {
    var encoder: String {
        switch self {
        case .mp3: "libmp3lame"
        case .opus: "libopus"
        case .pcm: "pcm_s16le"
        case .aac, .flac, .ac3: rawValue
        }
    }
}

extension AudioRecipe.Sound {
    func expression(channel: Int) -> String {
        switch self {
        case .silence: "0"
        case .tone(let hertz): "0.25*sin(2*PI*\(hertz)*t)"
        case .toneInEachChannel: "0.25*sin(2*PI*\(300 + 100 * channel)*t)"
        case .scale(let hertz): "0.25*sin(2*PI*(\(hertz)+50*mod(floor(t),8))*t)"
        case .sweep(let track):
            "0.25*sin(2*PI*(\(Int(Self.sweepStart(track: track)))*t+\(Int(Self.sweepSlope / 2))*t*t))"
        case .beeps: "if(lt(mod(t,1),0.08),0.8*sin(2*PI*1000*t),0)"
        }
    }
}
