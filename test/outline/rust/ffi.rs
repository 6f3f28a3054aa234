#![allow(non_camel_case_types)]

/// Leaves the function with a code.
#[macro_export]
macro_rules! bail {
    ($code:expr) => { return Err(Error($code)) };
    () => { bail!(1) };
}

extern "C" {
    /// Null when it failed.
    fn z_open(path: *const c_char, flags: c_int) -> *mut Handle;
    fn z_close(handle: *mut Handle);
}

#[repr(C)]
union Bits { word: u32,
    bytes: [u8; 4] }

#[cfg(unix)]
pub unsafe extern "C" fn open<P, F>(
    path: P,
    on_error: F,
) -> Result<Guard, Error>
where
    P: AsRef<Path>,
    F: FnOnce(&Error),
{
    /* Runs at the end, also when we panic. */
    #[allow(dead_code)]
    struct Unlock<'g>(&'g Guard);
    fn check(code: i32) -> bool { code == 0 }
    Err(Error(1))
}

fn half(count: u32) -> u32 {
    let rest = count % ; count / 2
}

pub mod v2 {
    pub(super) mod wire;
    pub const fn version() -> u8 { 2 }
}
