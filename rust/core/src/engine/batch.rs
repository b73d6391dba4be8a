//! Many deals in lockstep: one call plays one step of each.

pub use super::chunk::row_bytes;
use super::chunk::{Chunk, Plan};
use super::frame::Frame;
use super::pick::Pick;
use crate::game::{ActionOf, Game};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use thiserror::Error as ThisError;

/// What a choice means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// The number of a row of the menu; every step is one decision.
    Menu,
    /// An id of [`super::pick`]; a decision takes one or more steps.
    Picks,
}

/// A choice that is not open.
#[derive(Clone, PartialEq, Eq, Debug, ThisError)]
#[error("choice {choice} of deal {env} is not open; open: {allowed}")]
pub struct BadChoice {
    /// The deal.
    pub env: usize,
    /// The choice.
    pub choice: i64,
    /// The open choices in words.
    pub allowed: String,
}

/// More chunks than threads, so that a thread that is done early takes over work of another.
const CHUNKS_PER_THREAD: usize = 4;

/// `n` deals in lockstep, always at a live decision: when a deal ends, its tally is put aside and the env is dealt the
/// next one in the same step.
///
/// Env `i` gets the deals `i`, `i + n`, `i + 2n` … of the series of the seed
/// ([`series_seed`](crate::deal::series_seed)). Results do not depend on the number of threads.
pub struct Batch<G: Game> {
    plan: Plan<G>,
    chunks: Vec<Chunk<G>>,
    /// Envs of a chunk; the last one may have fewer.
    share: usize,
    /// None with one thread.
    pool: Option<ThreadPool>,
    finished: Vec<u8>,
    finished_envs: Vec<i64>,
    deals: u64,
}

