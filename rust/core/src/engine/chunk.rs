//! A part of a batch: neighbouring deals on which one thread works at a time.

use super::batch::{BadChoice, Mode};
use super::frame::Frame;
use super::pick::Pick;
use crate::deal::series_seed;
use crate::game::{ActionOf, Game};
use crate::row::{Cell, Row};

/// What all deals of a batch share.
pub struct Plan<G: Game> {
    pub rules: G::Rules,
    pub setup: G::Setup,
    pub seed: u64,
    pub n: usize,
    pub mode: Mode,
}

impl<G: Game> Plan<G> {
    /// The deal that comes in an env after `round` others. Its seed depends on nothing else, so neither do results.
    fn deal(&self, env: usize, round: u64) -> G::State {
        let number = (self.n as u64).wrapping_mul(round).wrapping_add(env as u64);
        G::deal(&self.rules, &self.setup, series_seed(self.seed, number))
    }
}

/// One of the deals in lockstep.
pub struct Env<G: Game> {
    pub state: G::State,
    /// Deals that came before this one.
    round: u64,
    /// Whether a deal ended in the last step.
    done: bool,
    /// The decision under way; unused in menu mode.
    pub pick: Pick<G::Cards>,
}

/// Neighbouring envs, on which one thread works at a time.
pub struct Chunk<G: Game> {
    /// The number of the first env.
    first: usize,
    pub envs: Vec<Env<G>>,
    /// The rows of env `i` are `offsets[i]..offsets[i + 1]`.
    pub offsets: Vec<usize>,
    pub rows: Vec<ActionOf<G>>,
    /// The rows before the step under way.
    old_rows: Vec<ActionOf<G>>,
    pub finished: Vec<u8>,
    pub finished_envs: Vec<i64>,
    pub decisions: u64,
}

impl<G: Game> Chunk<G> {
    /// The first deals of `len` envs.
    pub fn new(plan: &Plan<G>, first: usize, len: usize) -> Self {
        let env = |i| Env { state: plan.deal(first + i, 0), round: 0, done: false, pick: Pick::default() };
        let mut chunk = Self {
            first,
            envs: (0..len).map(env).collect(),
            offsets: vec![0; len + 1],
            rows: Vec::new(),
            old_rows: Vec::new(),
            finished: Vec::new(),
            finished_envs: Vec::new(),
            decisions: 0,
        };
        chunk.start(plan);
        chunk
    }

    /// The first decision of every freshly dealt env.
    fn start(&mut self, plan: &Plan<G>) {
        for i in 0..self.envs.len() {
            self.settle(plan, i);
            self.ask(plan, i);
        }
    }

    /// Deals anew.
    pub fn reset(&mut self, plan: &Plan<G>) {
        self.rows.clear();
        self.finished.clear();
        self.finished_envs.clear();
        self.decisions = 0;
        for (i, env) in self.envs.iter_mut().enumerate() {
            *env = Env { state: plan.deal(self.first + i, 0), round: 0, done: false, pick: Pick::default() };
        }
        self.start(plan);
    }

    /// Takes one choice for each env. They are open.
    pub fn step(&mut self, plan: &Plan<G>, choices: &[i64], frame: &mut Frame<'_>) {
        std::mem::swap(&mut self.rows, &mut self.old_rows);
        self.rows.clear();
        self.finished.clear();
        self.finished_envs.clear();
        // One pass, so that a state is still in the cache when its rows and its view are made. `offsets` changes
        // from old to new on the way; the old beginning of the next env is kept aside.
        let mut from = 0;
        for (i, choice) in choices.iter().enumerate() {
            let env = &mut self.envs[i];
            env.done = false;
            let action = match plan.mode {
                Mode::Menu => Some(self.old_rows[from + *choice as usize]),
                Mode::Picks => env.pick.choose::<G>(&plan.rules, &env.state, *choice as usize),
            };
            from = self.offsets[i + 1];
            if let Some(action) = action {
                debug_assert_eq!(G::check(&plan.rules, &env.state, &action), Ok(()));
                G::apply(&plan.rules, &mut env.state, &action);
                self.decisions += 1;
                self.settle(plan, i);
                self.ask(plan, i);
            }
            self.show(plan, i, frame);
        }
    }

    /// Takes the tally of an env whose deal is over and deals it the next one.
    fn settle(&mut self, plan: &Plan<G>, i: usize) {
        let env = &mut self.envs[i];
        // A loop, because a deal could be over without any decision.
        while G::turn(&env.state).is_none() {
            let end = self.finished.len();
            self.finished.resize(end + G::Tally::SIZE, 0);
            G::tally(&plan.rules, &env.state).write(&mut self.finished[end..]);
            self.finished_envs.push((self.first + i) as i64);
            env.round += 1;
            env.state = plan.deal(self.first + i, env.round);
            env.done = true;
        }
    }

    /// Opens the next decision of an env; its rows go behind those of the envs before it.
    fn ask(&mut self, plan: &Plan<G>, i: usize) {
        let env = &mut self.envs[i];
        match plan.mode {
            Mode::Menu => G::menu(&plan.rules, &env.state, &mut self.rows),
            Mode::Picks => env.pick = Pick::start::<G>(&plan.rules, &env.state),
        }
        self.offsets[i + 1] = self.rows.len();
    }

    /// Fills in an env's part of a frame.
    pub fn show(&self, plan: &Plan<G>, i: usize, frame: &mut Frame<'_>) {
        let env = &self.envs[i];
        frame.show::<G>(i, &plan.rules, &env.state, env.done);
        if plan.mode == Mode::Picks {
            frame.show_pick::<G>(i, &env.pick);
        }
    }

    /// The legal rows of an env.
    pub fn legal(&self, i: usize) -> &[ActionOf<G>] {
        &self.rows[self.offsets[i]..self.offsets[i + 1]]
    }

    /// Whether all choices are open.
    pub fn validate(&self, mode: Mode, choices: &[i64]) -> Result<(), BadChoice> {
        for (i, &choice) in choices.iter().enumerate() {
            let (pick, rows) = (&self.envs[i].pick, self.legal(i).len());
            let open = match mode {
                Mode::Menu => (0..rows as i64).contains(&choice),
                Mode::Picks => pick.is_open(choice),
            };
            if !open {
                let allowed = match mode {
                    Mode::Menu => format!("rows 0 to {}", rows - 1),
                    Mode::Picks => pick.describe::<G>(),
                };
                return Err(BadChoice { env: self.first + i, choice, allowed });
            }
        }
        Ok(())
    }

    /// Writes all rows.
    pub fn copy_rows(&self, out: &mut [u8]) {
        for (row, mut out) in self.rows.iter().zip(out.chunks_exact_mut(row_bytes::<G>())) {
            row.cards.put(&mut out);
            u64::from(row.head).put(&mut out);
        }
    }
}

/// The bytes of a legal row: the planes of its cards and its head, 8 bytes each.
pub const fn row_bytes<G: Game>() -> usize {
    G::Cards::SIZE + <u64 as Cell>::SIZE
}
