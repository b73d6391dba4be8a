//! Rows in bundles: whoever lists them gets all in order, whoever draws gets each as often as another.

use paiju_core::deal::FastRng;
use paiju_core::menu::{Draw, Menu};
use paiju_core::set::nth_bit;

/// The bits in which `each_bit` gives rows 3 … 6.
const BITS: u64 = 1 << 3 | 1 << 4 | 1 << 40 | 1 << 63;

/// Eleven rows, handed over in every way; empty bundles stand between them.
fn rows(out: &mut impl Menu<u64>) {
    out.bundle(0, |_| unreachable!("there are no rows"));
    out.one(0);
    out.bundle(2, |i| 1 + u64::from(i));
    out.each_bit(0, |_| unreachable!("there are no rows"));
    out.each_bit(BITS, |bit| 3 + (0..4).position(|i| nth_bit(BITS, i) == bit).expect("one of the bits") as u64);
    out.list(0, |_| {});
    out.list(3, |visit| {
        let _ = visit(7) || visit(8) || visit(9);
    });
    out.one(10);
}

#[test]
fn all_rows_come_in_order() {
    let mut all = vec![];
    rows(&mut |row| all.push(row));
    assert_eq!(all, (0..11).collect::<Vec<_>>());
}

#[test]
fn every_row_is_drawn_as_often_as_another() {
    let (mut rng, mut drawn) = (FastRng::new(2026), [0_i32; 11]);
    for _ in 0..110_000 {
        let mut draw = Draw::new(&mut rng);
        rows(&mut draw);
        drawn[draw.row().expect("there are rows") as usize] += 1;
    }
    // 10,000 each, with a standard deviation of 95.
    assert!(drawn.iter().all(|n| (n - 10_000).abs() < 600), "{drawn:?}");
}

#[test]
fn from_no_rows_nothing_is_drawn() {
    let mut rng = FastRng::new(1);
    let mut draw = Draw::<u64>::new(&mut rng);
    draw.bundle(0, |_| 1);
    assert_eq!(draw.row(), None);
}
