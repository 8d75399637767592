import { explainForbiddenHeader } from '../../../../platform/outbound-http/request-headers';
import type { Row } from '../../rows';

/** The headers of a command: `-H` overrides headers that other options would add. */
export class CommandHeaders {
  readonly warnings: string[] = [];
  private readonly rows: Row[] = [];
  /** Lowercase names that `-H` sets or removes. */
  private readonly named = new Set<string>();
  private readonly leftOut = new Set<string>();
  private host: string | null = null;

  /** Adds one `-H` argument: `Name: value`, `Name;` for an empty value, `Name:` to send none. */
  addLine(line: string): void {
    if (line.startsWith('@')) {
      this.warnings.push(`The headers in the file "${line.slice(1)}" are not in the command.`);
      return;
    }
    const colon = line.indexOf(':');
    const isEmpty = colon === -1 && line.trim().endsWith(';');
    if (colon === -1 && !isEmpty) {
      this.warnings.push(`"${line.slice(0, 60)}" is not a header: it has no colon. It was left out.`);
      return;
    }
    const name = (isEmpty ? line.trim().slice(0, -1) : line.slice(0, colon)).trim();
    const value = isEmpty ? '' : line.slice(colon + 1).trim();
    if (name === '' || name.startsWith(':')) return;
    this.named.add(name.toLowerCase());
    if (value !== '' || isEmpty) this.add(name, value);
  }

  /** Adds a header that an option other than `-H` implies. */
  addImplied(name: string, value: string): void {
    if (this.named.has(name.toLowerCase()) || value === '') return;
    this.add(name, value);
  }

  /** Adds the body's type, whatever `-H` set. */
  addContentType(value: string): void {
    this.add('Content-Type', value);
  }

  has(name: string): boolean {
    return this.named.has(name);
  }

  valueOf(name: string): string | null {
    return this.rows.find(({ key }) => key.toLowerCase() === name)?.value ?? null;
  }

  remove(name: string): void {
    const kept = this.rows.filter(({ key }) => key.toLowerCase() !== name);
    this.rows.splice(0, this.rows.length, ...kept);
  }

  /** Returns the rows; warns of headers that the connection sets itself. `host`: host of the address. */
  finish(host: string, maxRows: number): Row[] {
    if (this.host !== null && this.host.toLowerCase() !== host.toLowerCase()) {
      this.warnings.push(`The header Host: ${this.host} was left out; the block sends the host of its URL.`);
    }
    if (this.leftOut.size > 0) {
      this.warnings.push(`Left out, as the connection sets it by itself: ${[...this.leftOut].join(', ')}.`);
    }
    if (this.rows.length > maxRows) this.warnings.push(`Only the first ${maxRows} headers were taken.`);
    return this.rows.slice(0, maxRows);
  }

  private add(name: string, value: string): void {
    if (name.toLowerCase() === 'host') this.host = value;
    else if (explainForbiddenHeader(name) !== null) this.leftOut.add(name);
    else this.rows.push({ key: name, value, enabled: true });
  }
}
