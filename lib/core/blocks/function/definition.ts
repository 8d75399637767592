import { z } from 'zod';
import type { CodeSource } from '../../../platform/sandbox/contract';
import { defineBlock } from '../define-block';
import { wholeMilliseconds } from '../whole-number';
import { functionIcon } from './icon';

const MIN_TIMEOUT_MS = 50;
const MAX_TIMEOUT_MS = 5_000;
const MAX_RETRIES = 10;

export const FunctionConfig = z.object({
  /** The body of an async function: may `await`, returns its result with `return`. */
  code: z.string().max(100_000, 'At most 100,000 characters.').default(''),
  timeoutMs: wholeMilliseconds({ min: MIN_TIMEOUT_MS, max: MAX_TIMEOUT_MS, preset: MAX_TIMEOUT_MS }),
  /** Retries after a failure that may pass; code that can't be parsed is tried once. */
  retries: z
    .number('Enter a number of retries.')
    .int('Enter a whole number.')
    .min(0, 'At least 0 retries.')
    .max(MAX_RETRIES, `At most ${MAX_RETRIES} retries.`)
    .default(0),
});
export type FunctionConfig = z.infer<typeof FunctionConfig>;

export interface ResolvedFunctionConfig {
  readonly code: CodeSource;
  readonly timeoutMs: number;
  readonly retries: number;
}

export const functionDefinition = defineBlock({
  type: 'function',
  title: 'Function',
  description: 'Runs JavaScript on the values of earlier blocks.',
  synonyms: [
    'code',
    'script',
    'javascript',
    'js',
    'node',
    'snippet',
    'eval',
    'custom',
    'lambda',
    'python',
    'run-code',
    'program',
    'logic',
    'nodejs',
  ],
  icon: functionIcon,
  config: FunctionConfig,
  fields: [
    {
      name: 'code',
      label: 'Code',
      kind: 'code',
      references: 'bindings',
      placeholder: 'const users = <api.data>;\nreturn users.filter((user) => user.active);',
      help:
        'The body of an async function. References are its variables; return gives the result. ' +
        'As in Node: Intl, URL, TextEncoder, btoa, structuredClone, crypto.subtle (digests, HMAC), ' +
        'crypto.randomUUID(); the time zone is UTC, the language en-US. ' +
        'No network, files, timers or packages.',
    },
    {
      name: 'timeoutMs',
      label: 'Time limit',
      kind: 'number',
      references: 'none',
      unit: 'ms',
      min: MIN_TIMEOUT_MS,
      max: MAX_TIMEOUT_MS,
      tab: 'Settings',
    },
    {
      name: 'retries',
      label: 'Retries',
      kind: 'number',
      references: 'none',
      min: 0,
      max: MAX_RETRIES,
      tab: 'Settings',
      help: 'Runs the code again if it throws or exceeds its time limit.',
    },
  ],
  ports: () => [
    { id: 'out', label: 'Next', kind: 'normal' },
    { id: 'error', label: 'On error', kind: 'error' },
  ],
  outputs: () => [
    { name: 'result', type: 'any', description: 'The returned value; null if the code returns nothing' },
    { name: 'stdout', type: 'string', description: 'Text printed with console.log' },
    { name: 'error', type: 'object', description: 'Details of the error; null on success' },
  ],
  check: ({ code }) => (code.trim() === '' ? [{ field: 'code', message: 'Enter some code.' }] : []),
  summary: ({ code }) => firstLineOf(code),
});

function firstLineOf(code: string): string {
  const line = code.split('\n').find((text) => text.trim() !== '') ?? '';
  return line.trim().slice(0, 60);
}
