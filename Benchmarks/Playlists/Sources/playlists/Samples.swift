/// Playlists as packagers write them, covering every tag: the fuzzer's inputs.
enum Samples {
    static let texts = [film, live, lowLatency, delta, ads, multivariant, steered, bareLive]

    private static let film = """
        #EXTM3U
        #EXT-X-VERSION:7
        #EXT-X-TARGETDURATION:6
        #EXT-X-PLAYLIST-TYPE:VOD
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-START:TIME-OFFSET=-18.5,PRECISE=YES
        #EXT-X-DEFINE:NAME="host",VALUE="https://cdn.example"
        #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://key",KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1/2"
        #EXT-X-KEY:METHOD=AES-128,URI="{$host}/k",IV=0x000102030405060708090A0B0C0D0E0F
        #EXT-X-MAP:URI="init.mp4",BYTERANGE="1024@0"
        #EXT-X-BITRATE:4500
        #EXTINF:6.006,First
        #EXT-X-BYTERANGE:800000@1024
        video.mp4
        #EXTINF:6.006,
        #EXT-X-BYTERANGE:700000
        video.mp4
        #EXT-X-DISCONTINUITY
        #EXT-X-KEY:METHOD=NONE
        #EXT-X-MAP:URI="other.mp4"
        #EXT-X-GAP
        #EXTINF:5.2,
        {$host}/third.mp4
        #EXT-X-ENDLIST
        """

    private static let live = """
        #EXTM3U\r
        #EXT-X-VERSION:6\r
        #EXT-X-TARGETDURATION:4\r
        #EXT-X-MEDIA-SEQUENCE:1000\r
        #EXT-X-DISCONTINUITY-SEQUENCE:7\r
        #EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:00:00.000+01:00\r
        #EXTINF:4.000,\r
        1000.ts\r
        #EXTINF:4.000,\r
        1001.ts\r
        #EXT-X-DISCONTINUITY\r
        #EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:10:00Z\r
        #EXTINF:3.96,\r
        1002.ts\r
        """

    private static let lowLatency = """
        #EXTM3U
        #EXT-X-VERSION:10
        #EXT-X-TARGETDURATION:4
        #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.5,CAN-SKIP-UNTIL=24,CAN-SKIP-DATERANGES=YES,HOLD-BACK=12
        #EXT-X-PART-INF:PART-TARGET=0.5
        #EXT-X-MEDIA-SEQUENCE:266
        #EXT-X-MAP:URI="init.mp4"
        #EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:00:00.000Z
        #EXTINF:4,
        266.mp4
        #EXT-X-PART:DURATION=0.5,URI="267.mp4",INDEPENDENT=YES,BYTERANGE="2000@0"
        #EXT-X-PART:DURATION=0.5,URI="267.mp4",BYTERANGE="1800"
        #EXTINF:4,
        267.mp4
        #EXTINF:4,
        268.mp4
        #EXT-X-PART:DURATION=0.5,URI="269.1.mp4",INDEPENDENT=YES
        #EXT-X-PART:DURATION=0.5,URI="269.2.mp4",GAP=YES
        #EXT-X-PRELOAD-HINT:TYPE=PART,URI="269.3.mp4",BYTERANGE-START=0,BYTERANGE-LENGTH=100
        #EXT-X-PRELOAD-HINT:TYPE=MAP,URI="init2.mp4"
        #EXT-X-RENDITION-REPORT:URI="../1M/list.m3u8",LAST-MSN=269,LAST-PART=1
        """

    private static let delta = """
        #EXTM3U
        #EXT-X-VERSION:10
        #EXT-X-TARGETDURATION:4
        #EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24,CAN-SKIP-DATERANGES=YES,CAN-BLOCK-RELOAD=YES
        #EXT-X-PART-INF:PART-TARGET=0.5
        #EXT-X-MEDIA-SEQUENCE:266
        #EXT-X-SKIP:SKIPPED-SEGMENTS=2,RECENTLY-REMOVED-DATERANGES="a\tb"
        #EXTINF:4,
        #EXT-X-BYTERANGE:100
        268.mp4
        #EXT-X-KEY:METHOD=AES-128,URI="k"
        #EXT-X-PART:DURATION=0.5,URI="269.1.mp4"
        #EXTINF:4,
        269.mp4
        #EXT-X-DATERANGE:ID="c",START-DATE="2026-11-21T12:00:05Z",DURATION=3
        """

    private static let ads = """
        #EXTM3U
        #EXT-X-VERSION:6
        #EXT-X-TARGETDURATION:6
        #EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:00:00Z
        #EXT-X-DATERANGE:ID="ad1",CLASS="com.apple.hls.interstitial",START-DATE="2026-11-21T12:00:06Z",DURATION=15,\
        X-ASSET-URI="https://ad.example/1.m3u8",X-RESUME-OFFSET=0,X-RESTRICT="SKIP,JUMP",X-SNAP="OUT,IN",CUE="ONCE"
        #EXT-X-DATERANGE:ID="ad2",CLASS="com.apple.hls.interstitial",START-DATE="2026-11-21T12:00:06Z",X-ASSET-LIST="l.json",\
        X-PLAYOUT-LIMIT=10,X-SKIP-CONTROL-OFFSET=5,X-TIMELINE-OCCUPIES="RANGE"
        #EXT-X-DATERANGE:ID="s",START-DATE="2026-11-21T12:00:12Z",SCTE35-OUT=0xFC002F0000000000FF,PLANNED-DURATION=30
        #EXT-X-DATERANGE:ID="s",END-DATE="2026-11-21T12:00:42Z",SCTE35-IN=0xFC002F
        #EXT-X-DATERANGE:ID="n",CLASS="c",START-DATE="2026-11-21T12:00:00Z",END-ON-NEXT=YES,X-N=1.5,X-H=0xAB
        #EXT-X-DATERANGE:ID="p",CLASS="com.apple.hls.preload",START-DATE="2026-11-21T12:00:00Z",DURATION=5,\
        X-URI="https://ad.example/1.m3u8",X-TARGET-CLASS="com.apple.hls.interstitial",X-TARGET-ID="ad1"
        #EXTINF:6,
        a.ts
        #EXTINF:6,
        b.ts
        #EXTINF:6,
        c.ts
        """

