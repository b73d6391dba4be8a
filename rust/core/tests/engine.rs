//! The engine against a toy game that can be counted by hand.

mod toy;

use paiju_core::action::Action;
use paiju_core::deal::{FastRng, series_seed};
use paiju_core::engine::batch::{BadChoice, Batch, Mode, row_bytes};
use paiju_core::engine::expand::{expand, sample};
use paiju_core::engine::frame::Frame;
use paiju_core::engine::perft::perft;
use paiju_core::engine::pick::{DONE, HEAD, Pick, WIDTH};
use paiju_core::engine::playout::{Run, playout, playouts};
use paiju_core::engine::record::{Fault, Replay, Source, replay};
use paiju_core::error::Error;
use paiju_core::game::{ActionOf, Game};
use paiju_core::row::{Cell, Row};
use std::collections::HashSet;
use toy::{Cards, Rules, STOP, Setup, State, TOSS, Tally, Toy, View, layout, parts, slots};

type Act = ActionOf<Toy>;

fn arranged(hands: [&[u8]; 3]) -> State {
    Toy::arrange(&Rules::default(), &Setup::default(), &layout(hands)).unwrap()
}

fn menu(state: &State) -> Vec<Act> {
    let mut rows = Vec::new();
    Toy::menu(&Rules::default(), state, &mut rows);
    rows
}

/// Every state on random paths through some deals, the ends included.
fn some_states() -> Vec<State> {
    let (rules, mut rng, mut states) = (Rules::default(), FastRng::new(5), Vec::new());
    for seed in 0..60 {
        let mut state = Toy::deal(&rules, &Setup::default(), seed);
        states.push(state);
        while let Some(action) = sample::<Toy>(&rules, &state, &mut rng) {
            Toy::apply(&rules, &mut state, &action);
            states.push(state);
        }
    }
    states
}

#[test]
fn perft_counts_the_nodes_at_a_depth_only() {
    // 3c 3d against 4c 4c and 4d. Lead: 3c, 3d, 3c+3d (ends), stop (ends).
    let state = arranged([&[0, 1], &[4, 4], &[5]]);
    let counts: Vec<_> = (0..=4).map(|depth| perft::<Toy>(&Rules::default(), &state, depth)).collect();
    // 2: after a 3, seat 1 has 4c and pass. 3: after 4c seat 2 can only pass; after pass, 4d (ends) and pass.
    // 4: 3x 4c pass: seat 0 passes; 3x pass pass: seat 0 leads the other 3 or stops. So 2 · (1 + 2).
    assert_eq!(counts, [1, 4, 4, 6, 6]);

    // The toss of 3c 3c 4d: none, 3c, 4d, 3c+3c, 3c+4d. The hand is never emptied by it.
    let mut tossing = arranged([&[0, 0, 5], &[0, 0, 5], &[0, 0, 5]]);
    tossing.tosses = 3;
    let counts: Vec<_> = (0..=3).map(|depth| perft::<Toy>(&Rules::default(), &tossing, depth)).collect();
    assert_eq!(counts, [1, 5, 25, 125]);

    let over = arranged([&[], &[0], &[1]]);
    assert_eq!([0, 1, 2].map(|depth| perft::<Toy>(&Rules::default(), &over, depth)), [1, 0, 0]);
}

#[test]
fn expand_lists_and_sample_draws_all_legal_actions() {
    let rules = Rules::default();
    let state = Toy::deal(&rules, &Setup::default(), 1);
    let rows = menu(&state);
    assert!(rows.len() > 5);
    assert_eq!(expand::<Toy>(&rules, &state, 0).collect::<Vec<_>>(), rows);
    assert_eq!(expand::<Toy>(&rules, &state, 3).collect::<Vec<_>>(), rows[3..]);
    assert_eq!(expand::<Toy>(&rules, &state, rows.len() as u64 + 1).next(), None);

    let mut rng = FastRng::new(9);
    let mut hits = vec![0; rows.len()];
    for _ in 0..1000 * rows.len() {
        let action = sample::<Toy>(&rules, &state, &mut rng).unwrap();
        hits[rows.iter().position(|row| *row == action).unwrap()] += 1;
    }
    // 1000 expected each; seven standard deviations are about 220.
    assert!(hits.iter().all(|hit| (780..1220).contains(hit)), "{hits:?}");

    let over = arranged([&[], &[0], &[1]]);
    assert_eq!(sample::<Toy>(&rules, &over, &mut rng), None);
    assert_eq!(expand::<Toy>(&rules, &over, 0).count(), 0);
}

