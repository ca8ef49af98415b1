extension SampleFeed {
    static let sportsCatalogText = #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- Invented league, clubs and venue. Live sports live in a catalog of their own. -->
        <umcCatalog version="3.6" teamId="EXAMPLE001" catalogId="org.example.lanternbay.sports">
          <totalItemCount>2</totalItemCount>
          <lastBuildDate>2026-03-02T04:05:00Z</lastBuildDate>
          <title>Lantern Bay Sports (fictional)</title>
          <defaultLocale>en-US</defaultLocale>
          <item contentType="sporting_event" contentId="LB-SPT-7001">
            <pubDate>2026-03-01T20:00:00Z</pubDate>
            <title locale="en-US">Fogtown Herons at Saltmarsh Otters</title>
            <title locale="en-US" type="short">Herons at Otters</title>
            <description locale="en-US">Round four of the invented Tidewater Hockey League.</description>
            <artwork url="https://img.example.org/LB-SPT-7001/tile.jpg" type="tile_artwork"/>
            <sportingEventInfo>
              <startDate>2026-03-07T19:00:00-05:00</startDate>
              <endDate>2026-03-07T21:45:00-05:00</endDate>
              <sportName>hockey</sportName>
              <league>
                <name locale="en-US">Tidewater Hockey League</name>
                <abbreviation>TWHL</abbreviation>
              </league>
              <competitors>
                <competitor role="away"><name locale="en-US">Fogtown Herons</name><abbreviation>FOG</abbreviation></competitor>
                <competitor role="home"><name locale="en-US">Saltmarsh Otters</name><abbreviation>SAL</abbreviation></competitor>
              </competitors>
              <venue>
                <name>Otter Ice Hall</name>
                <city locale="en-US">Saltmarsh</city>
                <country>US</country>
              </venue>
              <isTBD>false</isTBD>
            </sportingEventInfo>
          </item>
          <item contentType="sporting_event" contentId="LB-SPT-7002">
            <pubDate>2026-03-01T20:00:00Z</pubDate>
            <title locale="en-US">Three Piers Kart Cup</title>
            <description locale="en-US">An invented street race around three piers.</description>
            <artwork url="https://img.example.org/LB-SPT-7002/tile.jpg" type="tile_artwork"/>
            <sportingEventInfo>
              <startDate>2026-03-15T00:00:00Z</startDate>
              <sportName>motorsport</sportName>
              <league><abbreviation>KART</abbreviation></league>
              <venue>
                <name>Pier Circuit</name>
                <city locale="en-US">Port Example</city>
                <country>CA</country>
              </venue>
              <isTBD>true</isTBD>
            </sportingEventInfo>
          </item>
        </umcCatalog>

        """#
}
