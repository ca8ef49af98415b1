extension SampleFeed {
    static let manifestText = #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- Spelling of every node is a design decision (no public manifest exists); the meaning follows umc-manifest.md section 1. Invented data. -->
        <umcPartnerManifest version="1.0" teamId="EXAMPLE001">
          <lastBuildDate>2026-03-02T04:20:00Z</lastBuildDate>
          <partner partnerId="lanternbay"><name>Lantern Bay Media (fictional)</name></partner>
          <catalogs>
            <catalog catalogId="org.example.lanternbay.catalog">
              <feedUrl>https://feeds.example.org/catalog-vod.xml</feedUrl>
              <contentKind>vod</contentKind>
              <refreshInterval>P1D</refreshInterval>
              <auth type="basic" credentialRef="lanternbay-feeds"/>
            </catalog>
            <catalog catalogId="org.example.lanternbay.sports">
              <feedUrl>https://feeds.example.org/catalog-sports.xml</feedUrl>
              <contentKind>live_sports</contentKind>
              <refreshInterval>PT15M</refreshInterval>
            </catalog>
          </catalogs>
          <brands>
            <brand brandId="lanternbay-app">
              <name locale="en-US">Lantern Bay TV</name>
              <appleId>6450901234</appleId>
              <territory>US</territory>
              <territory>CA</territory>
              <services>
                <service serviceId="org.example.lanternbay.vod.us">
                  <serviceType>vod</serviceType>
                  <integrationType>video_app</integrationType>
                  <territory>US</territory>
                  <catalogRef>org.example.lanternbay.catalog</catalogRef>
                  <feedUrl>https://feeds.example.org/availability-vod-app-us.xml</feedUrl>
                  <status>active</status>
                </service>
                <service serviceId="org.example.lanternbay.linear.sports1">
                  <serviceType>linear</serviceType>
                  <integrationType>video_app</integrationType>
                  <territory>US</territory>
                  <catalogRef>org.example.lanternbay.sports</catalogRef>
                  <feedUrl>https://feeds.example.org/availability-linear-us.xml</feedUrl>
                  <refreshInterval>PT15M</refreshInterval>
                  <name locale="en-US">Lantern Bay Sports One</name>
                  <name locale="en-US" type="synonym">Lantern Sports</name>
                </service>
                <service serviceId="org.example.lanternbay.ebs.ca">
                  <serviceType>vod</serviceType>
                  <integrationType>video_app</integrationType>
                  <territory>CA</territory>
                  <catalogRef>org.example.lanternbay.sports</catalogRef>
                  <feedUrl>https://feeds.example.org/availability-ebs-ca.xml</feedUrl>
                  <refreshInterval>PT15M</refreshInterval>
                </service>
              </services>
            </brand>
            <brand brandId="lanternbay-channel">
              <name locale="en-US">Lantern Bay Channel</name>
              <territory>US</territory>
              <services>
                <service serviceId="org.example.lanternbay.channel.us">
                  <serviceType>vod</serviceType>
                  <integrationType>channel</integrationType>
                  <territory>US</territory>
                  <catalogRef>org.example.lanternbay.catalog</catalogRef>
                  <feedUrl>https://feeds.example.org/availability-channel-us.xml</feedUrl>
                  <status>isolation</status>
                </service>
              </services>
            </brand>
          </brands>
        </umcPartnerManifest>

        """#
}