#[test]
fn playouts_depend_on_nothing_but_their_seeds() {
    let (rules, setup, size) = (Rules::default(), Setup::default(), Tally::SIZE);
    let run = |first, n: usize, threads| {
        let mut tallies = vec![0; n * size];
        let decisions = playouts::<Toy>(&rules, &setup, Run { seed: 11, first, threads }, &mut tallies);
        (tallies, decisions)
    };
    let (all, decisions) = run(0, 101, 1);
    for threads in [0, 2, 3, 200] {
        assert_eq!(run(0, 101, threads), (all.clone(), decisions));
    }
    let (head, tail) = (run(0, 40, 2), run(40, 61, 3));
    assert_eq!((([head.0, tail.0].concat()), head.1 + tail.1), (all.clone(), decisions));
    assert_eq!(run(3, 0, 2), (vec![], 0));

    // Deal 17 by itself.
    let dealt = Toy::deal(&rules, &setup, series_seed(11, 17));
    let end = playout::<Toy>(&rules, dealt, &mut FastRng::new(series_seed(!11, 17)), &mut Vec::new());
    assert_eq!(Toy::turn(&end.state), None);
    assert_eq!(Tally::read(&all[17 * size..18 * size]), Some(Toy::tally(&rules, &end.state)));
    assert_eq!(run(17, 1, 1).1, end.plies);
}

#[test]
fn records_replay_and_name_the_first_fault() {
    let (rules, setup) = (Rules::default(), Setup::default());
    let source = Source::Layout(layout([&[0, 1, 1], &[4, 5], &[4, 5]]));
    let play = |cards: &[u8]| Act::play(slots(cards));
    let actions = [play(&[0]), play(&[4]), Act::pass(), Act::pass(), play(&[5])];
    let end = replay::<Toy>(&rules, &setup, &source, &actions).unwrap();
    assert_eq!((Toy::turn(&end), end.hands[0]), (None, slots(&[1, 1])));

    let mut seats = Vec::new();
    let record = Replay::<Toy> { rules: &rules, setup: &setup, source: &source, actions: &actions[..3] };
    let middle = record.run(|_, seat, action| seats.push((seat, *action))).unwrap();
    assert_eq!(seats, [(0, actions[0]), (1, actions[1]), (2, actions[2])]);
    assert_eq!(Toy::turn(&middle), Some(0));

    let fault = replay::<Toy>(&rules, &setup, &source, &[play(&[0]), play(&[0]), play(&[7])]).unwrap_err();
    assert!(
        matches!(&fault, Fault { at: 1, seat: Some(1), error: Error::Illegal(why) } if why.rule == "T-004"),
        "{fault:?}"
    );
    assert_eq!(fault.to_string(), "action 1 (seat 1): T-004: not held");

    let fault = replay::<Toy>(&rules, &setup, &source, &[Action::new(9, slots(&[0]))]).unwrap_err();
    assert_eq!(fault.to_string(), "action 0 (seat 0): toy has no action number 9");

    let late = [&actions[..], &[Act::pass()]].concat();
    let fault = replay::<Toy>(&rules, &setup, &source, &late).unwrap_err();
    assert!(matches!(fault, Fault { at: 5, seat: None, error: Error::Position(_) }));
    assert_eq!(fault.to_string(), "action 5: the deal was over after 5 of the 6 actions");

    let broken = Source::Layout(Default::default());
    let fault = replay::<Toy>(&rules, &setup, &broken, &actions).unwrap_err();
    assert_eq!(fault, Fault { at: 0, seat: None, error: Error::position("three hands are needed") });

    let dealt = replay::<Toy>(&rules, &setup, &Source::Seed(4), &[]).unwrap();
    assert_eq!(dealt, Toy::deal(&rules, &setup, 4));
}

