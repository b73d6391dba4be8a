//! Kills of a thrown lead (§3.5): N trumps that answer, part by part, some way to cut the throw into single shapes.

use super::order::competes;
use super::rules::Rules;
use super::state::Cards;
use crate::follow::table::{TRUMPS, Table};
use crate::follow::throws::{Part, part};
use crate::set::{bits, copies};
use std::collections::HashSet;

/// Copies and number of kinds.
type Form = (u8, u8);

/// Forms by number of cards, then width, the largest first.
fn size_and_width(form: &Form) -> (u8, u8) {
    (form.0 * form.1, form.0)
}

/// The place of a kill among the kills of a throw, larger is better; 0: the cards do not kill. The cards are as many as the
/// throw has, all trumps, and the throw is of a side suit.
pub fn key(rules: &Rules, table: &Table, led: &Cards, cards: &Cards) -> u32 {
    let answers = shapes_in(table, TRUMPS, cards);
    decompositions(table, led)
        .iter()
        .filter_map(|forms| best_answer(rules, table, forms, &answers, cards))
        .max()
        .unwrap_or(0)
}

/// Every group and tractor that some cards of one suit hold.
pub fn shapes_in(table: &Table, suit: usize, cards: &Cards) -> Vec<Part<4>> {
    let mut found = vec![];
    for width in 1..=4 {
        let open = cards.plane(width - 1);
        for card in bits(open) {
            let strength = table.strength[card.slot() as usize].into();
            found.push(Part { cards: copies(card.bit(), width), width, length: 1, key: strength });
        }
        if width > 1 {
            let windows = table.all_windows(suit).filter(|(_, window)| window.mask & !open == 0);
            found.extend(windows.map(|(length, window)| Part {
                cards: copies(window.mask, width),
                width,
                length,
                key: window.key,
            }));
        }
    }
    found
}

/// Every way to cut a throw into parts of which no two or more together form one shape, as the sorted forms of its parts.
pub fn decompositions(table: &Table, led: &Cards) -> HashSet<Vec<Form>> {
    let suit = table.suit_of[led.kinds().trailing_zeros() as usize & 63] as usize;
    let mut cut = Cut { table, shapes: shapes_in(table, suit, led), done: HashSet::new(), found: HashSet::new() };
    cut.go(led, &mut vec![]);
    cut.found
}

struct Cut<'a> {
    table: &'a Table,
    /// The shapes in the whole throw.
    shapes: Vec<Part<4>>,
    /// Parts that were tried, in the order in which they are cut.
    done: HashSet<Vec<Cards>>,
    found: HashSet<Vec<Form>>,
}

impl Cut<'_> {
    fn go(&mut self, rest: &Cards, parts: &mut Vec<Part<4>>) {
        if rest.is_empty() {
            let mut forms: Vec<Form> = parts.iter().map(|part| (part.width as u8, part.length as u8)).collect();
            forms.sort_by_key(|form| std::cmp::Reverse(size_and_width(form)));
            self.found.insert(forms);
            return;
        }
        let mut key: Vec<Cards> = parts.iter().map(|part| part.cards).collect();
        key.sort();
        if !self.done.insert(key) {
            return;
        }
        // The next part takes a card of the lowest kind that is left.
        let lowest = rest.kinds() & rest.kinds().wrapping_neg();
        for i in 0..self.shapes.len() {
            let part = self.shapes[i];
            if part.cards.kinds() & lowest != 0 && rest.contains(&part.cards) && !self.joins(parts, &part) {
                parts.push(part);
                self.go(&rest.minus(&part.cards), parts);
                parts.pop();
            }
        }
    }

    /// Whether `new` forms one shape with one or more of `parts`.
    fn joins(&self, parts: &[Part<4>], new: &Part<4>) -> bool {
        self.sums(parts, &new.cards, false)
    }

    /// Whether `sum` with some of `parts` (at least one, unless one is in it already) is one shape.
    fn sums(&self, parts: &[Part<4>], sum: &Cards, some: bool) -> bool {
        if some && part(self.table, sum).is_some() {
            return true;
        }
        parts.iter().enumerate().any(|(i, one)| {
            let more = sum.plus(&one.cards);
            // Only what lies inside a shape can become one.
            let inside = more.len() == sum.len() + one.cards.len()
                && self.shapes.iter().any(|shape| shape.cards.contains(&more));
            inside && self.sums(&parts[i + 1..], &more, true)
        })
    }
}

/// The key of the best answer to the forms, largest first, by disjoint parts of the cards.
fn best_answer(rules: &Rules, table: &Table, forms: &[Form], answers: &[Part<4>], cards: &Cards) -> Option<u32> {
    let (largest, others) = forms.split_first()?;
    let pack = |width: u8, key: u16| {
        1 << 31 | u32::from(size_and_width(largest).0) << 20 | u32::from(width) << 16 | u32::from(key)
    };
    if *largest == (1, 1) {
        let highest = bits(cards.kinds()).map(|card| table.strength[card.slot() as usize]).max()?;
        return Some(pack(1, highest.into()));
    }
    // Of several largest parts of one shape the best answer counts, so it may be taken for the first.
    let mut open: Vec<&Part<4>> = answers.iter().filter(|new| answers_form(rules, *largest, new)).collect();
    open.sort_by_key(|new| std::cmp::Reverse((new.width, new.key)));
    let mut failed = HashSet::new();
    let best =
        open.into_iter().find(|new| all_answered(rules, others, answers, &cards.minus(&new.cards), &mut failed))?;
    Some(pack(best.width as u8, best.key))
}

fn answers_form(rules: &Rules, form: Form, new: &Part<4>) -> bool {
    competes(rules, form, (new.width as u8, new.length as u8), true)
}

/// Whether disjoint parts of the cards answer all forms.
fn all_answered(
    rules: &Rules,
    forms: &[Form],
    answers: &[Part<4>],
    cards: &Cards,
    failed: &mut HashSet<(usize, Cards)>,
) -> bool {
    let Some((form, others)) = forms.split_first().filter(|(form, _)| **form != (1, 1)) else { return true };
    if failed.contains(&(forms.len(), *cards)) {
        return false;
    }
    let found = answers.iter().any(|new| {
        answers_form(rules, *form, new)
            && cards.contains(&new.cards)
            && all_answered(rules, others, answers, &cards.minus(&new.cards), failed)
    });
    if !found {
        failed.insert((forms.len(), *cards));
    }
    found
}
