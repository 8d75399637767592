import { z } from 'zod';
import { parseExact } from '../../platform/text/exact-number';
import { isNestedTooDeeply } from '../../platform/text/json-depth';
import { writeJson } from '../../platform/text/json-text';
import { TOO_DEEP, withSortedKeys } from '../workflow/sorted-keys';
import { ExpectationRules } from './rule';
import { TestContent } from './test-content';

const TestFileSchema = z.strictObject({
  name: z.string(),
  tags: z.array(z.string()).default([]),
  rules: ExpectationRules.default([]),
  ...TestContent.shape,
});
/** The content of a test's file: enough to create the test again, here or elsewhere. */
export type TestFile = z.infer<typeof TestFileSchema>;

/**
 * Writes the text of a test's file: the same test is always the same text, one member a line, so that only
 * changes show in a diff.
 */
export function printTestFile({ name, tags, rules, expected, kept }: TestFile): string {
  const sorted = (value: unknown): unknown => withSortedKeys(value, 'The test');
  const written = {
    name,
    tags,
    rules: sorted(rules),
    expected: sorted(expected),
    kept: sorted(kept),
  };
  return `${writeJson(written, null, 2)}\n`;
}

/** Reads such a file. @throws Error in words if it is none */
export function parseTestFile(text: string, fileName: string): TestFile {
  if (isNestedTooDeeply(text)) throw new Error(`${fileName} ${TOO_DEEP}`);
  const file = TestFileSchema.safeParse(parsed(text, fileName));
  if (file.success) return file.data;
  const [issue] = file.error.issues;
  const at = issue?.path.join('.') || 'the top level';
  throw new Error(`${fileName} is not a test: at ${at}: ${issue?.message ?? 'unknown shape'}`);
}

function parsed(text: string, fileName: string): unknown {
  try {
    return parseExact(text);
  } catch {
    throw new Error(`${fileName} is not JSON.`);
  }
}
