import { roomCircles } from './room-circles.mjs';

const ADVICE =
  'Rooms need each other. Move what both need into a lower room, move the importing file up to the room ' +
  'that uses it, or let it be given what it needs as an argument.';

/**
 * A reporter of dependency-cruiser: what breaks a rule, and what to do; then what none of its rules can say,
 * circles of rooms.
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
    // It is content with nothing to read.
    ...(modules.length === 0 ? ['No file was read.'] : []),
  ];
  return { output: `${faults.join('\n\n')}\n`, exitCode: faults.length };
}
