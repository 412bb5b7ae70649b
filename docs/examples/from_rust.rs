// From Rust, without a binding generator: which of these balls touch, and what a bad number is called.
//   rustc from_rust.rs -L DIR_OF_LIBLOCKSTEP -l dylib=lockstep
use std::ffi::{c_char, c_void, CStr};

#[repr(C)]
struct Stream {
    data: *const f32,
    stride: isize,
}
#[repr(C)]
struct SphereView {
    x: Stream,
    y: Stream,
    z: Stream,
    radius: Stream,
    count: usize,
}
/// lockstep_objects: a kind, a view or a handle, and the length of an array.
#[repr(C)]
struct Objects {
    kind: i32,
    of: *const c_void,
    count: usize,
}
const NONE: Objects = Objects { kind: 0, of: std::ptr::null(), count: 0 };
const SPHERES: i32 = 1;
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Pair {
    a: u32,
    b: u32,
}
#[repr(C)]
struct OverlapOutput {
    size: usize,
    room: usize,
    pairs: *mut Pair,
    separations: *mut c_void,
    contacts: *mut c_void,
    counts: *mut u32,
    any: *mut u64,
    tile: Option<extern "C" fn(*mut c_void, *const Pair, usize)>,
    tile_context: *mut c_void,
}
#[repr(C)]
#[derive(Default)]
struct OverlapResult {
    pairs: u64,
    complete: i32,
    sorted: i32,
}

extern "C" {
    fn lockstep_abi_version() -> u32;
    fn lockstep_last_error() -> *const c_char;
    fn lockstep_overlap_pass_create(skin: f32) -> *mut c_void;
    fn lockstep_overlap_pass_destroy(pass: *mut c_void);
    fn lockstep_overlap(
        pass: *mut c_void,
        first: Objects,
        second: Objects,
        output: *const OverlapOutput,
        result: *mut OverlapResult,
        options: *const c_void,
    ) -> i32;
}

struct Pass(*mut c_void);

impl Drop for Pass {
    fn drop(&mut self) {
        unsafe { lockstep_overlap_pass_destroy(self.0) }
    }
}

fn last_error() -> String {
    unsafe { CStr::from_ptr(lockstep_last_error()).to_string_lossy().into_owned() }
}

impl Pass {
    fn new() -> Result<Pass, String> {
        let pass = unsafe { lockstep_overlap_pass_create(0.0) };
        if pass.is_null() { Err(last_error()) } else { Ok(Pass(pass)) }
    }

    /// Balls as [x, y, z, radius]. `&mut self`, for a pass serves one thread at a time.
    fn overlaps(&mut self, balls: &[[f32; 4]]) -> Result<Vec<Pair>, String> {
        let part = |k| Stream { data: balls.as_ptr().cast::<f32>().wrapping_add(k), stride: 16 };
        let view = SphereView { x: part(0), y: part(1), z: part(2), radius: part(3), count: balls.len() };
        let mut pairs = vec![Pair::default(); 4 * balls.len()];
        loop {
            let output = OverlapOutput {
                size: std::mem::size_of::<OverlapOutput>(),
                room: pairs.len(),
                pairs: pairs.as_mut_ptr(),
                separations: std::ptr::null_mut(),
                contacts: std::ptr::null_mut(),
                counts: std::ptr::null_mut(),
                any: std::ptr::null_mut(),
                tile: None,
                tile_context: std::ptr::null_mut(),
            };
            let mut result = OverlapResult::default();
            let first = Objects { kind: SPHERES, of: std::ptr::addr_of!(view).cast(), count: 0 };
            let none = std::ptr::null();
            let status = unsafe { lockstep_overlap(self.0, first, NONE, &output, &mut result, none) };
            if status != 0 {
                return Err(last_error());
            }
            pairs.resize(result.pairs as usize, Pair::default());
            if result.complete != 0 {
                return Ok(pairs);
            }
        }
    }
}

fn main() -> Result<(), String> {
    assert_eq!(unsafe { lockstep_abi_version() }, 2, "another lockstep than this was written for");
    let mut pass = Pass::new()?;
    let balls = [[0.0, 0.0, 0.0, 1.0], [1.5, 0.0, 0.0, 1.0], [9.0, 0.0, 0.0, 1.0]];
    let pairs = pass.overlaps(&balls)?;
    println!("{pairs:?}");
    assert_eq!(pairs, [Pair { a: 0, b: 1 }]);
    let crowd = [[0.0, 0.0, 0.0, 1.0]; 20]; // each touches each: more pairs than there was room for
    assert_eq!(pass.overlaps(&crowd)?.len(), 190);
    println!("{}", pass.overlaps(&[[0.0, 0.0, 0.0, f32::NAN]]).unwrap_err());
    Ok(())
}
