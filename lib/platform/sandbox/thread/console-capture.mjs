// @ts-check
const MAX_CONSOLE_BYTES = 64 * 1024;
const MAX_CONSOLE_LINES = 1_000;
const MAX_LINE_LENGTH = 16_384;

/** Keeps the code's output, up to 64 KiB and 1,000 lines, and records that there was more. */
export class ConsoleCapture {
  /** @type {import('../contract').ConsoleLine[]} */
  lines = [];
  #bytes = 0;

  /**
   * @param {string} level
   * @param {string} text
   * @returns {boolean} true if more is accepted
   */
  add(level, text) {
    const shown = text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}…` : text;
    this.#bytes += Buffer.byteLength(shown) + 1;
    if (this.#bytes > MAX_CONSOLE_BYTES || this.lines.length >= MAX_CONSOLE_LINES) {
      this.lines.push({ level: 'warn', text: '… more was printed than is kept (64 KiB, 1,000 lines).' });
      return false;
    }
    this.lines.push({ level: levelOf(level), text: shown });
    return true;
  }
}

/**
 * @param {string} level
 * @returns {import('../contract').ConsoleLine['level']}
 */
function levelOf(level) {
  return level === 'info' || level === 'warn' || level === 'error' ? level : 'log';
}
