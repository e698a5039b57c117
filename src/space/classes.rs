//! Spaces of one's own: a class for each high part, a class for each low part; where they are the same, the pair is a
//! state.

use std::sync::Arc;

use super::{Mask, Members, Space, SpaceError, subsets};

/// The classes of the parts of a state, by tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Classes {
    pub(super) high: Vec<u8>,
    pub(super) low: Vec<u8>,
    /// The lowest bits, which hold a number and count for no level.
    number_bits: u32,
}

impl Classes {
    /// The entry of a part that belongs to no state.
    pub const NONE: u8 = u8::MAX;

    /// Classes out of tables; see [`high`](Self::high) and [`low`](Self::low).
    pub(crate) fn new(high: Vec<u8>, low: Vec<u8>, number_bits: u32) -> Self {
        Self { high, low, number_bits }
    }

    /// The class of each high part, [`NONE`](Self::NONE) where no state has it. 2^(n - L) entries.
    pub fn high(&self) -> &[u8] {
        &self.high
    }

    /// The class of each low part, [`NONE`](Self::NONE) where no state has it. 2^L entries.
    pub fn low(&self) -> &[u8] {
        &self.low
    }

    /// How many of the lowest bits hold a number, not things.
    pub fn number_bits(&self) -> u32 {
        self.number_bits
    }

    /// Whether both parts of a mask are of one class.
    #[inline]
    pub(super) fn fit(&self, mask: Mask, low_bits: u32) -> bool {
        let high = self.high.get((mask >> low_bits) as usize).copied();
        let low = self.low.get((mask & ((1 << low_bits) - 1)) as usize).copied();
        high == low && high.is_some_and(|class| class != Self::NONE)
    }

    /// The number of states of each level, lowest first.
    pub(super) fn by_level(&self, bits: u32, low_bits: u32) -> Vec<u64> {
        let count = |parts: &[u8], shift: u32| {
            let mut counts = vec![[0_u64; 64]; 1 << 8];
            for (part, &class) in (0_u64..).zip(parts) {
                counts[usize::from(class)][(part >> shift).count_ones() as usize] += 1;
            }
            counts
        };
        let high = count(&self.high, self.number_bits.saturating_sub(low_bits));
        let low = count(&self.low, self.number_bits.min(low_bits));
        let mut levels = vec![0; (bits - self.number_bits) as usize + 1];
        for (high, low) in high.iter().zip(&low).take(usize::from(Self::NONE)) {
            for (at, level) in levels.iter_mut().enumerate() {
                *level += (0..=at).map(|ones| high[ones] * low[at - ones]).sum::<u64>();
            }
        }
        levels
    }
}

impl Space {
    /// The masks of `bits` bits whose high part, above the lowest `low_bits`, is of the same class as their low part, in
    /// layers by the sum of `weights` over the bits of the high part.
    ///
    /// ```
    /// // The subsets of 8 things with at most one of the things 0 to 3.
    /// let few = |low: u64| (low.count_ones() <= 1).then_some(0);
    /// let space = retrograde::Space::by_classes(8, 4, &[1; 4], |_| Some(0), few)?;
    /// assert_eq!(space.states(), 5 * 16);
    /// # Ok::<(), retrograde::SpaceError>(())
    /// ```
    ///
    /// # Errors
    /// [`SpaceError`] where the sizes do not fit each other or are too large, or a class is [`Classes::NONE`].
    ///
    /// # Complexity
    /// Each class is asked for once a part.
    pub fn by_classes(
        bits: u32,
        low_bits: u32,
        weights: &[u64],
        high_class: impl Fn(Mask) -> Option<u8>,
        low_class: impl Fn(Mask) -> Option<u8>,
    ) -> Result<Self, SpaceError> {
        Self::check_split(bits, low_bits)?;
        let table = |parts: Mask, class: &dyn Fn(Mask) -> Option<u8>| {
            let class = |part| match class(part) {
                Some(Classes::NONE) => Err(SpaceError::Class),
                class => Ok(class.unwrap_or(Classes::NONE)),
            };
            (0..parts).map(class).collect::<Result<Vec<u8>, _>>()
        };
        let classes = Classes::new(table(1 << (bits - low_bits), &high_class)?, table(1 << low_bits, &low_class)?, 0);
        Self::build(bits, low_bits, Members::Classes(Arc::new(classes)), weights)
    }

    /// All pairs of a subset of `things` things and a number below `numbers`: (set visited, last city), say. The number
    /// stands in the lowest bits, as many as it takes, the set above them; what takes a thing away leads backwards,
    /// whatever becomes of the number.
    ///
    /// ```
    /// let space = retrograde::Space::subsets_and_number(4, 3)?;
    /// assert_eq!(space.states(), 16 * 3);
    /// assert_eq!(space.index(0b1011 << 2 | 2).is_some(), true);
    /// assert_eq!(space.index(0b1011 << 2 | 3), None); // 3 is no number below 3
    /// assert_eq!(space.level(0b1011 << 2 | 2), 3);
    /// # Ok::<(), retrograde::SpaceError>(())
    /// ```
    ///
    /// # Errors
    /// [`SpaceError`] where the bits of both are too many, or there is no number.
    pub fn subsets_and_number(things: u32, numbers: u32) -> Result<Self, SpaceError> {
        let number_bits = numbers.checked_sub(1).ok_or(SpaceError::Class)?.checked_ilog2().map_or(0, |bit| bit + 1);
        let bits = things.saturating_add(number_bits);
        let low_bits = subsets::low_bits(bits).max(number_bits);
        Self::check_split(bits, low_bits)?;
        let number = |low: Mask| low & ((1 << number_bits) - 1);
        let low = (0..1 << low_bits).map(|low| if number(low) < numbers.into() { 0 } else { Classes::NONE });
        let classes = Classes::new(vec![0; 1 << (bits - low_bits)], low.collect(), number_bits);
        let weights = subsets::weights(bits, low_bits);
        Self::build(bits, low_bits, Members::Classes(Arc::new(classes)), &weights)
    }
}
