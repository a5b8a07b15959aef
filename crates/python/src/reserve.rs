//! Reserve: memory for the small allocations of a call that ends because memory ran out.
//!
//! An allocation that fails in Rust ends the process, unless its caller can handle that. Large ones
//! are made by `superuri_kernels::memory`, which unwinds. Small ones are everywhere, even in a panic:
//! they get memory from this reserve.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};

/// The system's allocator, with a reserve.
struct Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// The largest allocation that uses the reserve, in bytes.
const SMALL: usize = 4096;

/// A block of the reserve. If one is freed, Python may take a part of it, so there are several.
const BLOCK: Layout = Layout::new::<[u8; 4 * SMALL]>();

static BLOCKS: [AtomicPtr<u8>; 16] = [const { AtomicPtr::new(null_mut()) }; 16];

/// Allocates the blocks that were used.
pub(crate) fn fill() {
    for slot in &BLOCKS {
        if slot.load(Ordering::Relaxed).is_null() {
            // SAFETY: the size of a block is not zero.
            let block = unsafe { System.alloc(BLOCK) };
            if let Err(_taken) =
                slot.compare_exchange(null_mut(), block, Ordering::AcqRel, Ordering::Relaxed)
                && !block.is_null()
            {
                // SAFETY: the block was allocated above with this layout; nothing refers to it.
                unsafe { System.dealloc(block, BLOCK) };
            }
        }
    }
}

/// The result of an allocation of this size, which is tried again with a block less each time.
#[cold]
#[inline(never)]
fn again(size: usize, allocate: impl Fn() -> *mut u8) -> *mut u8 {
    if size <= SMALL {
        for slot in &BLOCKS {
            let block = slot.swap(null_mut(), Ordering::AcqRel);
            if block.is_null() {
                continue;
            }
            // SAFETY: `fill` allocated the block with this layout; only this thread has it now.
            unsafe { System.dealloc(block, BLOCK) };
            let allocated = allocate();
            if !allocated.is_null() {
                return allocated;
            }
        }
    }
    null_mut()
}

/// The same for a first result.
#[inline]
fn reserved(size: usize, allocate: impl Fn() -> *mut u8) -> *mut u8 {
    let allocated = allocate();
    if allocated.is_null() { again(size, allocate) } else { allocated }
}

// SAFETY: each method has the contract of the system's allocator, which it calls with the same
// arguments. A failed call allocates and frees nothing, so it may be repeated.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract.
        reserved(layout.size(), || unsafe { System.alloc(layout) })
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract.
        reserved(layout.size(), || unsafe { System.alloc_zeroed(layout) })
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract.
        reserved(size, || unsafe { System.realloc(block, layout, size) })
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(block, layout) }
    }
}
