import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { TestContent } from '../../core/run-tests/test-content';
import { open, seal } from '../../platform/encryption/encryption';
import { keyIdOf, type SealedStore } from '../../platform/encryption/reseal';
import { AppError } from '../../platform/errors';
import { parseExact } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';
import { MAX_TEST_BYTES } from './schema';

const contextOf = (testId: string): string => `run test ${testId}`;

export interface SealedTest {
  sealed: Uint8Array<ArrayBuffer>;
  /** Size of the JSON. */
  bytes: number;
}

/**
 * Compresses off the event loop: records repeat themselves, and shrink to a tenth.
 * @throws AppError payload_too_large
 */
export async function sealTest(testId: string, content: TestContent): Promise<SealedTest> {
  const json = writeJson(content);
  const bytes = Buffer.byteLength(json);
  if (bytes > MAX_TEST_BYTES) throw tooLargeForTest();
  const packed = await promisify(gzip)(json);
  return { sealed: new Uint8Array(seal(packed.toString('base64'), contextOf(testId))), bytes };
}

export async function openTest(testId: string, sealed: Uint8Array): Promise<TestContent> {
  const packed = Buffer.from(open(sealed, contextOf(testId)), 'base64');
  return parseExact((await promisify(gunzip)(packed)).toString()) as TestContent;
}

export const tooLargeForTest = (): AppError =>
  new AppError(
    'payload_too_large',
    'A test may take 1 MB with its recorded responses, and this run takes more. Keep one with smaller ones.',
  );

/** Read in small batches: each may be half a megabyte. */
export const testStore: SealedStore = {
  name: 'tests',
  select: `SELECT id AS a, '' AS b, '' AS c, sealed FROM run_test
    WHERE ${keyIdOf('sealed')} = $1 ORDER BY 1 OFFSET $2 LIMIT 20`,
  update: `UPDATE run_test SET sealed = $5
    WHERE id = $1::uuid AND $2 = '' AND $3 = '' AND sealed = $4`,
  context: ({ a }) => contextOf(a),
};
