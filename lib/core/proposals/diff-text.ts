import { writeJson } from '../../platform/text/json-text';
import type { DocumentDiff, FieldChange } from '../workflow/diff-documents';

const MOST_CHARACTERS_OF_A_VALUE = 4_000;

/** Writes the differences of two documents, one a line. Hide secrets first. */
export function diffText({ blocks, edges, settings, groups }: DocumentDiff): string {
  const lines = [
    ...blocks.flatMap(({ id, name, type, kind, fields }) => [
      `${kind}: block ${name} (id ${id}, type ${type})`,
      ...fields.map(fieldLine),
    ]),
    ...edges.map(
      ({ edge, kind, from, to }) => `${kind}: connection from ${from} (${edge.sourceHandle}) to ${to}`,
    ),
    ...settings.map((change) => `changed: settings of the workflow\n${fieldLine(change)}`),
    ...groups.map(({ title, kind }) => `${kind}: group ${title}`),
  ];
  return lines.length === 0 ? 'Nothing differs.' : lines.join('\n');
}

const fieldLine = ({ path, before, after }: FieldChange): string =>
  `  ${path}: ${valueText(before)} -> ${valueText(after)}`;

function valueText(value: unknown): string {
  if (value === undefined) return '(nothing)';
  const text = writeJson(value) ?? '(nothing)';
  return text.length <= MOST_CHARACTERS_OF_A_VALUE ? text : `${text.slice(0, MOST_CHARACTERS_OF_A_VALUE)}…`;
}