/// All actions that open ids lead to, each with the number of ways to it.
fn reach(state: &State, pick: Pick<Cards>, out: &mut Vec<Act>) {
    let open: Vec<_> = (0..WIDTH).filter(|id| pick.is_open(*id as i64)).collect();
    assert!(!open.is_empty(), "dead end: {pick:?}");
    for id in open {
        let mut next = pick;
        match next.choose::<Toy>(&Rules::default(), state, id) {
            Some(action) => out.push(action),
            None => reach(state, next, out),
        }
    }
}

#[test]
fn picks_reach_exactly_the_legal_actions() {
    let rules = Rules::default();
    let (mut heads, mut ended) = (HashSet::new(), 0);
    for state in some_states() {
        let Some(seat) = Toy::turn(&state) else {
            assert_eq!(Pick::start::<Toy>(&rules, &state).open(), [0, 0]);
            ended += 1;
            continue;
        };
        let mut reached = Vec::new();
        reach(&state, Pick::start::<Toy>(&rules, &state), &mut reached);
        let all = parts(&state.hands[seat]);
        let legal: HashSet<_> = (0..4)
            .flat_map(|head| all.iter().map(move |cards| Action::new(head, *cards)))
            .filter(|action| Toy::check(&rules, &state, action).is_ok())
            .collect();
        assert_eq!(reached.iter().copied().collect::<HashSet<_>>(), legal);
        heads.extend(legal.iter().map(|action| action.head));
    }
    assert_eq!((heads.len(), ended), (4, 60));
}

#[test]
fn picks_open_what_they_say() {
    let rules = Rules::default();
    // Leading with 3c 3d in hand: the cards are open at once, stop is a head of its own.
    let state = arranged([&[0, 1], &[4, 4], &[5]]);
    let mut pick = Pick::start::<Toy>(&rules, &state);
    assert_eq!(pick.open(), [0b11, 1 << STOP]);
    assert_eq!((pick.head(), pick.describe::<Toy>().as_str()), (None, "0 (3c), 1 (3d), 67 (stop)"));
    assert!(![-1, 2, 64, 95, 96, i64::MAX, i64::MIN].into_iter().any(|id| pick.is_open(id)));
    assert_eq!(pick.choose::<Toy>(&rules, &state, 1), None);
    assert_eq!(pick.describe::<Toy>(), "0 (3c), 95 (done)");
    assert_eq!((pick.head(), *pick.chosen()), (Some(0), slots(&[1])));
    assert_eq!(pick.choose::<Toy>(&rules, &state, 0), Some(Act::play(slots(&[0, 1]))), "nothing could follow");

    // Tossing: a head with cards, of which none are an action too.
    let mut state = arranged([&[0, 1, 4], &[4, 4], &[5]]);
    state.tosses = 3;
    let start = Pick::start::<Toy>(&rules, &state);
    assert_eq!(start.describe::<Toy>(), "66 (toss)");
    let mut pick = start;
    assert_eq!(pick.choose::<Toy>(&rules, &state, HEAD + usize::from(TOSS)), None);
    assert_eq!(pick.describe::<Toy>(), "0 (3c), 1 (3d), 4 (4c), 95 (done)");
    assert_eq!(pick.choose::<Toy>(&rules, &state, DONE), Some(Action::new(TOSS, Cards::EMPTY)));
}

/// The arrays of a frame.
#[derive(Clone, PartialEq, Debug)]
struct Arrays {
    offsets: Vec<i64>,
    views: Vec<u8>,
    turn: Vec<i8>,
    done: Vec<bool>,
    mask: Vec<bool>,
    chosen: Vec<u8>,
    head: Vec<i8>,
}

