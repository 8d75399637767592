// @ts-check
import { newQuickJSWASMModuleFromVariant, newVariant, RELEASE_SYNC } from 'quickjs-emscripten';

/** @typedef {import('quickjs-emscripten').QuickJSWASMModule} QuickJSWASMModule */
/** @typedef {{data: Uint8Array, heap: Uint8Array}} MemoryImage */
/** @typedef {{_malloc(bytes: number): number, _free(pointer: number): void}} Allocator */

/**
 * Larger than any free block that a booted context and small programs leave in the heap, so it is allocated
 * at the top.
 */
const BEYOND_HOLES = 1024 * 1024;

const MOST_ZERO_DATA = 64 * 1024;

/**
 * QuickJS in a memory that can be restored: its content is the whole state, as long as no WebAssembly runs.
 */
export class QuickJsInstance {
  /** @type {{from: number, to: number} | null} */
  #stack = null;

  /**
   * @param {QuickJSWASMModule} quickjs
   * @param {WebAssembly.Memory} memory
   * @param {Allocator} allocator
   */
  constructor(quickjs, memory, allocator) {
    this.quickjs = quickjs;
    this.memory = memory;
    this.allocator = allocator;
  }

  /** @param {{memory: WebAssembly.Memory, wasm?: WebAssembly.Module}} options `wasm`: the compiled module */
  static async make({ memory, wasm }) {
    /** @type {Allocator | null} */
    let allocator = null;
    const variant = newVariant(RELEASE_SYNC, {
      wasmMemory: memory,
      ...(wasm === undefined ? {} : { wasmModule: wasm }),
    });
    const quickjs = await newQuickJSWASMModuleFromVariant({
      ...variant,
      importModuleLoader: async () => {
        const imported = await variant.importModuleLoader();
        /** @type {any} a module whose default export is the loader, or the loader */
        const load = /** @type {any} */ (imported).default ?? imported;
        return async (/** @type {unknown} */ options) => {
          const loaded = await load(options);
          allocator = /** @type {Allocator} */ (/** @type {unknown} */ (loaded));
          return loaded;
        };
      },
    });
    if (allocator === null) throw new Error('QuickJS was not loaded.');
    return new QuickJsInstance(quickjs, memory, allocator);
  }

  /**
   * Copies all memory in use: static data, and the heap up to its top. Not the stack between, which is empty
   * while no WebAssembly runs.
   * @returns {MemoryImage}
   */
  takeImage() {
    const top = this.allocator._malloc(BEYOND_HOLES);
    if (top === 0) throw new RangeError('out of memory');
    this.allocator._free(top);
    const bytes = new Uint8Array(this.memory.buffer);
    this.#stack ??= longestZeros(bytes.subarray(0, top));
    return { data: bytes.slice(0, this.#stack.from), heap: bytes.slice(this.#stack.to, top) };
  }

  /**
   * Restores an image; memory beyond it counts as free again.
   * @param {MemoryImage} image
   */
  restore({ data, heap }) {
    const bytes = new Uint8Array(this.memory.buffer);
    bytes.set(data);
    if (this.#stack) bytes.set(heap, this.#stack.to);
  }
}

/**
 * Finds the unused part of the stack: megabytes of zeros, which occur nowhere else. Static data that is
 * zero now may lie before it.
 * @param {Uint8Array} bytes
 */
function longestZeros(bytes) {
  let longest = { from: 0, to: 0 };
  let from = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === 0) continue;
    if (at - from > longest.to - longest.from) longest = { from, to: at };
    from = at + 1;
  }
  return { from: Math.min(longest.from + MOST_ZERO_DATA, longest.to), to: longest.to };
}