impl<G: Game> Batch<G> {
    /// Deals `n` envs. With `threads` > 1 the batch has a thread pool of its own; where the system refuses one, the
    /// calling thread does the work.
    pub fn new(rules: G::Rules, setup: G::Setup, seed: u64, n: usize, threads: usize, mode: Mode) -> Self {
        let plan = Plan { rules, setup, seed, n, mode };
        let threads = threads.min(n);
        let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build().ok()).flatten();
        let parts = pool.as_ref().map_or(1, |pool| CHUNKS_PER_THREAD * pool.current_num_threads());
        let share = n.div_ceil(parts).max(1);
        let chunks = (0..n).step_by(share).map(|first| Chunk::new(&plan, first, share.min(n - first))).collect();
        let mut batch = Self { plan, chunks, share, pool, finished: Vec::new(), finished_envs: Vec::new(), deals: 0 };
        batch.collect();
        batch
    }

    /// Starts again with the deals of another seed; the counters start from 0.
    pub fn reset(&mut self, seed: u64) {
        self.plan.seed = seed;
        self.deals = 0;
        let (plan, chunks) = (&self.plan, &mut self.chunks);
        match &self.pool {
            Some(pool) => pool.install(|| chunks.par_iter_mut().for_each(|chunk| chunk.reset(plan))),
            None => chunks.iter_mut().for_each(|chunk| chunk.reset(plan)),
        }
        self.collect();
    }

    /// Fills a frame with the decisions as they stand.
    ///
    /// # Panics
    /// If a slice of the frame has a wrong length.
    pub fn observe(&mut self, frame: Frame<'_>) {
        self.run(None, frame);
    }

    /// Takes one choice for each env and fills a frame with the next decisions.
    ///
    /// # Errors
    /// The first choice that is not open; then nothing has changed.
    ///
    /// # Panics
    /// If the number of choices is not the number of envs, or a slice of the frame has a wrong length.
    pub fn step(&mut self, choices: &[i64], frame: Frame<'_>) -> Result<(), BadChoice> {
        assert_eq!(choices.len(), self.plan.n, "one choice for each env");
        for (chunk, choices) in self.chunks.iter().zip(choices.chunks(self.share)) {
            chunk.validate(self.plan.mode, choices)?;
        }
        self.run(Some(choices), frame);
        self.collect();
        Ok(())
    }

    /// Lets every chunk take its choices, if there are any, and fill its part of the frame.
    fn run(&mut self, choices: Option<&[i64]>, mut frame: Frame<'_>) {
        frame.assert_fits::<G>(self.plan.n);
        let offsets = std::mem::take(&mut frame.offsets);
        let (plan, chunks) = (&self.plan, &mut self.chunks[..]);
        match &self.pool {
            Some(pool) => pool.install(|| spread(plan, chunks, choices, frame)),
            None => spread(plan, chunks, choices, frame),
        }
        self.write_offsets(offsets);
    }

    fn write_offsets(&self, offsets: &mut [i64]) {
        let Some((zero, offsets)) = offsets.split_first_mut() else { return };
        *zero = 0;
        let mut base = 0;
        for (chunk, out) in self.chunks.iter().zip(offsets.chunks_mut(self.share)) {
            chunk.offsets[1..].iter().zip(out).for_each(|(end, out)| *out = (base + end) as i64);
            base += chunk.rows.len();
        }
    }

    /// Gathers the deals that ended, in the order of their envs.
    fn collect(&mut self) {
        self.finished.clear();
        self.finished_envs.clear();
        for chunk in &self.chunks {
            self.finished.extend_from_slice(&chunk.finished);
            self.finished_envs.extend_from_slice(&chunk.finished_envs);
        }
        self.deals += self.finished_envs.len() as u64;
    }

    /// The tallies of the deals that ended in the last step, [`crate::row::Row::SIZE`] bytes each, in the order of their envs.
    pub fn finished(&self) -> &[u8] {
        &self.finished
    }

    /// The envs in which these deals ended.
    pub fn finished_envs(&self) -> &[i64] {
        &self.finished_envs
    }

    /// The bytes of all legal rows ([`row_bytes`] each); 0 in picks mode.
    pub fn rows_bytes(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.rows.len()).sum::<usize>() * row_bytes::<G>()
    }

    /// Writes all legal rows, env by env in menu order: the planes of the cards and then the head, each as a
    /// little-endian word of 8 bytes.
    ///
    /// # Panics
    /// If `out` has not [`Batch::rows_bytes`] bytes.
    pub fn copy_rows(&self, mut out: &mut [u8]) {
        assert_eq!(out.len(), self.rows_bytes(), "the bytes of the legal rows");
        // On one thread: the copy is so short beside the step that waking others costs more than it saves.
        for chunk in &self.chunks {
            let (here, rest) = out.split_at_mut(chunk.rows.len() * row_bytes::<G>());
            chunk.copy_rows(here);
            out = rest;
        }
    }

    /// The number of envs.
    pub fn envs(&self) -> usize {
        self.plan.n
    }

    /// The options of all deals.
    pub fn rules(&self) -> &G::Rules {
        &self.plan.rules
    }

    /// What a choice means.
    pub fn mode(&self) -> Mode {
        self.plan.mode
    }

    /// The deals that ended since the start or the last reset.
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// The actions played since the start or the last reset; in picks mode an action is counted when it is complete.
    pub fn decisions(&self) -> u64 {
        self.chunks.iter().map(|chunk| chunk.decisions).sum()
    }

    /// The deal of an env.
    ///
    /// # Panics
    /// If there is no such env.
    pub fn state(&self, env: usize) -> &G::State {
        &self.chunks[env / self.share].envs[env % self.share].state
    }

    /// The legal rows of an env, in menu order; none in picks mode.
    ///
    /// # Panics
    /// If there is no such env.
    pub fn legal(&self, env: usize) -> &[ActionOf<G>] {
        self.chunks[env / self.share].legal(env % self.share)
    }

    /// The decision under way of an env; of use in picks mode only.
    ///
    /// # Panics
    /// If there is no such env.
    pub fn pick(&self, env: usize) -> &Pick<G::Cards> {
        &self.chunks[env / self.share].envs[env % self.share].pick
    }
}

/// Halves the chunks until one is left, so that idle threads take the other halves.
fn spread<G: Game>(plan: &Plan<G>, chunks: &mut [Chunk<G>], choices: Option<&[i64]>, mut frame: Frame<'_>) {
    match (chunks, choices) {
        ([], _) => {}
        ([chunk], Some(choices)) => chunk.step(plan, choices, &mut frame),
        ([chunk], None) => (0..chunk.envs.len()).for_each(|i| chunk.show(plan, i, &mut frame)),
        (chunks, _) => {
            let (left, right) = chunks.split_at_mut(chunks.len() / 2);
            let envs = left.iter().map(|chunk| chunk.envs.len()).sum();
            let (now, later) = choices.map(|choices| choices.split_at(envs)).unzip();
            let (here, there) = frame.split_at::<G>(envs);
            rayon::join(|| spread(plan, left, now, here), || spread(plan, right, later, there));
        }
    }
}
