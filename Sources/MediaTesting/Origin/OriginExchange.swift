import Foundation

/// One request and its response, on the connection's thread.
struct OriginExchange {
    let core: OriginCore
    let connection: OriginConnection
    let request: OriginRequest
    /// The index in the log.
    let index: Int?
    let isFirst: Bool

    /// - Returns: whether the connection stays open.
    func run(_ content: any OriginContent) -> Bool {
        guard ["GET", "HEAD"].contains(request.method) else { return answer(405, [("Allow", "GET, HEAD")]) && false }
        let faults = core.faults(for: request)
        if faults.isBreaking { core.note(index) { $0.isBroken = true } }
        if faults.isSilent {
            connection.waitForEnd()
            return false
        }
        let settings = core.settings
        guard core.wait(seconds: settings.latency + faults.delay + (isFirst ? settings.connectionLatency : 0)) else {
            return false
        }
        if let (status, retryAfter) = faults.status {
            return answer(status, retryAfter.map { [("Retry-After", "\($0)")] } ?? [])
        }
        if let location = faults.location { return answer(302, [("Location", location)] + faults.headers) }
        if faults.isWebPage {
            return send(
                OriginResource(text: Self.portal, contentType: "text/html; charset=utf-8"), faults, isCompressed: false)
        }
        while true {
            switch content.reply(to: request, now: core.now) {
            case .resource(var resource):
                if let noise = faults.noise {
                    ByteCorruption.corrupt(&resource.bytes, count: noise.bytes, seed: noise.seed)
                }
                if let noise = faults.innerNoise {
                    ByteCorruption.corruptMedia(&resource.bytes, count: noise.bytes, seed: noise.seed)
                }
                let isCompressed = settings.compressesText && compress(&resource)
                return send(resource, faults, isCompressed: isCompressed)
            case .status(let status, let headers):
                return answer(status, headers.map { ($0.key, $0.value) } + faults.headers)
            case .later(let moment): guard core.wait(until: moment) else { return false }
            }
        }
    }

    private static let portal =
        "<!DOCTYPE html><html><head><title>Welcome</title></head><body><p>Please accept our terms.</p></body></html>"

    /// Compresses text as a whole, so never where a range is requested.
    private func compress(_ resource: inout OriginResource) -> Bool {
        let type = resource.contentType
        guard type.hasPrefix("text/") || type.hasSuffix("mpegurl") || type.hasSuffix("json"),
            request.headers["accept-encoding"]?.contains("gzip") == true, request.headers["range"] == nil
        else { return false }
        resource.bytes = Gzip.compressed(resource.bytes)
        return true
    }

    // MARK: - Sending

    private func answer(_ status: Int, _ headers: [(String, String)]) -> Bool {
        core.note(index) {
            $0.status = status
            $0.began = core.elapsed
        }
        core.finish(index)
        return connection.send(Self.head(status, headers + [("Content-Length", "0")]))
    }

    private func send(_ resource: OriginResource, _ faults: RequestFaults, isCompressed: Bool) -> Bool {
        let total = resource.bytes.count
        var lines = [("Content-Type", faults.contentType ?? resource.contentType)]
        lines += resource.headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } + faults.headers
        if isCompressed { lines.append(("Content-Encoding", "gzip")) }
        var range = 0..<total
        var status = 200
        if !faults.ignoresRanges, !isCompressed {
            lines.append(("Accept-Ranges", "bytes"))
            switch ByteRange.parse(request.headers["range"], total: total) {
            case .whole: break
            case .part(let part):
                range = part
                status = 206
                lines.append(("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(total)"))
            case .unsatisfiable: return answer(416, [("Content-Range", "bytes */\(total)")])
            }
        }
        if faults.isChunked {
            lines.append(("Transfer-Encoding", "chunked"))
        } else {
            lines.append(("Content-Length", "\(max(0, range.count + faults.lengthError))"))
        }
        core.note(index) {
            $0.status = status
            $0.began = core.elapsed
        }
        let isEmpty = request.method == "HEAD" || range.isEmpty
        if isEmpty { core.finish(index) }
        guard connection.send(Self.head(status, lines)) else { return false }
        return isEmpty || sendBody(resource.bytes[range], faults)
    }

    private func sendBody(_ body: ArraySlice<UInt8>, _ faults: RequestFaults) -> Bool {
        var rest = body
        if let cut = faults.cut { rest = rest.prefix(cut.after) }
        let isWhole = rest.count == body.count && faults.lengthError == 0
        var stallAt = faults.stall.map { min($0.after, rest.count) }
        var sent = 0
        while !rest.isEmpty {
            if let place = stallAt, sent == place {
                stallAt = nil
                guard core.wait(seconds: faults.stall?.seconds ?? 0) else { return false }
            }
            let size = min(core.portion(), (stallAt ?? .max) - sent)
            let chunk = rest.prefix(size)
            guard core.carry(chunk.count, isContinued: sent > 0) else { return false }
            rest = rest.dropFirst(chunk.count)
            sent += chunk.count
            core.note(index) { $0.bytesSent += chunk.count }
            if rest.isEmpty, isWhole { core.finish(index) }
            guard send(chunk, isChunk: faults.isChunked, isLast: rest.isEmpty && isWhole) else { return false }
        }
        if faults.cut?.isReset == true { connection.resetOnClose() }
        return isWhole
    }

    private func send(_ chunk: ArraySlice<UInt8>, isChunk: Bool, isLast: Bool) -> Bool {
        guard isChunk else { return connection.send(chunk) }
        var framed = Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + [13, 10]
        if isLast { framed += Array("0\r\n\r\n".utf8) }
        return connection.send(framed)
    }

    private static func head(_ status: Int, _ lines: [(String, String)]) -> [UInt8] {
        let name = names[status] ?? "Answer"
        return Array(("HTTP/1.1 \(status) \(name)\r\n" + lines.map { "\($0): \($1)\r\n" }.joined() + "\r\n").utf8)
    }

    private static let names = [
        200: "OK", 206: "Partial Content", 302: "Found", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
        404: "Not Found", 405: "Method Not Allowed", 410: "Gone", 416: "Range Not Satisfiable",
        429: "Too Many Requests",
        500: "Internal Server Error", 503: "Service Unavailable",
    ]
}
