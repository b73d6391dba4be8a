//! Which play is higher (rule book §3, `beats`).

use super::rules::{Rules, TigerCompare};
use super::shapes::{LEVELS, PAIR, PAIR_RUN, RUN, SINGLE, SMALL, Shape, TIGER};

/// Why a play may not be played on another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bar {
    /// A 连对 of four or more pairs is only led (W-014).
    LeadOnly,
    /// The type is of a lower level (W-019).
    Level,
    /// Types of level 1 do not beat each other (WA-01).
    Cross,
    /// A 单虎 does not beat a 连子 (WA-01b).
    TigerOnRun,
    /// 连子 of different lengths (WA-03).
    RunLength,
    /// 连对 of different lengths (WA-04).
    PairRunLength,
    /// The lead card is lower (W-020).
    Rank,
    /// The same lead rank of jokers (WA-07).
    Tigers,
    /// The same lead rank, and no 带响 on a play without (W-022).
    Ring,
}

/// Why `new` does not beat `old`; `None` when it does.
#[inline]
pub fn bar(rules: &Rules, new: &Shape, old: &Shape) -> Option<Bar> {
    if is_lead_only(rules, new.kind as u8, new.length) {
        return Some(Bar::LeadOnly);
    }
    if new.level != old.level {
        return (new.level < old.level).then_some(Bar::Level);
    }
    if new.kind != old.kind {
        return cross(rules, new, old);
    }
    if new.length != old.length {
        match new.kind as u8 {
            RUN if rules.straight_length_must_match => return Some(Bar::RunLength),
            PAIR_RUN if rules.pairrun_length_must_match => return Some(Bar::PairRunLength),
            _ => {}
        }
    }
    if new.lead != old.lead {
        return (new.lead < old.lead).then_some(Bar::Rank);
    }
    if new.lead >= SMALL {
        let higher = rules.tiger_compare == TigerCompare::BigCount && new.big > old.big;
        return (!higher).then_some(Bar::Tigers);
    }
    (!new.ring || old.ring).then_some(Bar::Ring)
}

/// Different types of one level, which is level 1 (WA-01, WA-01b).
#[inline]
fn cross(rules: &Rules, new: &Shape, old: &Shape) -> Option<Bar> {
    match (new.kind as u8, old.kind as u8) {
        (TIGER, SINGLE | PAIR) => None,
        (TIGER, RUN) => (!rules.tiger_beats_run).then_some(Bar::TigerOnRun),
        (PAIR, SINGLE) if rules.pair_beats_single && new.lead > old.lead => None,
        _ => Some(Bar::Cross),
    }
}

/// Whether a type can only be led (W-014).
#[inline]
fn is_lead_only(rules: &Rules, kind: u8, length: u8) -> bool {
    kind == PAIR_RUN && length >= 4 && rules.long_pairrun_lead_only
}

/// All 13 ranks.
pub const ALL_RANKS: u16 = (1 << 13) - 1;

/// The lead ranks with which a type of suited cards may be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gate {
    /// Without 带响.
    pub plain: u16,
    /// With 带响: these and perhaps one more, since 响 only helps (W-022).
    pub ring: u16,
}

impl Gate {
    const SHUT: Gate = Gate { plain: 0, ring: 0 };
    const OPEN: Gate = Gate { plain: ALL_RANKS, ring: ALL_RANKS };

    /// The gate of a type (a kind of suited cards and a length) on a play, or `None` for a lead. It says the same as
    /// [`bar`], for all lead cards at once.
    #[inline]
    pub fn of(rules: &Rules, kind: u8, length: u8, on: Option<&Shape>) -> Self {
        let Some(old) = on else { return Self::OPEN };
        if is_lead_only(rules, kind, length) {
            return Self::SHUT;
        }
        let level = LEVELS[kind as usize];
        if level != old.level {
            return if level > old.level { Self::OPEN } else { Self::SHUT };
        }
        let above = (u32::from(ALL_RANKS) & !1 << old.lead) as u16;
        if kind != old.kind as u8 {
            let helped = rules.pair_beats_single && kind == PAIR && old.kind as u8 == SINGLE;
            return if helped { Gate { plain: above, ring: above } } else { Self::SHUT };
        }
        let must_match = match kind {
            RUN => rules.straight_length_must_match,
            PAIR_RUN => rules.pairrun_length_must_match,
            _ => false,
        };
        if must_match && length != old.length {
            return Self::SHUT;
        }
        let same = if old.ring { 0 } else { 1 << old.lead };
        Gate { plain: above, ring: above | same }
    }

    /// Whether no lead card passes.
    #[inline]
    pub fn is_shut(&self) -> bool {
        self.ring == 0
    }
}
