//! The Mersenne Twister as Python's `random.Random` uses it.

const N: usize = 624;
const M: usize = 397;

/// MT19937, seeded and drawn from as in Python.
#[derive(Clone)]
pub struct Mt19937 {
    state: [u32; N],
    next: usize,
}

impl Mt19937 {
    /// `random.Random(seed)` for a whole number: its 32-bit digits, the lowest first, are the key of the array seeding.
    pub fn new(seed: u64) -> Mt19937 {
        let digits = [seed as u32, (seed >> 32) as u32];
        let key = if digits[1] == 0 {
            &digits[..1]
        } else {
            &digits
        };
        let mut state = [0; N];
        state[0] = 19_650_218_u32;
        for i in 1..N {
            state[i] = spread(state[i - 1], 1_812_433_253).wrapping_add(i as u32);
        }
        let mut i = 1;
        let step_on = |state: &mut [u32; N], i: &mut usize| {
            *i += 1;
            if *i == N {
                state[0] = state[N - 1];
                *i = 1;
            }
        };
        for k in 0..N {
            let j = k % key.len();
            state[i] = (state[i] ^ spread(state[i - 1], 1_664_525))
                .wrapping_add(key[j])
                .wrapping_add(j as u32);
            step_on(&mut state, &mut i);
        }
        for _ in 1..N {
            state[i] = (state[i] ^ spread(state[i - 1], 1_566_083_941)).wrapping_sub(i as u32);
            step_on(&mut state, &mut i);
        }
        state[0] = 1 << 31;
        Mt19937 { state, next: N }
    }

    /// The next 32 bits.
    pub fn draw(&mut self) -> u32 {
        if self.next == N {
            self.twist();
        }
        let mut word = self.state[self.next];
        self.next += 1;
        word ^= word >> 11;
        word ^= word << 7 & 0x9d2c_5680;
        word ^= word << 15 & 0xefc6_0000;
        word ^ word >> 18
    }

    /// The place that `random.choice` takes in a list of this length: as many top bits as the length has, drawn again while
    /// they are too large.
    ///
    /// # Panics
    /// If there is nothing to choose from.
    pub fn choice(&mut self, length: usize) -> usize {
        assert!(length > 0, "a choice needs something to choose from");
        let bits = usize::BITS - length.leading_zeros();
        loop {
            let found = (self.draw() >> (32 - bits)) as usize;
            if found < length {
                return found;
            }
        }
    }

    fn twist(&mut self) {
        for i in 0..N {
            let word = self.state[i] & 1 << 31 | self.state[(i + 1) % N] & !(1 << 31);
            let odd = if word & 1 == 1 { 0x9908_b0df } else { 0 };
            self.state[i] = self.state[(i + M) % N] ^ word >> 1 ^ odd;
        }
        self.next = 0;
    }
}

fn spread(word: u32, factor: u32) -> u32 {
    (word ^ word >> 30).wrapping_mul(factor)
}

#[cfg(test)]
mod tests {
    use super::Mt19937;

    /// Written down from CPython 3: `r = random.Random(seed); [r.getrandbits(32) for _ in range(5)]`, and the 2000th draw.
    #[test]
    fn draws_are_those_of_python() {
        for (seed, first, late) in [
            (
                0,
                [3626764237, 1654615998, 3255389356, 3823568514, 1806341205],
                3908016617,
            ),
            (
                5,
                [2675342405, 1097127993, 3185950873, 1539898300, 3415330359],
                2894893787,
            ),
            (
                113517,
                [1068477618, 371871224, 1304182798, 3565168385, 2725411046],
                3489751804,
            ),
            (
                1099511627783,
                [2635837658, 3209733218, 3500038837, 4028389051, 4058793509],
                1220598206,
            ),
        ] {
            let mut twister = Mt19937::new(seed);
            let drawn: Vec<u32> = (0..2000).map(|_| twister.draw()).collect();
            assert_eq!(drawn[..5], first, "seed {seed}");
            assert_eq!(drawn[1999], late, "seed {seed}");
        }
    }

    /// `r = random.Random(5); [r.choice(range(n)) for n in range(1, 21)]`
    #[test]
    fn choices_are_those_of_python() {
        let mut twister = Mt19937::new(5);
        let chosen: Vec<usize> = (1..=20).map(|length| twister.choice(length)).collect();
        assert_eq!(
            chosen,
            [0, 1, 2, 0, 3, 1, 5, 0, 2, 1, 5, 7, 3, 6, 8, 3, 7, 0, 6, 13]
        );
    }
}
