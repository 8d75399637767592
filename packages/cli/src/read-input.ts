import fs from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { isJsonObject, parseExact } from '../../../lib/platform/text/exact-number';
import type { Arguments } from './read-arguments';
import { UsageError } from './usage-error';

const STANDARD_INPUT = '-';

/** Returns the input of a run: from `--input FILE`, `--input -` or `--data JSON`. @throws UsageError */
export async function readInput(given: Arguments, folder: string): Promise<Record<string, unknown>> {
  const [file, data] = [given.text('input'), given.text('data')];
  if (file !== undefined && data !== undefined) throw new UsageError('Give --input or --data, not both.');
  if (data !== undefined) return objectIn(data, '--data');
  if (file === undefined) return {};
  if (file === STANDARD_INPUT) return objectIn(await text(process.stdin), 'standard input');
  const whole = path.resolve(folder, file);
  if (!fs.existsSync(whole)) throw new UsageError(`There is no file ${whole}.`);
  return objectIn(fs.readFileSync(whole, 'utf8'), whole);
}

function objectIn(json: string, source: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = parseExact(json);
  } catch {
    throw new UsageError(`${source} is not JSON.`);
  }
  if (isJsonObject(value)) return value;
  throw new UsageError(`${source}: the input of a run is an object, such as {"n": 1}.`);
}
