extension Lexicon {
    /// Praise of the title.
    static let praise: [(WordClasses, String)] = [
        (
            .superlative,
            "award winning|oscar winning|emmy winning|grammy winning|bafta winning|tony winning|academy award winning|emmy award winning|golden globe winning|multi award winning|oscar nominated|emmy nominated|critically acclaimed|universally acclaimed|must see|must watch|unmissable|number one show|number one series|number one movie|number one film|number one hit|the best show|the best series|the best movie|the best film|the best comedy|the best drama|the best thriller|the best documentary|best movie ever|best film ever|best show ever|best series ever|best movie of|best film of|best show of|best series of|the greatest show ever|the greatest movie|the greatest film|the greatest series|the funniest show|the funniest movie|the funniest film|the funniest comedy|the scariest movie|the scariest film|film of the year|movie of the year|show of the year|series of the year|comedy of the year|drama of the year|thriller of the year|documentary of the year|hit of the year|event of the year|world s best|box office hit|box office smash|smash hit|blockbuster hit|record breaking|best loved|most watched|hit series|hit show|hit movie|hit comedy|hit drama"
        ),
        (
            .superlative,
            "primé|primée|multiprimé|multiprimée|oscarisé|oscarisée|le meilleur film|la meilleure série|la meilleure comédie|salué par la critique|saluée par la critique|acclamé par la critique|acclamée par la critique|incontournable|numéro un|film de l année|série de l année|preisgekrönt|preisgekrönte|preisgekrönter|preisgekröntes|preisgekrönten|oscargekrönt|oscargekrönte|oscargekrönter|oscarprämiert|oscarprämierte|mehrfach ausgezeichnet|mehrfach ausgezeichnete|der beste film|die beste serie|die beste komödie|von der kritik gefeiert|von der kritik gefeierte|film des jahres|serie des jahres|galardonada|galardonado|premiada|premiado|oscarizada|oscarizado|la mejor serie|la mejor película|la mejor comedia|aclamada por la crítica|aclamado por la crítica|ganadora del óscar|ganador del óscar|ganadora del oscar|ganador del oscar|serie del año|película del año|imperdible|pluripremiato|pluripremiata|il miglior film|la migliore serie|la miglior serie|acclamato dalla critica|acclamata dalla critica|imperdibile|vincitore dell oscar|vincitore del premio oscar|film dell anno|serie dell anno|o melhor filme|a melhor série|a melhor comédia|aclamado pela crítica|aclamada pela crítica|vencedor do oscar|vencedora do oscar|vencedor do óscar|filme do ano|série do ano|imperdível|premiadíssimo|premiadíssima"
        ),
        (
            .superlative,
            "bekroonde|de beste film|de beste serie|veelgeprezen|prisbelönt|prisbelönta|prisbelönad|prisbelönade|kritikerrosad|kritikerrosade|årets bästa|лучший фильм|лучший сериал|лучшая комедия|оскароносный|оскароносная|удостоенный|удостоенная|最高傑作|大ヒット作|話題沸騰|話題作|必見|アカデミー賞受賞|受賞作|ナンバーワン|最优秀|最優秀|必看|票房冠军|票房冠軍|年度最佳|최고의 영화|최고의 드라마|화제작|수상작|필람|الحائز على جائزة|الحائز على جوائز|الأكثر مشاهدة|أفضل فيلم|أفضل مسلسل"
        ),
    ]

    /// Names of Apple's products and brands.
    static let marks: [(WordClasses, String)] = [
        (
            .appleProduct,
            "apple tv|apple music|apple arcade|apple news|apple watch|apple pay|apple one|apple store|apple fitness|apple podcasts|apple books|apple vision pro|app store|itunes|iphone|iphones|ipad|ipads|ipod|ipods|imac|imacs|macbook|macbooks|airpods|airpod|homepod|facetime|carplay|tvos|ipados|アップルTV|애플TV"
        ),
        (
            .appleBrand,
            "apple original|apple originals|apple tv original|apple tv originals|apple exclusive|apple exclusives|apple studios original|apple original film|apple original films|apple original series|exclusive to apple|exclusive on apple|only on apple|exclusively on apple|made for apple|apple tv exclusive|apple presents|série originale apple|film original apple|original d apple|original de apple|originale apple|original da apple"
        ),
        (
            .quality,
            "dolby vision|dolby atmos|dolby digital|dolby audio|dolby surround|dolby cinema|4k hdr|4k uhd|ultra hd|full hd|in 4k|in hd|in uhd|en 4k|en hd|em 4k|em hd|1080p|1080i|720p|2160p|hdr10|hd remastered|4k remastered"
        ),
        (.qualityAtEnd, "hd|uhd|fhd|4k|8k|hdr|hdr10|dolby|atmos|hd 1080p"),
        (
            .qualityLabel,
            "english|hindi|tamil|telugu|english version|hindi version|original version|english audio|español|deutsch|hd|uhd|fhd|4k|8k|hdr|dolby|atmos|5 1|stereo|subtitled|subtitles|subs|subbed|sub|dubbed|dub|english dub|english dubbed|english subtitled|english subtitles|eng sub|eng dub|with subtitles|closed captioned|cc|audio described|vost|vostfr|vf|vo|vff|vfq|sous titré|sous titrée|sous titres|version française|doublé|doublée|omu|omeu|ov|untertitelt|untertitel|mit untertiteln|deutsche fassung|synchronisiert|subtitulado|subtitulada|subtítulos|con subtítulos|doblado|doblada|vose|v o s e|v o|sottotitolato|sottotitolata|sottotitoli|con sottotitoli|doppiato|doppiata|legendado|legendada|legendas|dublado|dublada|dobrado|ondertiteld|nagesynchroniseerd|nederlands gesproken|ov nl|textad|med svenska undertexter|dubbad|svenskt tal|tekstet|dubbet|субтитры|с субтитрами|дублированный|дубляж|مترجم|مترجمة|مدبلج|مدبلجة|napisy pl|lektor pl|dubbing pl|altyazılı|dublaj"
        ),
        (
            .qualityLabel,
            "字幕|吹替|吹き替え|日本語字幕|日本語吹替|字幕版|吹替版|吹き替え版|高画質|자막|더빙|한글자막|우리말더빙|우리말 더빙|中文字幕|中字|双语字幕|雙語字幕|国语|國語|粤语|粵語|国语版|國語版|粤语版|粵語版|中文配音|配音版|高清|超清|蓝光|藍光"
        ),
    ]
}
