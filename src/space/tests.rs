use super::*;

fn assert_index_and_inverse(space: &Space) {
    let mut seen = 0;
    for layer in 0..space.layers() {
        for block in space.layer(layer) {
            let indices = space.indices(block..block + 1);
            for (index, &low) in indices.clone().zip(space.block_lows(block)) {
                let state = space.block_high(block) << space.low_bits() | u64::from(low);
                assert_eq!(space.index(state), Some(index));
                assert_eq!(space.state_at(index), state);
                assert_eq!(space.block_at(index), block);
                seen += 1;
            }
            assert!(space.block_lows(block).is_sorted_by(|a, b| a < b));
            assert_eq!(indices.len(), space.block_lows(block).len());
        }
    }
    assert_eq!(seen, space.states());
    let members = (0..1_u64 << space.bits()).filter(|&mask| space.index(mask).is_some()).count();
    assert_eq!(members, space.states());
    assert_eq!(space.index(1 << space.bits()), None);
}

fn assert_levels(space: &Space) {
    let mut counts = vec![0; space.states_by_level().len()];
    for index in 0..space.states() {
        counts[space.level(space.state_at(index)) as usize] += 1;
    }
    assert_eq!(counts, space.states_by_level());
}

#[test]
fn subsets_of_up_to_16_things_with_every_low_part() {
    for bits in 0..=16 {
        for low_bits in 0..=bits {
            let weights = vec![1; (bits - low_bits) as usize];
            let space = Space::subsets_by_weight(bits, low_bits, &weights).unwrap();
            assert_eq!(space.states(), 1 << bits);
            assert_index_and_inverse(&space);
        }
        assert_levels(&Space::subsets(bits).unwrap());
    }
}

#[test]
fn young_diagrams_up_to_10_by_10_with_every_low_part() {
    for rows in 0..=10 {
        for cols in 0..=10 {
            for low_bits in 0..=rows + cols {
                // Large boxes with every low part would take minutes; the extremes and the middle suffice there.
                if rows + cols > 14 && low_bits % 5 != 0 {
                    continue;
                }
                let space = Space::young_with_low_bits(rows, cols, low_bits).unwrap();
                assert_eq!(Some(space.states() as u64), binomial(rows + cols, rows));
                assert_index_and_inverse(&space);
            }
            assert_levels(&Space::young(rows, cols).unwrap());
        }
    }
}

#[test]
fn subsets_of_every_parity_with_every_low_part() {
    let sets = [0b1_0110_1101, 0b0_1101_1011, 0b0_0000_0011];
    for low_bits in 0..=9 {
        let weights = vec![1; (9 - low_bits) as usize];
        let spaces: Vec<Space> = (0..8)
            .map(|odd| {
                Space::subsets_by_parity(9, low_bits, &weights, Parities::new(&sets, odd).unwrap())
                    .unwrap()
                    .blocks_by_ones()
            })
            .collect();
        for space in &spaces {
            assert_eq!(space.states(), 1 << 6);
            assert_levels(space);
            assert!((0..space.states()).all(|index| space.index(space.state_at(index)) == Some(index)));
        }
        // Every mask is a state of one of them.
        let members = |mask| spaces.iter().filter(|space| space.index(mask).is_some()).count();
        assert!((0..1 << 9).all(|mask| members(mask) == 1));
    }
}

#[test]
fn layers_ascend_in_weight() {
    let weights = [2, 1, 2, 2];
    let space = Space::subsets_by_weight(9, 5, &weights).unwrap();
    let weight = |block| -> u64 { (0..4).filter(|&b| space.block_high(block) >> b & 1 == 1).map(|b| weights[b]).sum() };
    let by_layer: Vec<Vec<u64>> = (0..space.layers()).map(|l| space.layer(l).map(weight).collect()).collect();
    assert!(by_layer.iter().all(|layer| layer.iter().all(|w| *w == layer[0])));
    assert!(by_layer.is_sorted_by(|a, b| a[0] < b[0]));
}

#[test]
fn what_cannot_be_built_is_an_error() {
    assert_eq!(Space::subsets(42), Err(SpaceError::TooManyBits { bits: 42 }));
    assert_eq!(Space::subsets(41).map(|space| space.states()), Ok(1 << 41));
    assert_eq!(Space::young(20, 21).map(|space| space.states()), Ok(269_128_937_220));
    assert_eq!(Space::young(1_000_000, u32::MAX), Err(SpaceError::TooManyBits { bits: 4_295_967_295 }));
    assert_eq!(Space::subsets_by_weight(9, 5, &[1]), Err(SpaceError::Weights { weights: 1, high_bits: 4 }));
    assert_eq!(Space::subsets_by_weight(4, 5, &[]), Err(SpaceError::LowBits { low_bits: 5, bits: 4 }));
}
