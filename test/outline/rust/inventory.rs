//! Stock of one warehouse.

use std::collections::HashMap;

/// Below this we order again.
pub const REORDER_AT: u32 = 5;
static COUNTER: AtomicU64 = AtomicU64::new(0);

/// What is on the shelves.
///
/// Counts never go below zero.
#[derive(Debug, Default)]
pub struct Inventory {
    counts: HashMap<Sku, u32>,
    /// Told about every change.
    #[serde(skip)]
    pub(crate) watchers: Vec<Box<dyn Fn(&Sku) + Send>>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Sku(pub String);

impl Inventory {
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes some away, or says how many there are.
    #[must_use]
    pub fn take(&mut self, sku: &Sku, count: u32) -> Result<u32, Error> {
        todo!()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_nothing_from_an_empty_shelf() {
        assert!(Inventory::new().take(&Sku("tea".into()), 1).is_err());
    }
}
