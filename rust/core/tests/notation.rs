//! Text goes to cards and back; malformed text is refused at the right character; nothing panics.

use paiju_core::action::{Action, Head};
use paiju_core::card::{BIG_JOKER, Card, Pack, SMALL_JOKER};
use paiju_core::error::Error;
use paiju_core::notation::{action, action_text, card, cards, list, text};
use paiju_core::set::{CardSet, WideSet, bits};
use proptest::prelude::*;

const PACKS: [&Pack; 4] = [&Pack::FRENCH, &Pack::FRENCH_2, &Pack::FRENCH_4, &Pack::HUAPAI];

/// Heads of every sort: one name is the beginning of another, one has a verb and cards.
const HEADS: [Head; 6] = [
    Head::play("play"),
    Head::bare("pass"),
    Head::with_cards("call"),
    Head::bare("call h"),
    Head::with_cards("call s"),
    Head::with_cards("kai_zhao"),
];

/// A pack and a part of it.
fn part() -> impl Strategy<Value = (&'static Pack, WideSet)> {
    (0..4usize, any::<[u64; 2]>(), proptest::collection::vec(0..=5u8, 64)).prop_map(|(at, [a, b], limit)| {
        let pack = PACKS[at];
        let limit: WideSet = (0..64).zip(limit).flat_map(|(slot, n)| vec![Card::new(slot); n.into()]).collect();
        (pack, pack.cards().within(a & b).common(&limit))
    })
}

/// Every way to write a card that is documented.
fn spellings(pack: &Pack, card: Card) -> Vec<String> {
    let name = pack.text(card);
    let first = name.chars().next().expect("a name");
    if pack == &Pack::HUAPAI {
        let other = name.replace('乙', "一");
        return vec![name, other];
    }
    if card == SMALL_JOKER || card == BIG_JOKER {
        return vec![name, if card == SMALL_JOKER { "小王" } else { "大王" }.into()];
    }
    let ranks = if first == 'T' { vec!["T".into(), "10".into()] } else { vec![first.to_string()] };
    let [small, large, symbol] =
        [["c", "C", "♣"], ["d", "D", "♦"], ["h", "H", "♥"], ["s", "S", "♠"]][card.suit() as usize];
    let suits = [small, large, symbol, &format!("{symbol}\u{fe0f}")];
    ranks.iter().flat_map(|rank: &String| suits.map(|suit| format!("{rank}{suit}"))).collect()
}