    private static let multivariant = """
        #EXTM3U
        #EXT-X-VERSION:13
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-DEFINE:QUERYPARAM="token"
        #EXT-X-SESSION-DATA:DATA-ID="com.example.title",VALUE="Ein Film",LANGUAGE="de"
        #EXT-X-SESSION-DATA:DATA-ID="com.apple.hls.chapters",URI="chapters.json"
        #EXT-X-SESSION-KEY:METHOD=AES-128,URI="key?t={$token}",IV=0xFF
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="stereo",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="en.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="stereo",NAME="Deutsch",LANGUAGE="de",AUTOSELECT=YES,CHANNELS="2",URI="de.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="atmos",NAME="English",LANGUAGE="en",DEFAULT=YES,CHANNELS="16/JOC",URI="atmos.m3u8"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="English",LANGUAGE="en",FORCED=NO,URI="subs.m3u8",\
        CHARACTERISTICS="public.accessibility.transcribes-spoken-dialog,public.easy-to-read"
        #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="English",LANGUAGE="en",INSTREAM-ID="SERVICE1"
        #EXT-X-STREAM-INF:BANDWIDTH=2000000,AVERAGE-BANDWIDTH=1500000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,\
        FRAME-RATE=29.970,AUDIO="stereo",SUBTITLES="subs",CLOSED-CAPTIONS="cc",SCORE=1.5
        720.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=8000000,CODECS="hvc1.2.4.L150.B0,ec-3",SUPPLEMENTAL-CODECS="dvh1.08.07/db1p",VIDEO-RANGE=PQ,\
        RESOLUTION=3840x2160,HDCP-LEVEL=TYPE-1,ALLOWED-CPC="com.example:SMART/PC",AUDIO="atmos",CLOSED-CAPTIONS=NONE,SCORE=2
        2160.m3u8
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=200000,CODECS="mjpg",RESOLUTION=320x180,URI="iframes.m3u8"
        """

    private static let steered = """
        #EXTM3U
        #EXT-X-CONTENT-STEERING:SERVER-URI="steer.json?x=1",PATHWAY-ID="A"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="n",STABLE-RENDITION-ID="r1",URI="https://a.example/en.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=1000000,AUDIO="a",PATHWAY-ID="A",STABLE-VARIANT-ID="v1",REQ-VIDEO-LAYOUT="CH-MONO"
        https://a.example/1.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=1000000,AUDIO="a",PATHWAY-ID="B",STABLE-VARIANT-ID="v1"
        https://b.example/1.m3u8
        """

    private static let bareLive = """
        #EXTM3U
        #EXT-X-TARGETDURATION:10
        #EXTINF:9.9
        a.ts
        #EXTINF:10,
        b.ts
        """

    /// Server responses other than playlists.
    static let manifests = [
        #"{"VERSION":1,"TTL":300,"RELOAD-URI":"r?s=1","PATHWAY-PRIORITY":["A","B"],"PATHWAY-CLONES":[{"BASE-ID":"A","ID":"C","#
            + #""URI-REPLACEMENT":{"HOST":"c.example:1","PARAMS":{"a":"b"},"PER-VARIANT-URIS":{"v1":"https://x.example"}}}]}"#,
        #"{"ASSETS":[{"URI":"https://ad.example/1.m3u8","DURATION":15.5}],"SKIP-CONTROL":{"OFFSET":5,"DURATION":3,"LABEL-ID":"x"}}"#,
    ]

    static let captions = [
        """
        WEBVTT - Title
        X-TIMESTAMP-MAP=LOCAL:00:00:01.500,MPEGTS:900000

        STYLE
        ::cue(.loud) { color: yellow }

        REGION
        id:fred width:40% lines:3 regionanchor:0%,100%

        NOTE of the editor
        of two lines

        first
        00:00:01.000 --> 00:00:02.500 position:10%,line-left line:-1 align:start size:35% vertical:rl region:fred
        <v.loud Fred>Hi &amp; <i>hello</i> <00:00:02.000>you</v>
        <ruby>漢<rt>kan</rt></ruby>

        101:59:59.999 --> 102:00:00.000
        &#x1F600; &lt;&gt;
        """,
        """
        WEBVTT

        STYLE
        ::cue { color: rgba(0, 255, 0, 0.5); font: italic bold 150% "Serif", serif }
        ::cue(v[voice="Mary"] > .loud), ::cue(#one :lang(en)) { background: hsl(120, 50%, 50%) !important }

        REGION
        id:r width:40% lines:3 regionanchor:0%,100% viewportanchor:10%,90% scroll:up

        one
        00:01.000 --> 00:02.000 region:r align:left position:10%,line-left
        <v Mary><c.loud>One</c> <lang en-GB>two<00:01.500></lang></v> <ruby>a<rt>b</ruby> &NotEqualTilde;&#x41;&notit;
        """,
        "WEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\nOne\r\n\r\n00:02.000 --> 00:03.000 line:50%\r\nTwo\r\n",
        "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:8589934591,LOCAL:00:00:00.000\n\n00:00.000 --> 00:10.000\nover the edge\n",
    ]
}
