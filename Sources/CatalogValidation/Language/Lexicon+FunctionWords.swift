extension Lexicon {
    /// Function words of each language.
    static let functionWords: [(Language, String)] = [
        (
            "en",
            "a an has are be been being the of and to in is that it was for on are with as his they at be this from have or by one had not but what all were when we there can an your which their said if do will each about how up out them then she many some so these would other into has more her two him time could no my than first been who its now people made over did down only way find use may long any after our before must through back where much their while during against between under until whose he you"
        ),
        (
            "fr",
            "le la les à de des du un une et est dans que qui pour sur au aux avec par son sa ses il elle ils elles ne pas plus ce cette ces se en leur leurs mais ou où comme être sont était ont été tout tous après avant sans sous entre lui nous vous y aussi quand alors dont très même deux fait faire peut va chez vers jusqu depuis jeune homme femme vie monde nouvelle nouveau personne jamais toujours chaque ainsi doit cet lors"
        ),
        (
            "de",
            "der die das und ist in den von zu mit sich des auf für nicht ein eine einer einem einen als auch es an werden aus er hat dass sie nach wird bei noch wie über einem so zum war haben nur oder aber vor zur bis mehr durch man sein wurde sei ihr ihre ihren ihrem seine seinen seinem seiner wenn doch unter dem im vom kann wieder zwischen während gegen ihm ihn junge mann frau leben welt neue neuen niemand immer wo beim jedoch zusammen dabei schließlich muss"
        ),
        (
            "es",
            "el la los las de del un una y en que es por con para su sus al se lo no como más pero le ha o este esta estos entre cuando muy sin sobre ser tiene también me hasta hay donde quien desde todo nos durante ella él son dos había fue sido era años tras mientras contra después antes porque aunque cada otro otra hacia nadie nunca hoy siempre algo junto nueva nuevo hombre mujer joven vida mundo historia hija hijo quienes así aún sólo solo mismo"
        ),
        (
            "it",
            "il lo la i gli le di del della dei delle dello un una uno e è in che per con su sul sulla nel nella non si da dal dalla al alla come più ma suo sua suoi sue ha sono anche se quando o questo questa tra fra dopo prima senza loro lui lei essere era stato stata ed ad ai alle dove due anni mentre contro verso ogni chi cui fino nessuno mai sempre ancora uomo donna giovane vita mondo storia figlia figlio così però proprio insieme nuova nuovo mezzo"
        ),
        (
            "pt",
            "o a os as de do da dos das um uma e em no na nos nas que é por com para seu sua seus suas ao à se não como mais mas ele ela foi são ou quando muito sem sobre ser tem também até onde desde pelo pela pelos entre depois antes após enquanto contra cada porque já está anos isso eles num numa lhe há ninguém nunca hoje sempre algo nova novo homem mulher jovem vida mundo filha filho então só mesmo junto"
        ),
        (
            "nl",
            "de het een en van in is dat op te met voor zijn die niet aan er om ook als dan maar bij naar door uit wordt werd haar hem ze hij zich over heeft nog tot deze wat wel geen meer worden kan hun was als wanneer tussen na onder tegen zonder waar terwijl wie zijn al jonge man vrouw leven wereld nieuwe niemand altijd samen echter moet weer"
        ),
        (
            "sv",
            "och att det i en är som på för av med till den har de inte om ett han men var sig från vi så kan hon när nu eller efter sin sina mot man där under hans hennes vid blir bli ut upp över utan mellan alla när också sedan får medan dem denna deras innan ung kvinna liv världen nya ingen alltid måste"
        ),
        (
            "da",
            "og at det i en er som på for af med til den har de ikke om et han men var sig fra vi så kan hun når nu eller efter sin sine mod man hvor under hans hendes ved bliver ud op over uden mellem alle også siden får mens dem denne deres blive der sit"
        ),
        (
            "nb",
            "og at det i en er som på for av med til den har de ikke om et han men var seg fra vi så kan hun når nå eller etter sin sine mot man hvor under hans hennes ved blir ut opp over uten mellom alle også siden får mens dem denne deres bli der sitt ei"
        ),
        (
            "fi",
            "ja on ei että se hän oli mutta kun joka sekä ovat hänen niin tai myös kuin jossa jonka jotka hänet heidän vain sen ole mitä nyt tämä siitä kuitenkin sitten vielä kaikki myös saa kanssa ennen jälkeen mukaan"
        ),
        (
            "pl",
            "i w na z się nie do to jest że o jego jej ale po za od jak który która które przez dla są oraz ich być był była tym gdy już może ma ze tylko co aby jednak także swoją swojego swoim po między przed pod którego której nikt nigdy życie młody kobieta zostaje swoich ją tej"
        ),
        (
            "cs",
            "a v na se je že s z o do k i ale jako pro si po za jeho její od který která které když už jen své svou také byl byla není tak ve aby však jsou být který před mezi podle"
        ),
        (
            "hu",
            "a az és hogy nem egy is van de meg ez el csak ha mint már vagy volt aki ami amely azonban után még lesz ki be fel kell nincs azt ezt mikor amikor között miatt saját"
        ),
        (
            "ro",
            "și în de la cu pe un o nu că din este care a pentru mai sunt au să ce lui dar fi le se al ale sau după când iar prin fără între până își lor foarte fost"
        ),
        (
            "tr",
            "ve bir bu da de için ile çok ne o kadar gibi daha ama en olarak sonra var olan değil ise ki her kendi bütün iki ancak onun arasında üzerine karşı hem ya genç kadın adam hayat dünya yeni hiç önce"
        ),
        (
            "id",
            "yang dan di dengan untuk dari ini itu pada ke tidak dalam adalah akan oleh juga saat bisa karena seorang mereka ia telah para atau sebuah harus namun ketika hingga setelah sang dia lalu"
        ),
        (
            "ru",
            "и в не на с что он по как это но а к из у за от его её их о же для она так все был была было были который которая которые когда только чтобы до ему ее или если уже во при после между под над без где"
        ),
        (
            "uk",
            "і в не на з що він по як це але а до із у за від його її їх про ж для вона так все був була було були який яка які коли тільки щоб йому або якщо вже та й під після між над без де"
        ),
        (
            "ca",
            "el la els les de del dels un una i en que és per amb al als se es no com més però seu seva seus ha o aquest aquesta entre quan molt sense sobre ser té també fins on des són dos havia va després abans mentre contra cada"
        ),
    ]
}
