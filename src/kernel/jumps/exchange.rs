//! Moves that touch low cells: exchanges among the lanes of a block.

use super::lane::Lane;
use super::vector::{Vectors, WIDTH};

/// Jumps from the low end `FROM` to the low end `TO`; 0 stands for a high end.
#[inline(always)]
pub(super) fn exchange<T, V: Vectors<T>, const C: usize, const FROM: usize, const TO: usize>(
    v: V,
    mut best: [V::Vector; C],
    source: &[[T; WIDTH]; C],
    gain: V::Vector,
) -> [V::Vector; C] {
    let (from, to) = (FROM / WIDTH, TO / WIDTH);
    for i in 0..C {
        if i & (from | to) == from {
            let mut jumped = v.add(v.load(&source[(i ^ from ^ to) % C]), gain);
            // What is shifted in is 0, which is as good as no jump.
            jumped = match FROM {
                1 => v.up::<1>(jumped),
                2 => v.up::<2>(jumped),
                4 => v.up::<4>(jumped),
                _ => jumped,
            };
            jumped = match TO {
                1 => v.down::<1>(jumped),
                2 => v.down::<2>(jumped),
                4 => v.down::<4>(jumped),
                _ => jumped,
            };
            best[i] = v.max(best[i], jumped);
        }
    }
    best
}

/// The same by its definition, for low ends known at run time.
#[inline(always)]
pub(super) fn exchange_any<T: Lane, V: Vectors<T>, const C: usize>(
    v: V,
    mut best: [V::Vector; C],
    source: &[[T; WIDTH]; C],
    gain: T,
    [from, to]: [usize; 2],
) -> [V::Vector; C] {
    for (i, vector) in best.iter_mut().enumerate() {
        let mut lanes = v.store(*vector);
        for (place, value) in lanes.iter_mut().enumerate() {
            let lane = i * WIDTH + place;
            if lane & (from | to) == from {
                let other = lane ^ from ^ to;
                *value = (*value).max(source[other / WIDTH % C][other % WIDTH].plus(gain));
            }
        }
        *vector = v.load(&lanes);
    }
    best
}

/// Takes low pieces off: the maximum over the subsets of the low part.
#[inline(always)]
pub(super) fn remove_low<T, V: Vectors<T>, const C: usize>(v: V, mut best: [V::Vector; C]) -> [V::Vector; C] {
    for vector in &mut best {
        *vector = v.max(*vector, v.without::<1>(*vector));
        *vector = v.max(*vector, v.without::<2>(*vector));
        *vector = v.max(*vector, v.without::<4>(*vector));
    }
    let mut bit = 1;
    while bit < C {
        for i in 0..C {
            if i & bit != 0 {
                best[i] = v.max(best[i], best[i ^ bit]);
            }
        }
        bit *= 2;
    }
    best
}
