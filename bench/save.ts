/**
 * Measures the editor's save of a workflow: bytes over the wire, bytes and round trips to the database; and
 * the processor time of a key in a field (checks, the editor's state, the draft). One process runs the API
 * and the editor's own code, so that nothing else is counted. Run: npx tsx bench/save.ts [--keys 60]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loadSecrets } from '../scripts/lib/data-folder.mjs';
import { joinEmbedded, migrateDatabase } from '../scripts/lib/database.mjs';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { prepare } from '../scripts/lib/prepare.mjs';

const { values } = parseArgs({ options: { keys: { type: 'string', default: '60' } } });
const KEYS = Number(values.keys);
const SIZES = [20, 100, 500];
const WARM_UP_SAVES = 3;
const MEASURED_SAVES = 5;
const BETWEEN_KEYS_MS = 60;

await runCommand(async (lifetime: Lifetime) => {
  await prepare(lifetime, { bundles: true });
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-bench-'));
  lifetime.onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const secrets = loadSecrets(folder);
  const { url } = await joinEmbedded(lifetime, path.join(folder, 'database'));
  await migrateDatabase(url);
  Object.assign(process.env, secrets, { DATABASE_URL: url });
  // These read the environment when they are loaded or first used.
  const { openBench } = await import('./lib/editor-at-work');
  const bench = await openBench();
  lifetime.onEnd(bench.close);
  const saves = [];
  const keys = [];
  for (const blocks of SIZES) {
    const editor = await bench.openEditor(blocks);
    for (let at = 0; at < WARM_UP_SAVES; at += 1) await editor.save();
    const measured = [];
    for (let at = 0; at < MEASURED_SAVES; at += 1) measured.push(await editor.save());
    // Other queries of the process at that time do not belong to the save.
    saves.push({ blocks, what: 'save', ...least(measured) });
    saves.push({ blocks, what: 'save on an overtaken version', ...(await editor.saveOvertaken()) });
    editor.close();
    keys.push({ blocks, ...(await typeInto(await bench.openEditor(blocks))) });
  }
  console.table(saves);
  console.table(keys);
});

type Editor = Awaited<
  ReturnType<Awaited<ReturnType<typeof import('./lib/editor-at-work').openBench>>['openEditor']>
>;
type Saved = Awaited<ReturnType<Editor['save']>>;

const least = (saves: readonly Saved[]): Saved | undefined =>
  saves.toSorted((a, b) => a.dbRoundTrips - b.dbRoundTrips || a.dbBytesSent - b.dbBytesSent)[0];

/** Types in the URL of the first request and of the last one, which may reference all others. */
async function typeInto(editor: Editor) {
  for (let at = 0; at < KEYS; at += 1) editor.type('first');
  const row = { 'ms a key, first': msOf(editor, 'first'), 'ms a key, last': msOf(editor, 'last') };
  await sleep(2_000); // the draft of the input so far
  const written = editor.draftsWritten();
  const before = process.cpuUsage();
  for (let at = 0; at < KEYS; at += 1) {
    editor.type('last');
    await sleep(BETWEEN_KEYS_MS);
  }
  const spentMs = millisecondsSince(before);
  const drafts = editor.draftsWritten();
  editor.close();
  return {
    ...row,
    'ms a key, draft and timers too': (spentMs / KEYS).toFixed(2),
    [`drafts written in ${KEYS} keys`]: drafts.count - written.count,
    'draft KB': Math.round((drafts.characters - written.characters) / 1024),
  };
}

function msOf(editor: Editor, where: 'first' | 'last'): string {
  const before = process.cpuUsage();
  for (let at = 0; at < KEYS; at += 1) editor.type(where);
  return (millisecondsSince(before) / KEYS).toFixed(2);
}

/** Processor time, because other programs on the machine must not count. */
function millisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
