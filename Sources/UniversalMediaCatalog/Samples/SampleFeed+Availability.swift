extension SampleFeed {
    static let availabilityText = #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- VOD service of an app integration for one country (US). Invented data. -->
        <umcAvailability version="3.0">
          <lastBuildDate>2026-03-02T04:10:00Z</lastBuildDate>
          <service teamId="EXAMPLE001" serviceId="org.example.lanternbay.vod.us">
            <serviceType>vod</serviceType>
            <totalItemCount>4</totalItemCount>

            <item contentType="movie" contentId="LB-MOV-0001" catalogId="org.example.lanternbay.catalog">
              <pubDate>2026-02-27T09:20:00Z</pubDate>
              <locators>
                <locator platform="atv" action="open" url="https://tv.example.org/m/LB-MOV-0001?cid=tvapp"/>
                <locator platform="atv" action="play" url="https://tv.example.org/play/LB-MOV-0001?cid=tvapp"/>
                <locator platform="ios" action="open" url="https://tv.example.org/m/LB-MOV-0001?cid=tvapp"/>
                <locator platform="ios" action="play" url="https://tv.example.org/play/LB-MOV-0001?cid=tvapp"/>
                <locator platform="web" action="open" url="https://tv.example.org/m/LB-MOV-0001"/>
              </locators>
              <playableProperties>
                <closedCaptioning>en-US</closedCaptioning>
                <subtitles>en-US,fr-FR</subtitles>
                <subtitlesForDeaf>en-US</subtitlesForDeaf>
                <audioDescriptions>en-US</audioDescriptions>
                <additionalAudioLang>fr-FR</additionalAudioLang>
                <audioFormats>AAC,DD5.1,ATMOS</audioFormats>
                <primaryLocale>en-US</primaryLocale>
                <videoQuality>uhd</videoQuality>
              </playableProperties>
              <offers>
                <offer>
                  <offeringType>subscription</offeringType>
                  <windowStart>2026-03-01T00:00:00-08:00</windowStart>
                  <windowEnd>2027-03-01T00:00:00-08:00</windowEnd>
                  <restrictions>
                    <restriction type="tier" relationship="allow">Movies</restriction>
                  </restrictions>
                </offer>
                <offer>
                  <offeringType>free</offeringType>
                  <windowStart>2026-04-01T00:00:00-08:00</windowStart>
                  <windowEnd>2026-04-08T00:00:00-08:00</windowEnd>
                </offer>
              </offers>
            </item>

            <item contentType="tv_show" contentId="LB-SHOW-0100" catalogId="org.example.lanternbay.catalog">
              <pubDate>2026-02-20T12:05:00Z</pubDate>
              <locators>
                <locator platform="atv" action="open" url="https://tv.example.org/s/LB-SHOW-0100?cid=tvapp"/>
                <locator platform="ios" action="open" url="https://tv.example.org/s/LB-SHOW-0100?cid=tvapp"/>
              </locators>
            </item>

            <item contentType="tv_season" contentId="LB-SEAS-0100-1" catalogId="org.example.lanternbay.catalog">
              <pubDate>2026-02-20T12:05:00Z</pubDate>
              <locators>
                <locator platform="atv" action="open" url="https://tv.example.org/s/LB-SHOW-0100/1?cid=tvapp"/>
                <locator platform="ios" action="open" url="https://tv.example.org/s/LB-SHOW-0100/1?cid=tvapp"/>
              </locators>
            </item>

            <item contentType="tv_episode" contentId="LB-EP-0100-0101" catalogId="org.example.lanternbay.catalog">
              <pubDate>2026-02-21T08:35:00Z</pubDate>
              <locators>
                <locator platform="atv" action="open" url="https://tv.example.org/e/LB-EP-0100-0101?cid=tvapp"/>
                <locator platform="atv" action="play" url="https://tv.example.org/play/LB-EP-0100-0101?cid=tvapp"/>
                <locator platform="ios" action="open" url="lanternbay://e/LB-EP-0100-0101?cid=tvapp"/>
                <locator platform="ios" action="play" url="lanternbay://play/LB-EP-0100-0101?cid=tvapp"/>
              </locators>
              <playableProperties>
                <closedCaptioning>en-US</closedCaptioning>
                <audioFormats>AAC</audioFormats>
                <primaryLocale>en-US</primaryLocale>
                <videoQuality>hd</videoQuality>
              </playableProperties>
              <offers>
                <offer>
                  <offeringType>account</offeringType>
                  <windowStart>2025-09-12T00:00:00-08:00</windowStart>
                  <windowEnd>2026-12-31T23:59:59-08:00</windowEnd>
                </offer>
              </offers>
            </item>
          </service>
        </umcAvailability>

        """#
}