impl Arrays {
    fn new(n: usize) -> Self {
        Self {
            offsets: vec![-7; n + 1],
            views: vec![0xAA; n * View::SIZE],
            turn: vec![-7; n],
            done: vec![true; n],
            mask: vec![true; n * WIDTH],
            chosen: vec![0xAA; n * Cards::SIZE],
            head: vec![-7; n],
        }
    }

    fn frame(&mut self) -> Frame<'_> {
        Frame {
            offsets: &mut self.offsets,
            views: &mut self.views,
            turn: &mut self.turn,
            done: &mut self.done,
            mask: &mut self.mask,
            chosen: &mut self.chosen,
            head: &mut self.head,
        }
    }
}

fn batch(seed: u64, n: usize, threads: usize, mode: Mode) -> (Batch<Toy>, Arrays) {
    let mut batch = Batch::new(Rules::default(), Setup::default(), seed, n, threads, mode);
    let mut arrays = Arrays::new(n);
    batch.observe(arrays.frame());
    (batch, arrays)
}

fn rows_of(batch: &Batch<Toy>) -> Vec<u8> {
    let mut bytes = vec![0; batch.rows_bytes()];
    batch.copy_rows(&mut bytes);
    bytes
}

/// The frame and the rows are what the game says of mirrored states.
fn assert_shows(batch: &Batch<Toy>, arrays: &Arrays, states: &[State]) {
    let bytes = rows_of(batch);
    assert_eq!((arrays.offsets[0], row_bytes::<Toy>()), (0, 24));
    assert_eq!(arrays.offsets.last().unwrap() * 24, bytes.len() as i64);
    for (i, state) in states.iter().enumerate() {
        assert_eq!(batch.state(i), state);
        let (from, to) = (arrays.offsets[i] as usize, arrays.offsets[i + 1] as usize);
        let rows: Vec<_> = bytes[from * 24..to * 24]
            .chunks_exact(24)
            .map(|row| {
                let [a, b, head] = <[u64; 3]>::get(&mut &row[..]).unwrap();
                Act::new(head as u8, paiju_core::set::CardSet([a, b]))
            })
            .collect();
        assert_eq!(rows, batch.legal(i));
        assert_eq!(rows, if batch.mode() == Mode::Menu { menu(state) } else { vec![] });
        let seat = Toy::turn(state).unwrap();
        assert_eq!(arrays.turn[i], seat as i8);
        let view = View::read(&arrays.views[i * View::SIZE..(i + 1) * View::SIZE]);
        assert_eq!(view, Some(Toy::view(&Rules::default(), state, seat)));
    }
}

/// Plays on in a mirror of the envs; returns whether the deal ended.
fn mirror(
    seed: u64,
    n: usize,
    i: usize,
    state: &mut State,
    round: &mut u64,
    action: &Act,
    tallies: &mut Vec<u8>,
) -> bool {
    let (rules, setup) = (Rules::default(), Setup::default());
    Toy::check(&rules, state, action).unwrap();
    Toy::apply(&rules, state, action);
    let over = Toy::turn(state).is_none();
    if over {
        tallies.extend(Toy::tally(&rules, state).bytes());
        *round += 1;
        *state = Toy::deal(&rules, &setup, series_seed(seed, i as u64 + n as u64 * *round));
    }
    over
}

fn dealt(seed: u64, n: usize) -> Vec<State> {
    (0..n as u64).map(|i| Toy::deal(&Rules::default(), &Setup::default(), series_seed(seed, i))).collect()
}

