import CFFmpeg

/// Plays sound faster or slower at its own pitch. Used by one thread.
final class TempoFilter {
    typealias Sink = (UnsafeBufferPointer<Float>, _ frames: Int, _ mediaTime: Double) -> Void

    private let format: AudioFormat
    private let rate: Double
    private let startTime: Double
    private var graph: UnsafeMutablePointer<AVFilterGraph>?
    private var source: UnsafeMutablePointer<AVFilterContext>?
    private var sink: UnsafeMutablePointer<AVFilterContext>?
    private var framesIn: Int64 = 0
    private var framesOut = 0

    /// - Parameter startTime: the media time of the first sample, in seconds.
    init(format: AudioFormat, rate: Double, startTime: Double) throws(MediaError) {
        self.format = format
        self.rate = rate
        self.startTime = startTime
        graph = avfilter_graph_alloc()
        var layout = AVChannelLayout()
        av_channel_layout_default(&layout, Int32(format.channels))
        var name = [CChar](repeating: 0, count: 64)
        av_channel_layout_describe(&layout, &name, name.count)
        let description = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "stereo" }
        let arguments =
            "time_base=1/\(format.sampleRate):sample_rate=\(format.sampleRate):sample_fmt=flt:channel_layout=\(description)"
        var tempo: UnsafeMutablePointer<AVFilterContext>?
        var code = avfilter_graph_create_filter(&source, avfilter_get_by_name("abuffer"), "in", arguments, nil, graph)
        if code >= 0 {
            code = avfilter_graph_create_filter(
                &tempo, avfilter_get_by_name("atempo"), "tempo", "tempo=\(rate)", nil, graph)
        }
        if code >= 0 {
            code = avfilter_graph_create_filter(&sink, avfilter_get_by_name("abuffersink"), "out", nil, nil, graph)
        }
        if code >= 0 { code = avfilter_link(source, 0, tempo, 0) }
        if code >= 0 { code = avfilter_link(tempo, 0, sink, 0) }
        if code >= 0 { code = avfilter_graph_config(graph, nil) }
        guard code >= 0 else {
            avfilter_graph_free(&graph)
            throw .ffmpeg(code, call: "avfilter_graph_config(atempo)", reading: nil, otherwise: .unsupported)
        }
    }

    deinit { avfilter_graph_free(&graph) }

    func push(_ samples: UnsafeBufferPointer<Float>, frames: Int, to sink: Sink) throws(MediaError) {
        guard let frame = av_frame_alloc() else {
            throw MediaError(.outOfMemory, "There is not enough memory to change the tempo.")
        }
        var owned: UnsafeMutablePointer<AVFrame>? = frame
        defer { av_frame_free(&owned) }
        frame.pointee.format = AV_SAMPLE_FMT_FLT.rawValue
        frame.pointee.sample_rate = Int32(format.sampleRate)
        frame.pointee.nb_samples = Int32(frames)
        frame.pointee.pts = framesIn
        av_channel_layout_default(&frame.pointee.ch_layout, Int32(format.channels))
        var code = av_frame_get_buffer(frame, 0)
        if code >= 0, let target = frame.pointee.extended_data[0], let from = samples.baseAddress {
            UnsafeMutableRawPointer(target).copyMemory(from: from, byteCount: frames * format.channels * 4)
            code = av_buffersrc_add_frame(source, frame)
        }
        guard code >= 0 else {
            throw .ffmpeg(code, call: "av_buffersrc_add_frame", reading: nil, otherwise: .decodingFailed)
        }
        framesIn += Int64(frames)
        take(sink)
    }

    func finish(to sink: Sink) {
        _ = av_buffersrc_add_frame(source, nil)
        take(sink)
    }

    private func take(_ deliver: Sink) {
        guard let frame = av_frame_alloc() else { return }
        var owned: UnsafeMutablePointer<AVFrame>? = frame
        defer { av_frame_free(&owned) }
        while av_buffersink_get_frame(sink, frame) >= 0 {
            let frames = Int(frame.pointee.nb_samples)
            if let bytes = frame.pointee.extended_data[0] {
                UnsafeRawPointer(bytes).withMemoryRebound(to: Float.self, capacity: frames * format.channels) {
                    floats in
                    deliver(
                        UnsafeBufferPointer(start: floats, count: frames * format.channels), frames,
                        startTime + Double(framesOut) / Double(format.sampleRate) * rate)
                }
            }
            framesOut += frames
            av_frame_unref(frame)
        }
    }
}