proptest! {
    #[test]
    fn sets_round_trip((pack, set) in part()) {
        let written = text(pack, &set);
        prop_assert_eq!(cards(pack, &written), Ok(set));
        // Canonical: slot order, single spaces, each kind once.
        let words: Vec<String> = bits(set.kinds()).map(|card| match set.count(card) {
            1 => pack.text(card),
            n => format!("{}x{n}", pack.text(card)),
        }).collect();
        prop_assert_eq!(&written, &words.join(" "));
        prop_assert_eq!(list(pack, &written), Ok(set.cards().collect()));
    }

    #[test]
    fn every_spelling_is_read((pack, set) in part(), choices in proptest::collection::vec(any::<(u8, u8)>(), 216), seed in any::<u64>()) {
        let mut order: Vec<Card> = set.cards().collect();
        paiju_core::deal::FastRng::new(seed).shuffle(&mut order);
        let mut written = String::new();
        for (card, (spelling, gap)) in order.iter().zip(choices) {
            let spellings = spellings(pack, *card);
            written += &spellings[spelling as usize % spellings.len()];
            written += ["", " ", ",", ", ", "  ", "\n", "，", "x1 ", "×1,"][gap as usize % 9];
        }
        prop_assert_eq!(cards(pack, &written), Ok(set), "{}", written);
        prop_assert_eq!(list(pack, &written), Ok(order), "{}", written);
    }

    #[test]
    fn one_copy_too_many_is_refused((pack, set) in part(), at in any::<prop::sample::Index>()) {
        let kinds: Vec<Card> = bits(pack.cards().kinds()).collect();
        let kind = kinds[at.index(kinds.len())];
        let held = pack.copies(kind);
        let others = set.minus(&CardSet::of(kind, 5));
        let before = text(pack, &others);
        let fits = format!("{before} {}x{held}", pack.text(kind));
        prop_assert_eq!(cards(pack, &fits), Ok(others.plus(&CardSet::of(kind, held))));
        let position = before.chars().count() + 1;
        let (is, name) = (if held == 1 { "is" } else { "are" }, pack.name);
        let message = format!("too many copies of {}: there {is} {held} in {name}", pack.text(kind));
        for n in [held + 1, 6, 7, 255, 256, 1 << 32, usize::MAX] {
            let wrong = format!("{before} {}x{n}", pack.text(kind));
            prop_assert_eq!(cards(pack, &wrong), Err(Error::parse(position, message.clone())));
        }
        let wrong = format!("{fits} {}", pack.text(kind));
        prop_assert_eq!(cards(pack, &wrong), Err(Error::parse(fits.chars().count() + 1, message)));
    }

    #[test]
    fn actions_round_trip((pack, set) in part(), head in 0..6u8) {
        let wanted = Action::new(head, if HEADS[head as usize].cards { set } else { WideSet::EMPTY });
        let written = action_text(pack, &HEADS, &wanted);
        if HEADS[head as usize].cards && set.is_empty() {
            prop_assert!(action(pack, &HEADS, &written).is_err());
        } else {
            prop_assert_eq!(action(pack, &HEADS, &written), Ok(wanted));
            let named = format!("  {}  {} ", HEADS[head as usize].name.replace(' ', "  "), text(pack, &wanted.cards));
            prop_assert_eq!(action(pack, &HEADS, &named), Ok(wanted));
        }
    }

    #[test]
    fn no_text_panics(any in any::<String>(), near in "([3-9TJQKA2tjqka10cdhsCDHS♠♥♣♦wWxX×0-9小大王*一乙二三五土SBLRJ ,，\u{fe0f}]|pass|call|kai_zhao){0,12}") {
        for written in [any, near] {
            let length = written.chars().count();
            for pack in PACKS {
                let results = [
                    cards(pack, &written).map(|_| ()),
                    card(pack, &written).map(|_| ()),
                    list(pack, &written).map(|_| ()),
                    action(pack, &HEADS, &written).map(|_| ()),
                    action(pack, &HEADS[1..3], &written).map(|_| ()),
                    action(pack, &[], &written).map(|_| ()),
                ];
                for error in results.into_iter().filter_map(Result::err) {
                    let Error::Parse { position, .. } = error else { panic!("{error} for {written:?}") };
                    prop_assert!(position <= length, "{:?}: {}", written, position);
                }
                if let Ok(set) = cards(pack, &written) {
                    prop_assert!(set.is_sound(pack));
                    prop_assert_eq!(cards(pack, &text(pack, &set)), Ok(set));
                }
            }
        }
    }

    #[test]
    fn no_set_panics(planes in any::<[u64; 5]>(), head in any::<u8>()) {
        for pack in PACKS {
            text(pack, &CardSet(planes));
            action_text(pack, &HEADS, &Action::new(head, CardSet(planes)));
        }
    }
}

#[test]
fn examples() {
    let two = &Pack::FRENCH_2;
    let canonical = |pack, written| text(pack, &cards(pack, written).expect(written));
    assert_eq!(canonical(two, ""), "");
    assert_eq!(canonical(two, " ,, "), "");
    assert_eq!(canonical(two, "W As w 10H,3♠️3S"), "3sx2 Th As w W");
    assert_eq!(canonical(two, "大王小王 大王"), "w Wx2");
    assert_eq!(canonical(&Pack::FRENCH_4, "3sx4 5h w W"), "3sx4 5h w W");
    assert_eq!(canonical(&Pack::FRENCH_4, "4c 3s×2,3sx1 3s"), "3sx4 4c");
    assert_eq!(canonical(&Pack::HUAPAI, "三*三三"), "三x2 三*");
    assert_eq!(canonical(&Pack::HUAPAI, "一一*孔乙*己"), "乙 孔 己 乙*x2");
    assert_eq!(
        list(two, "As 3cx2, w"),
        Ok(vec![Card::french(11, 3), Card::french(0, 0), Card::french(0, 0), SMALL_JOKER])
    );
    assert_eq!(card(two, " 10♥️ "), Ok(Card::french(7, 2)));
    assert_eq!(card(&Pack::HUAPAI, "九*x1"), Ok(Card::new(26)));
    assert_eq!(text(&Pack::FRENCH, &CardSet::of(Card::new(63), 2)), "?63x2");
}

