use std::{borrow::Cow, fmt};

/// Turns values into bytes and back.
pub trait Codec: Send + Sync {
    type Item: fmt::Debug;
    const NAME: &'static str;

    /// Appends to `out`.
    fn encode(&self, item: &Self::Item, out: &mut Vec<u8>);

    fn name(&self) -> &'static str {
        Self::NAME
    }
}

#[non_exhaustive]
pub enum Frame<'a> {
    /// Keeps the line open.
    Ping,
    Data(Cow<'a, [u8]>),
    Close { code: u16, reason: String },
}

impl<'a, R> Iterator for Reader<'a, R>
where
    R: std::io::Read + 'a,
{
    type Item = Frame<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        None
    }
}

impl fmt::Display for Frame<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "frame")
    }
}

pub type Frames<'a> = Vec<Frame<'a>>;
pub struct Marker;
