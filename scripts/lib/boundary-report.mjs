import { roomCircles } from './room-circles.mjs';

const ADVICE =
  'Rooms need each other. Move what both need into a lower room, move the importing file up to the room ' +
  'that uses it, or let it be given what it needs as an argument.';

/**
 * A reporter of dependency-cruiser: the violations with their remedies, then the circles of rooms, which
 * its rules cannot express.
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
    // The tool itself accepts an empty set of files.
    ...(modules.length === 0 ? ['No file was read.'] : []),
  ];
  return { output: `${faults.join('\n\n')}\n`, exitCode: faults.length };
}
