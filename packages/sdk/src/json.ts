import { MillraceError } from './errors.js';

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws MillraceError with nothing of the text, which may be anything of anybody */
export function parseJson(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(text);
  } catch {
    throw new MillraceError('The server’s answer is not JSON: is `url` the address of a Millrace server?');
  }
}
