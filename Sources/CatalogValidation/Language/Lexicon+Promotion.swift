extension Lexicon {
    /// Calls to watch, buy or subscribe. Tested on real plot summaries; ambiguous single words such as `free` are left out.
    static let promotion: [(WordClasses, String)] = [
        (
            .promotion,
            "new this week|new this month|new to streaming|watch now|watch it free|watch for free|watch online now|watch anytime|stream now|stream it now|stream it free|stream free|stream for free|stream today|stream the full|stream all|stream every|stream exclusively|stream only on|streaming now|now streaming|streaming exclusively|streaming only|all episodes now|all episodes streaming|all episodes available|all episodes free|free trial|start your free|first episode free|free episode|subscribe now|subscribe today|subscribe to watch|subscribe for|subscribe here|sign up now|sign up today|sign up for free|buy now|buy or rent|rent or buy|rent now|rent it now|order now|last chance to watch|binge watch it|binge now|binge all|catch up now|download now|download the app|download our app|download our free app|get the app|in our app now|click here|learn more at|exclusively on our|only on our|all new season|brand new season|brand new episodes|new episodes every|new episodes weekly|new season now|new season available|new season premieres|new season streaming|new episodes now|new episodes available"
        ),
        (
            .promotion,
            "regardez maintenant|à regarder maintenant|regardez dès maintenant|abonnez vous|essai gratuit|essayez gratuitement|regardez gratuitement|dès maintenant en streaming|nouvelle saison disponible|nouveaux épisodes chaque|nouveaux épisodes disponibles|à ne pas manquer|à ne pas rater|inscrivez vous maintenant|achetez maintenant|louez maintenant|cliquez ici|téléchargez l application|téléchargez notre application|offre limitée"
        ),
        (
            .promotion,
            "jetzt ansehen|jetzt anschauen|jetzt streamen|jetzt im stream|jetzt abonnieren|ab sofort im stream|jetzt leihen|kostenlos testen|kostenlos ansehen|kostenlos streamen|gratis testen|gratis ansehen|gratis streamen|neue folgen jede|jede woche neu|jetzt bestellen|jetzt anmelden|hier klicken|unsere app herunterladen|lade unsere app|verpassen sie nicht|nicht entgehen lassen|exklusiv im stream"
        ),
        (
            .promotion,
            "míralo ahora|míralo ya|míralo gratis|mírala ahora|mírala ya|véalo ahora|suscríbete|suscríbase|prueba gratis|prueba gratuita|nueva temporada disponible|nuevos episodios cada|no te pierdas|no te la pierdas|no te lo pierdas|no se pierda|alquila ahora|regístrate ahora|haz clic aquí|descarga la app|descarga nuestra app"
        ),
        (
            .promotion,
            "guardalo ora|guardala ora|guarda subito|guarda gratis|guardalo gratis|prova gratuita|prova gratis|disponibile da subito|nuova stagione disponibile|nuovi episodi ogni|da non perdere|da non perdersi|non perdetevi|acquista ora|noleggia ora|iscriviti ora|clicca qui|scarica l app"
        ),
        (
            .promotion,
            "assista agora|assista já|assista grátis|assista gratuitamente|veja agora|veja já|assine agora|assine já|subscreva já|subscreva agora|teste grátis|teste gratuito|nova temporada disponível|novos episódios toda|novos episódios todas|compre agora|alugue agora|inscreva se agora|clique aqui|baixe o app"
        ),
        (
            .promotion,
            "今すぐ視聴|今すぐ観る|今すぐ見る|今すぐ登録|今すぐチェック|独占配信|独占公開|見放題|無料配信|無料視聴|無料で視聴|無料体験|無料トライアル|好評配信中|絶賛配信中|お見逃しなく|お見逃しなきよう|期間限定配信|会員登録|新シーズン配信|全話配信|近日配信|최초 공개|지금 시청|지금 바로 시청|독점 공개|독점 스트리밍|무료 체험|무료로 시청|구독하세요|구독하기|놓치지 마세요|立即观看|立即觀看|马上观看|馬上觀看|独家播出|獨家播出|独家上线|獨家上線|免费观看|免費觀看|免费试用|免費試用|立即订阅|立即訂閱|敬请期待|敬請期待|敬请关注|不容错过|不容錯過|精彩不容"
        ),
        (
            .promotion,
            "kijk nu|nu streamen|probeer gratis|gratis proberen|abonneer je|abonneer nu|neem een abonnement|nieuwe afleveringen elke|koop nu|huur nu|titta nu|streama nu|prova gratis i|prenumerera nu|missa inte|nya avsnitt varje|köp nu|hyr nu|смотрите сейчас|смотреть онлайн|смотрите онлайн|смотрите бесплатно|смотреть бесплатно|подпишитесь|оформите подписку|новые серии каждую|شاهد الآن|شاهده الآن|شاهدها الآن|اشترك الآن|متوفر الآن|لا تفوت|لا تفوتوا|حصريا على|حصرياً على|مجانا على|مجاناً على|obejrzyj teraz|oglądaj teraz|już dostępny|już dostępne|nie przegap|şimdi izle|hemen izle|kaçırmayın|tonton sekarang"
        ),
        (
            .loosePromotion,
            "available to stream|new season|new series|new episode|new episodes|all new|coming soon|premiering soon|tune in|stay tuned|exclusive|subscribe|nouvelle saison|nouvel épisode|nouveaux épisodes|bientôt disponible|prochainement|en exclusivité|exclusivité|inédit|neue staffel|neue folge|neue folgen|demnächst|exklusiv|nueva temporada|nuevo episodio|nuevos episodios|próximamente|en exclusiva|nuova stagione|nuovo episodio|nuovi episodi|prossimamente|in esclusiva|nova temporada|novo episódio|novos episódios|em breve|exclusivo|新シーズン|新エピソード|最新エピソード|最新話|新作公開|새 시즌|새 에피소드|신규 에피소드|新一季|最新一季|最新剧集|最新劇集|nieuw seizoen|nieuwe afleveringen|binnenkort|exclusief|ny säsong|nya avsnitt|kommer snart|новый сезон|новая серия|новые серии|скоро на экранах|эксклюзив|موسم جديد|حلقة جديدة|قريبا|قريباً|حصريا|حصرياً|now available|available now|available in 4k|available in hd|available in uhd|available in hdr|available in dolby|available in ultra hd|now in 4k|available exclusively|for a limited time|limited time only|don t miss|do not miss|join now|join today|watch free|watch today|stream it|get it now|get yours|nicht verpassen|mis het niet|nu te zien|nu beschikbaar|se nu på|guarda ora|compra ora|compra ahora|mira ahora|ver ahora|abbonati|ya disponible|disponible ahora|disponible ya|ora disponibile|disponibile ora|já disponível|disponível agora|disponible maintenant|disponible dès maintenant|disponible en streaming|ora in streaming|in streaming ora|ahora en streaming|ya en streaming|agora em streaming|já em streaming|maintenant en streaming|en streaming maintenant|jetzt sehen|jetzt verfügbar|ab sofort verfügbar|jetzt kaufen|jetzt gratis|jetzt kostenlos|配信中|近日公開|스트리밍 중|nu te streamen|nu tillgänglig|exclusief te zien|ver agora|regarder maintenant|nur für kurze zeit|por tiempo limitado|por tempo limitado|per un periodo limitato|exclusivamente na|exclusivamente no|exclusivamente en nuestra|gratis durante|gratuit pendant|com exclusividade no|com exclusividade na|en exclusiva en|exclusivement sur|in esclusiva su|esclusivamente su|en exclusivité sur|уже доступен|уже доступна|即将上线|即將上線|现已上线|現已上線|не пропустите|não perca|non perderti|alle folgen verfügbar|gratis te zien|watch it now"
        ),
        (
            .promotionOn,
            "only on|exclusively on|exclusive to|exclusively from|watch on|watch it on|stream it on|streaming on|now on|free on|watch it free on|available only on|seulement sur|uniquement sur|à voir sur|gratuitement sur|nur auf|nur bei|exklusiv auf|exklusiv bei|jetzt auf|jetzt bei|kostenlos auf|kostenlos bei|solo en|sólo en|únicamente en|exclusivamente en|gratis en|ahora en|solo su|soltanto su|gratis su|ora su|só na|só no|somente na|somente no|apenas na|apenas no|grátis na|grátis no|alleen op|exclusief op|nu op|endast på|bara på|exklusivt på|nu på|только на|эксклюзивно на|только в"
        ),
        (
            .promotionLabel,
            "new|free|exclusive|all new|new season|new episode|new episodes|watch free|free to watch|free preview|nouveau|nouveauté|nouvelle saison|nouvel épisode|gratuit|exclusif|exclusivité|inédit|neu|kostenlos|gratis|exklusiv|neue folge|neue folgen|neue staffel|nuevo|nuevo episodio|nueva temporada|exclusivo|estreno|nuovo|nuovo episodio|nuova stagione|esclusiva|gratuito|grátis|novo|novo episódio|nova temporada|nieuw|exclusief|ny|nytt|nytt avsnitt|exklusivt|новинка|бесплатно|эксклюзив|جديد|مجانا|مجاناً|حصري|無料|独占|無料配信|新作|最新話|최신|무료|독점|신작|免费|免費|独家|獨家|新上线|新上線"
        ),
        (
            .showing,
            "premieres|premiering|debuts|premieres on|premieres this|premieres next|premiering on|premiering this|debuts on|debuts this|airs|airs on|airs this|airing|airing on|streaming this|streams|streams on|returns this|se estrena el|se estrena este|estreno el|estreno este|première le|diffusion le|première ce|estreia na|estreia no|estreia nesta|estreia neste|in onda|in onda il|debutta|ausstrahlung am|premiere am|startet diesen"
        ),
        (
            .weekday,
            "monday|tuesday|wednesday|thursday|friday|saturday|sunday|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|tonight|tomorrow|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lunes|martes|miércoles|jueves|viernes|sábado|domingo|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|segunda|terça|quarta|quinta|sexta"
        ),
        (
            .month,
            "january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|apr|jun|jul|aug|sept|oct|nov|dec"
        ),
    ]
}
