import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metadata } from 'next';
import { DocsPage } from '@/components/docs/docs-page';
import { errorNotes } from './error-meanings';

export const metadata: Metadata = { title: 'API reference' };

/** The example that the tests run, so that the code shown is known to work. */
const pollProgram = readFileSync(join(process.cwd(), 'examples/poll-logs.ts'), 'utf8');

export default function ApiReferencePage() {
  return <DocsPage errors={errorNotes} pollProgram={pollProgram} />;
}
