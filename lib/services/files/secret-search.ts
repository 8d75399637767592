/** Longer than a secret in any of its forms, so that none is missed across two chunks. */
const OVERLAP_BYTES = 64 * 1024;

/** Searches for secrets in bytes that arrive chunk by chunk. */
export class SecretSearch {
  found = false;
  #tail = Buffer.alloc(0);

  constructor(readonly holdsSecret: (text: string) => boolean) {}

  add(chunk: Buffer): void {
    if (this.found) return;
    const window = Buffer.concat([this.#tail, chunk]);
    this.found = this.holdsSecret(window.toString('utf8'));
    this.#tail = Buffer.from(window.subarray(-OVERLAP_BYTES));
  }
}