#[test]
fn example_actions() {
    let read = |written| action(&Pack::FRENCH_2, &HEADS, written).expect(written);
    let set = |written| cards(&Pack::FRENCH_2, written).expect(written);
    assert_eq!(read("3s 3h"), Action::new(0, set("3s 3h")));
    assert_eq!(read("play 3s3h"), Action::new(0, set("3s 3h")));
    assert_eq!(read(" pass\n"), Action::new(1, WideSet::EMPTY));
    assert_eq!(read("call 5h"), Action::new(2, set("5h")));
    assert_eq!(read("call h"), Action::new(3, WideSet::EMPTY));
    assert_eq!(read("call\ts 5hx2"), Action::new(4, set("5hx2")));
    assert_eq!(read("kai_zhao W"), Action::new(5, set("W")));
}

#[test]
fn actions_that_no_game_has_can_be_named() {
    let write = |head, written| {
        let action = Action::new(head, cards(&Pack::FRENCH, written).expect(written));
        action_text(&Pack::FRENCH, &HEADS, &action)
    };
    assert_eq!(write(0, ""), "play");
    assert_eq!(write(1, "3s"), "pass 3s");
    assert_eq!(write(6, "3s"), "?6 3s");
}

const RANKS: &str = "3 4 5 6 7 8 9 T J Q K A 2";
const CHARACTERS: &str = "乙 二 三 四 五 六 七 八 九 十 土 子 孔 己 化 千 可 知 礼 上 大 人";

fn assert_refused<T: std::fmt::Debug>(result: Result<T, Error>, written: &str, position: usize, message: &str) {
    let message = message.replace("RANKS", RANKS).replace("CHARACTERS", CHARACTERS);
    assert_eq!(result.expect_err(written), Error::parse(position, message), "{written:?}");
}

#[test]
fn malformed_french_cards() {
    let joker = |name: &str| {
        let hint = "write w for the small joker 小王, W for the big joker 大王";
        format!("{name:?} is one joker here and the other there: {hint}")
    };
    for (written, position, message) in [
        ("Z", 0, "\"Z\" is no rank (RANKS)"),
        ("3s 4h Zs", 6, "\"Z\" is no rank (RANKS)"),
        ("1s", 0, "\"1\" is no rank (RANKS)"),
        ("3s;4s", 2, "\";\" is no rank (RANKS)"),
        ("3s\u{0}", 2, "\"\\0\" is no rank (RANKS)"),
        ("三", 0, "\"三\" is no rank (RANKS)"),
        ("小 王", 0, "\"小\" is no rank (RANKS)"),
        ("10♠\u{fe0f}\u{fe0f}", 4, "\"\\u{fe0f}\" is no rank (RANKS)"),
        ("3s\u{fe0f}", 2, "\"\\u{fe0f}\" is no rank (RANKS)"),
        ("ts", 0, "\"t\" is no rank (RANKS); ranks are upper-case: T"),
        ("3s3hah", 4, "\"a\" is no rank (RANKS); ranks are upper-case: A"),
        ("♥A", 0, "\"♥\" is no rank (RANKS); the rank comes before the suit"),
        ("HA", 0, "\"H\" is no rank (RANKS); the rank comes before the suit"),
        ("3", 1, "a suit (c d h s) is missing behind \"3\""),
        ("10 10h", 2, "a suit (c d h s) is missing behind \"10\""),
        ("3s, 4, 5s", 5, "a suit (c d h s) is missing behind \"4\""),
        ("小王3z", 3, "\"z\" is no suit (c d h s)"),
        ("3x2", 1, "\"x\" is no suit (c d h s)"),
        ("♠♠", 0, "\"♠\" is no rank (RANKS); the rank comes before the suit"),
        ("3♠️ 4♠️ 5x", 9, "\"x\" is no suit (c d h s)"),
        ("3sx", 3, "the number of copies is missing"),
        ("3sx 2", 3, "the number of copies is missing"),
        ("3s×-1", 3, "the number of copies is missing"),
        ("3sx٣", 3, "the number of copies is missing"),
        ("3sx0", 3, "a number of copies starts from 1"),
        ("3s x2", 3, "\"x\" must stand right behind a card"),
        ("3sx1×2", 4, "\"×\" must stand right behind a card"),
        ("4h 3sx3", 3, "too many copies of 3s: there are 2 in two packs of 54 cards"),
        ("4h 3s 3♠ 5h 10s 3S 3s", 16, "too many copies of 3s: there are 2 in two packs of 54 cards"),
        ("3sx2 4h 3s", 8, "too many copies of 3s: there are 2 in two packs of 54 cards"),
        ("3sx23h", 0, "too many copies of 3s: there are 2 in two packs of 54 cards"),
        ("3sx99999999999999999999999", 0, "too many copies of 3s: there are 2 in two packs of 54 cards"),
        ("w w 小王", 4, "too many copies of w: there are 2 in two packs of 54 cards"),
        ("SJ", 0, &joker("SJ")),
        ("3s BJ", 3, &joker("BJ")),
        ("3sLJ", 2, &joker("LJ")),
        ("wrj", 1, &joker("RJ")),
    ] {
        assert_refused(cards(&Pack::FRENCH_2, written), written, position, message);
        assert_refused(list(&Pack::FRENCH_2, written), written, position, message);
        assert_refused(card(&Pack::FRENCH_2, written), written, position, message);
    }
    assert_refused(cards(&Pack::FRENCH, "3s w"), "w", 3, "w is not in one pack of 52 cards");
    assert_refused(cards(&Pack::FRENCH, "3s 3s"), "3s", 3, "too many copies of 3s: there is 1 in one pack of 52 cards");
}