#[test]
fn menu_steps_play_what_the_game_plays() {
    const N: usize = 23;
    for threads in [1, 2, 3] {
        let (mut batch, mut arrays) = batch(3, N, threads, Mode::Menu);
        let (mut states, mut rounds, mut rng) = (dealt(3, N), [0; N], FastRng::new(1));
        let (mut deals, untouched) = (0, Arrays::new(N));
        assert_eq!(arrays.done, [false; N]);
        for step in 1..=150 {
            assert_shows(&batch, &arrays, &states);
            let choices: Vec<_> = states.iter().map(|s| i64::from(rng.below(menu(s).len() as u32))).collect();
            let (mut tallies, mut ended) = (vec![], vec![]);
            for i in 0..N {
                let action = menu(&states[i])[choices[i] as usize];
                if mirror(3, N, i, &mut states[i], &mut rounds[i], &action, &mut tallies) {
                    ended.push(i as i64);
                }
            }
            batch.step(&choices, arrays.frame()).unwrap();
            deals += ended.len() as u64;
            assert_eq!((batch.finished(), batch.finished_envs()), (&tallies[..], &ended[..]));
            assert!((0..N).all(|i| arrays.done[i] == ended.contains(&(i as i64))));
            assert_eq!((batch.deals(), batch.decisions()), (deals, step * N as u64));
        }
        assert!(deals > 2 * N as u64, "every env was dealt again");
        assert_eq!((&arrays.mask, &arrays.head), (&untouched.mask, &untouched.head), "of picks mode only");
    }
}

#[test]
fn pick_steps_play_what_the_game_plays() {
    const N: usize = 13;
    let rules = Rules::default();
    for threads in [1, 4] {
        let (mut batch, mut arrays) = batch(8, N, threads, Mode::Picks);
        let (mut states, mut rounds, mut rng) = (dealt(8, N), [0; N], FastRng::new(2));
        let mut picks: Vec<_> = states.iter().map(|state| Pick::start::<Toy>(&rules, state)).collect();
        let (mut decisions, mut deals) = (0, 0);
        for _ in 0..300 {
            assert_shows(&batch, &arrays, &states);
            let mut choices = Vec::new();
            let (mut tallies, mut ended) = (vec![], vec![]);
            for i in 0..N {
                let mask = &arrays.mask[i * WIDTH..(i + 1) * WIDTH];
                let open: Vec<_> = (0..WIDTH).filter(|id| mask[*id]).collect();
                assert!((0..WIDTH).all(|id| mask[id] == picks[i].is_open(id as i64)));
                assert_eq!(batch.pick(i), &picks[i]);
                assert_eq!(arrays.head[i], picks[i].head().map_or(-1, |head| head as i8));
                let chosen = Cards::get(&mut &arrays.chosen[i * Cards::SIZE..(i + 1) * Cards::SIZE]);
                assert_eq!(chosen, Some(*picks[i].chosen()));
                let id = open[rng.below(open.len() as u32) as usize];
                choices.push(id as i64);
                if let Some(action) = picks[i].choose::<Toy>(&rules, &states[i], id) {
                    decisions += 1;
                    if mirror(8, N, i, &mut states[i], &mut rounds[i], &action, &mut tallies) {
                        ended.push(i as i64);
                    }
                    picks[i] = Pick::start::<Toy>(&rules, &states[i]);
                }
            }
            batch.step(&choices, arrays.frame()).unwrap();
            deals += ended.len() as u64;
            assert_eq!((batch.finished(), batch.finished_envs()), (&tallies[..], &ended[..]));
            assert_eq!((batch.deals(), batch.decisions()), (deals, decisions));
        }
        assert!(deals > 2 * N as u64 && rounds.iter().all(|round| *round > 0));
    }
}

