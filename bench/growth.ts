/**
 * Measures how the cost of each loop over given input grows: at n, 2n and 4n, with a hostile input.
 * Run: npx tsx bench/growth.ts [--only HTML,masked] [--markdown] (the table of docs/decisions/budgets.md)
 * Ends with 1 if one grows faster than `MOST_EXPONENT` and takes long enough to matter.
 */
import { parseArgs } from 'node:util';
import { groupedBy } from '../lib/platform/grouped-by';
import { type Growth, growthOf, MOST_EXPONENT } from '../lib/platform/testing/growth';
import { CHECKED } from './lib/growth/checked';
import { DOCUMENTS } from './lib/growth/documents';
import { IMPORTED } from './lib/growth/imported';
import { REFERENCES } from './lib/growth/references';
import { SHOWN } from './lib/growth/shown';
import type { Subject } from './lib/growth/subject';

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, markdown: { type: 'boolean', default: false } },
});

/** Work that takes less at four times the size is limited before it could matter; its exponent is noise. */
const MATTERS_MS = 50;

interface Measured extends Growth, Subject {}

const last = ({ ms }: Growth): number => ms.at(-1) ?? 0;
const matters = (growth: Growth): boolean => last(growth) >= MATTERS_MS;
const inMs = (ms: number): string => ms.toFixed(ms < 10 ? 1 : 0);
const sizeOf = ({ size, unit }: Subject): string => `${size.toLocaleString('en')} ${unit}`;

function rowOf(one: Measured): string {
  const times = one.ms.map((ms) => inMs(ms).padStart(6)).join(', ');
  return [one.name.padEnd(58), sizeOf(one).padEnd(20), times, one.exponent.toFixed(1).padStart(4)].join('  ');
}

/** Returns the row of a kind: its dearest input, and the highest exponent of those that take long enough. */
function rowOfKind([kind, all]: [string, Measured[]]): string {
  const dearest = all.toSorted((a, b) => last(b) - last(a))[0]!;
  const exponents = all.filter(matters).map(({ exponent }) => exponent);
  const highest = exponents.length === 0 ? '–' : Math.max(...exponents).toFixed(1);
  const times = dearest.ms.map(inMs).join(', ');
  return `| ${[kind, all.length, `${dearest.name}, ${sizeOf(dearest)}`, times, highest].join(' | ')} |`;
}

const words = values.only.split(',');
const measured: Measured[] = [];
for (const subject of [...REFERENCES, ...DOCUMENTS, ...CHECKED, ...IMPORTED, ...SHOWN]) {
  if (!words.some((word) => subject.name.includes(word))) continue;
  const growth = { ...subject, ...(await growthOf(subject.make, subject.size)) };
  measured.push(growth);
  if (!values.markdown) console.log(rowOf(growth));
}
if (values.markdown) {
  console.log(
    '| kind | inputs | the dearest, n | ms at n, 2n, 4n | highest exponent |\n|---|---|---|---|---|',
  );
  for (const kind of groupedBy(measured, (one) => one.kind)) console.log(rowOfKind(kind));
}
const tooFast = measured.filter((one) => matters(one) && one.exponent > MOST_EXPONENT);
console.log(`${measured.length} measured, ${tooFast.length} grow faster than n^${MOST_EXPONENT}.`);
for (const one of tooFast) console.log(rowOf(one));
process.exitCode = tooFast.length === 0 ? 0 : 1;
