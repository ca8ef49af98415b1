extension SampleFeed {
    static let channelAvailabilityText = #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- Channel service (playback in the TV app, hence no locators) with a Coming Soon show and its preview. Invented data. -->
        <umcAvailability version="3.0">
          <lastBuildDate>2026-03-02T04:12:00Z</lastBuildDate>
          <service teamId="EXAMPLE001" serviceId="org.example.lanternbay.channel.us">
            <serviceType>vod</serviceType>
            <totalItemCount>3</totalItemCount>
            <item contentType="tv_show" contentId="LB-SHOW-0200" catalogId="org.example.lanternbay.catalog">
              <pubDate>2026-03-01T10:10:00Z</pubDate>
              <offers>
                <offer>
                  <offeringType>coming_soon</offeringType>
                  <windowStart>2026-03-05T00:00:00-08:00</windowStart>
                  <windowEnd>2026-05-08T00:00:00-08:00</windowEnd>
                </offer>
              </offers>
            </item>
            <item contentType="extra" contentId="LB-EXT-0200-T1" catalogId="org.example.lanternbay.catalog">
              <pubDate>2026-03-01T10:10:00Z</pubDate>
              <playableProperties>
                <closedCaptioning>en-US</closedCaptioning>
                <primaryLocale>en-US</primaryLocale>
                <videoQuality>hd</videoQuality>
              </playableProperties>
              <offers>
                <offer>
                  <offeringType>free</offeringType>
                  <windowStart>2026-03-05T00:00:00-08:00</windowStart>
                </offer>
              </offers>
            </item>
            <item contentType="movie" contentId="LB-MOV-0001" catalogId="org.example.lanternbay.catalog" variantId="LB-VAR-US-1">
              <pubDate>2026-02-27T09:25:00Z</pubDate>
              <playableProperties>
                <subtitles>en-US</subtitles>
                <audioFormats>DD5.1,AAC</audioFormats>
                <primaryLocale>en-US</primaryLocale>
                <videoQuality>uhd</videoQuality>
              </playableProperties>
              <offers>
                <offer>
                  <offeringType>subscription</offeringType>
                  <windowStart>2026-03-01T00:00:00-08:00</windowStart>
                  <windowEnd>2027-03-01T00:00:00-08:00</windowEnd>
                </offer>
              </offers>
            </item>
          </service>
        </umcAvailability>

        """#
}