#[test]
fn bad_choices_change_nothing() {
    for mode in [Mode::Menu, Mode::Picks] {
        let (mut batch, mut arrays) = batch(5, 9, 2, mode);
        let (first, before, rows) = (arrays.clone(), dealt(5, 9), rows_of(&batch));
        let good: Vec<_> = match mode {
            Mode::Menu => vec![0; 9],
            Mode::Picks => vec![66; 9],
        };
        for (env, choice) in [(8, -1), (8, 33), (4, 64), (0, i64::MAX), (3, i64::MIN)] {
            let mut bad = good.clone();
            bad[env] = choice;
            let error = batch.step(&bad, arrays.frame()).unwrap_err();
            let allowed = match mode {
                Mode::Menu => format!("rows 0 to {}", menu(&before[env]).len() - 1),
                Mode::Picks => "66 (toss)".into(),
            };
            assert!(error.to_string().ends_with(&format!("; open: {allowed}")));
            assert_eq!(error, BadChoice { env, choice, allowed });
            assert_eq!((&arrays, rows_of(&batch)), (&first, rows.clone()));
            assert_shows(&batch, &arrays, &before);
            assert_eq!(batch.decisions(), 0);
        }
        batch.step(&good, arrays.frame()).unwrap();
        assert_eq!(batch.decisions(), if mode == Mode::Menu { 9 } else { 0 });
        batch.observe(arrays.frame());
        let stepped = arrays.clone();
        batch.reset(5);
        batch.observe(arrays.frame());
        assert_eq!((arrays, rows_of(&batch), batch.decisions()), (first.clone(), rows, 0));
        assert_ne!(stepped, first);
        batch.reset(6);
        assert_eq!(batch.state(7), &dealt(6, 9)[7]);
    }
}

#[test]
fn parts_of_a_frame_may_be_left_out_but_not_be_of_wrong_length() {
    let (mut bare, mut arrays) = batch(2, 5, 2, Mode::Menu);
    bare.step(&[0; 5], Frame::default()).unwrap();
    let mut turn = [0; 5];
    bare.observe(Frame { turn: &mut turn, ..Frame::default() });
    let (mut full, _) = batch(2, 5, 1, Mode::Menu);
    full.step(&[0; 5], arrays.frame()).unwrap();
    assert_eq!(turn, arrays.turn[..]);

    let refuse = |frame: Frame<'_>| {
        let mut fresh = batch(2, 5, 1, Mode::Menu).0;
        let step = std::panic::AssertUnwindSafe(|| fresh.step(&[0; 5], frame));
        std::panic::catch_unwind(step).is_err() && fresh.decisions() == 0
    };
    assert!(refuse(Frame { turn: &mut [0; 4], ..Frame::default() }));
    assert!(refuse(Frame { offsets: &mut [0; 5], ..Frame::default() }));
    assert!(!refuse(Frame { offsets: &mut [0; 6], ..Frame::default() }));
}

#[test]
fn deals_over_at_once_are_counted_and_dealt_on() {
    const N: usize = 10;
    let rules = Rules { blank: true };
    let odd = |number: u64| series_seed(4, number) % 2 == 1;
    // The rounds that an env goes through without a decision, from a given one on.
    let blanks = |i: usize, from: u64| (from..).take_while(|round| odd(i as u64 + N as u64 * round)).count();
    let mut batch = Batch::<Toy>::new(rules.clone(), Setup::default(), 4, N, 2, Mode::Menu);
    let mut arrays = Arrays::new(N);
    batch.observe(arrays.frame());
    let expected: Vec<_> = (0..N).flat_map(|i| vec![i as i64; blanks(i, 0)]).collect();
    assert!(expected.windows(2).any(|pair| pair[0] == pair[1]), "twice in a row somewhere");
    assert_eq!((batch.finished_envs(), batch.deals()), (&expected[..], expected.len() as u64));
    assert_eq!(batch.finished().len(), expected.len() * Tally::SIZE);
    for i in 0..N {
        let round = blanks(i, 0) as u64;
        assert_eq!(arrays.done[i], round > 0);
        let live = Toy::deal(&rules, &Setup::default(), series_seed(4, i as u64 + N as u64 * round));
        assert_eq!(batch.state(i), &live);
    }
    batch.step(&[0; N], arrays.frame()).unwrap();
    assert_eq!((batch.finished_envs().len(), arrays.done), (0, vec![false; N]));
}

/// Without deals there is nothing to do, and nothing to trip over.
#[test]
fn an_empty_batch_steps() {
    let (mut batch, mut arrays) = batch(1, 0, 4, Mode::Menu);
    batch.step(&[], arrays.frame()).unwrap();
    assert_eq!((arrays.offsets, batch.rows_bytes(), batch.envs()), (vec![0], 0, 0));
}
