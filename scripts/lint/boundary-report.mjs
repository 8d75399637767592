import { filesOfTwoLibraries } from './database-libraries.mjs';
import { roomCircles } from './room-circles.mjs';

const ADVICE =
  'Rooms need each other. Move what both need into a lower room, move the importing file up to the room ' +
  'that uses it, or let it be given what it needs as an argument.';

const ONE_LIBRARY =
  'A file uses Prisma or `pg`, never both. Put the statements on schema `runtime` into a file of the room ' +
  'that owns the table (docs/decisions/database-libraries.md).';

/**
 * A reporter of dependency-cruiser: the violations with their remedies, then the circles of rooms and the
 * files of two database libraries, which its rules cannot express.
 * @param {import('dependency-cruiser').ICruiseResult} result
 * @returns {{output: string, exitCode: number}}
 */
export default function boundaryReport({ modules, summary }) {
  const circles = roomCircles(modules);
  const comments = new Map(
    (summary.ruleSetUsed?.forbidden ?? []).map(({ name, comment }) => [name, comment]),
  );
  const faults = [
    ...summary.violations.map(
      ({ rule, from, to }) => `${rule.name}: ${from} → ${to}\n  ${comments.get(rule.name)}`,
    ),
    ...circles.map((imports) => `${imports}\n  ${ADVICE}`),
    ...filesOfTwoLibraries(modules).map((file) => `${file} → Prisma and pg\n  ${ONE_LIBRARY}`),
    // The tool itself accepts an empty set of files.
    ...(modules.length === 0 ? ['No file was read.'] : []),
  ];
  return { output: `${faults.join('\n\n')}\n`, exitCode: faults.length };
}