#[test]
fn malformed_huapai_cards() {
    for (written, position, message) in [
        ("3s", 0, "\"3\" is no character (CHARACTERS)"),
        ("乙二*", 2, "二 has no flower face (乙 三 五 七 九)"),
        ("*", 0, "\"*\" is no character (CHARACTERS)"),
        ("三 *", 2, "\"*\" is no character (CHARACTERS)"),
        ("三**", 2, "\"*\" is no character (CHARACTERS)"),
        ("乙乙一乙", 3, "too many copies of 乙: there are 3 in the pack of 110 cards"),
        ("三*x3", 0, "too many copies of 三*: there are 2 in the pack of 110 cards"),
        ("二x5二", 3, "too many copies of 二: there are 5 in the pack of 110 cards"),
        ("二x", 2, "the number of copies is missing"),
        ("二x00", 2, "a number of copies starts from 1"),
    ] {
        assert_refused(cards(&Pack::HUAPAI, written), written, position, message);
        assert_refused(card(&Pack::HUAPAI, written), written, position, message);
    }
}

#[test]
fn one_card_is_one_card() {
    for (written, position, message) in [
        ("", 0, "one card is wanted, there is none"),
        (" ,", 0, "one card is wanted, there is none"),
        (" 3s 4s", 4, "one card is wanted, there are more"),
        (" 3sx2", 1, "one card is wanted, there are more"),
        ("3sx2 4s", 0, "one card is wanted, there are more"),
        ("3s4sx2 5s", 2, "one card is wanted, there are more"),
    ] {
        assert_refused(card(&Pack::FRENCH_2, written), written, position, message);
    }
}

#[test]
fn malformed_actions() {
    let all = "(play, pass, call, call h, call s, kai_zhao)";
    let unknown = |word: &str| format!("{word:?} is no action {all}");
    for (written, position, message) in [
        ("", 0, format!("an action is wanted {all}").as_str()),
        ("  ", 2, &format!("an action is wanted {all}")),
        (",", 1, "\"play\" needs cards"),
        ("play", 4, "\"play\" needs cards"),
        (" play , ", 8, "\"play\" needs cards"),
        ("call", 4, "\"call\" needs cards"),
        ("call s", 6, "\"call s\" needs cards"),
        ("pass 3s", 5, "nothing may follow \"pass\""),
        ("pass pass", 5, "nothing may follow \"pass\""),
        ("pass ,", 5, "nothing may follow \"pass\""),
        ("call h 5h", 7, "nothing may follow \"call h\""),
        ("call d", 5, "\"d\" is no rank (RANKS); the rank comes before the suit"),
        ("call 5h 5x", 9, "\"x\" is no suit (c d h s)"),
        ("play pass", 5, "\"p\" is no rank (RANKS)"),
        ("  fold", 2, &unknown("fold")),
        ("Pass", 0, &unknown("Pass")),
        ("passs", 0, &unknown("passs")),
        ("pass,", 0, "\"p\" is no rank (RANKS)"),
        ("3s pass", 3, "\"p\" is no rank (RANKS)"),
        ("Zs", 0, "\"Z\" is no rank (RANKS)"),
        ("3s 3s", 3, "too many copies of 3s: there is 1 in one pack of 52 cards"),
    ] {
        assert_refused(action(&Pack::FRENCH, &HEADS, written), written, position, message);
    }
    // Without a silent head every action has a verb.
    for (written, position, message) in [
        ("", 0, "an action is wanted (pass, call)"),
        ("3s", 0, "\"3s\" is no action (pass, call)"),
        (" 三 3s", 1, "\"三\" is no action (pass, call)"),
    ] {
        assert_refused(action(&Pack::FRENCH, &HEADS[1..3], written), written, position, message);
    }
}
