//! East Asian encodings: how likely the decoded characters are.

/// A weight for each character: that of a common character, or else the one that `single` or `rare`
/// gives for its octets.
fn weighed(
    octets: &[u8],
    text: &str,
    common: fn(char) -> Option<f64>,
    single: fn(u8) -> Option<f64>,
    rare: fn(u8, u8) -> f64,
) -> Vec<f64> {
    let mut characters = text.chars().filter(|c| !c.is_ascii());
    let mut weights = Vec::new();
    let mut at = 0;
    while let Some(&lead) = octets.get(at) {
        at += 1;
        if lead.is_ascii() {
            continue;
        }
        let known = characters.next().and_then(common);
        let one = single(lead);
        let trail = octets.get(at).copied().filter(|_| one.is_none()).unwrap_or_default();
        weights.push(known.or(one).unwrap_or_else(|| rare(lead, trail)));
        at += usize::from(one.is_none());
    }
    weights
}

fn chinese(c: char) -> Option<f64> {
    HANZI.contains(c).then_some(0.95)
}

fn japanese(c: char) -> Option<f64> {
    // Without any kana, the same characters are more often Chinese.
    (KANJI.contains(c) || HANZI.contains(c)).then_some(0.85)
}

fn korean(c: char) -> Option<f64> {
    HANGUL.contains(c).then_some(0.95)
}

pub(crate) fn gbk(octets: &[u8], text: &str) -> Vec<f64> {
    weighed(
        octets,
        text,
        chinese,
        |_| None,
        |lead, trail| match (lead, trail) {
            // The first level of GB 2312 contains the usual characters, ordered by sound; the
            // second level the others.
            (0xB0..=0xD7 | 0xA1 | 0xA3, 0xA1..=0xFE) => 0.6,
            (0xD8..=0xF7, 0xA1..=0xFE) => 0.3,
            (0xA4 | 0xA5, 0xA1..=0xFE) => 0.2,
            _ => 0.1,
        },
    )
}

pub(crate) fn big5(octets: &[u8], text: &str) -> Vec<f64> {
    weighed(
        octets,
        text,
        chinese,
        |_| None,
        |lead, _| match lead {
            0xA4..=0xC6 => 0.6,
            0xA1..=0xA3 => 0.5,
            0xC9..=0xF9 => 0.25,
            _ => 0.05,
        },
    )
}

pub(crate) fn shift_jis(octets: &[u8], text: &str) -> Vec<f64> {
    let half_width = |lead| matches!(lead, 0xA1..=0xDF).then_some(0.2);
    weighed(octets, text, japanese, half_width, |lead, trail| match (lead, trail) {
        (0x82, 0x9F..=0xF1) | (0x83, 0x40..=0x96) => 1.0,
        (0x81 | 0x82 | 0x88..=0x98, _) => 0.6,
        (0x99..=0x9F | 0xE0..=0xEA, _) => 0.25,
        _ => 0.05,
    })
}

pub(crate) fn euc_jp(octets: &[u8], text: &str) -> Vec<f64> {
    weighed(
        octets,
        text,
        japanese,
        |_| None,
        |lead, _| match lead {
            0xA4 | 0xA5 => 1.0,
            0xA1 | 0xA3 => 0.6,
            0xB0..=0xCF => 0.55,
            0xD0..=0xF4 => 0.25,
            _ => 0.1,
        },
    )
}

pub(crate) fn euc_kr(octets: &[u8], text: &str) -> Vec<f64> {
    weighed(
        octets,
        text,
        korean,
        |_| None,
        |lead, trail| match (lead, trail) {
            (0xB0..=0xC8, 0xA1..=0xFE) => 0.55,
            (0xA1 | 0xA3, 0xA1..=0xFE) => 0.5,
            (0xCA..=0xFD, 0xA1..=0xFE) => 0.2,
            _ => 0.15,
        },
    )
}

/// The most frequent Chinese characters, simplified and traditional.
const HANZI: &str = "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运语汉字图片网站页搜索游戏音乐视频下载上海北京广州深圳香港台湾百度贴吧淘宝浪腾讯狐苹果购买价格店铺旅酒房影歌曲校医院公银行這個們來為國說時會對後過發無與長機業將兩間問應戰頭體見產話實關點學開種經麼動樣軍門兒東聲員論處義幾認條題氣爾變總電數報結務場計統區隊決馬書則聽達難權設記類據邊張該規萬術領傳師觀讓識帶導爭運語漢圖網頁遊戲樂視頻載廣灣愛";

/// The most frequent kanji.
const KANJI: &str = "日一国会人年大十二本中長出三同時政事自行社見月分議後前民生連五発間対上部東者党地合市業内相方四定今回新場金員九入選立開手米力学問高代明実円関決子動京全目表戦経通外最言氏現理調体化田当八六約主題下首意法不来作性的要用制治度務強気小七成期公野協取都和統以機平総加山思家話世受区領多県続進正安設保改数記院女初北午指権心界支第産結百派点教報済書府活原先共得解名交資予川向際査勝面委告軍文反元重近千考判認画海参売利組知案道信策集在件団別物側任引使求所次水半品昨論計死官増係感特情投示変打男基私各始島直両朝革価式確村提運終挙果西勢減台広容必応演電歳住争談能無再位置企真流格有疑口過局少放税検藤町常校料沢裁状工建語球営空職証土与急止送援供可役構木割聞身費付施切由説転食比難防補車優夫研収断井何南石足違消境神番規術護展態導鮮備宅害配副算視条幹独警宮究育席輸訪楽起万着乗店述残想線率病農州武声質念待試族象銀域助労例衛然早張映限親額監環験追審商葉義伝働形景落欧担好退準賞訴辺造英被株頭技低毎医復仕去姿味負閣韓渡失移差衆個門写評課末守若脳極種美岡影命含福蔵像検索駅画図館堂";

/// The most frequent syllables of Hangul.
const HANGUL: &str = "이다는에의가을를은로하고한지기도사대자리나시인어정아해서일부전수스라과국상장원제선주보생경동우들산성구있으만그것게와여면무마오비조신학어물세말방회안개교문체중모적공소용화관실진위민미연니내계유분치재작심명양영현차반발강식법호거러노울남당트터드음검색한글서울부산대구인천광주";
