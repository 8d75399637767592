import { compileField, emptyScope } from '../../../lib/core/blocks/compile-field';
import { mapUrlCredentials } from '../../../lib/core/references/credentials';
import { findReferences, findVariables, knownHeads } from '../../../lib/core/references/find-references';
import { renameReferences } from '../../../lib/core/references/rename-references';
import { repairUnread } from '../../../lib/core/references/repair-reference';
import { parseJsonTemplate } from '../../../lib/core/references/resolve-json';
import { holdsMoreReferences, parseTemplate } from '../../../lib/core/references/template';
import { findUnread } from '../../../lib/core/references/unread-references';
import type { Subject } from './subject';

const isKnown = knownHeads(['s']);

/** Texts that make a reader of references begin often and end late; each is repeated. */
const TEXTS: Record<string, string> = {
  references: '<s.v>',
  'references that never end': '<s.v ?? "',
  'long paths': '<s.a.b.c[0]["x"].d>',
  'opening signs': '<',
  'backslashes before references': '\\\\\\\\<s.v>',
  'backslashes alone': '\\',
  variables: '{{NAME}}',
  'opening braces': '{',
  quotes: '"<s>\\"',
  'names with blanks': '<s s s s ',
};

const readers: Record<string, (text: string) => unknown> = {
  'read as a template': (text) => parseTemplate(text, isKnown),
  'read as code': (text) => parseTemplate(text, isKnown, 'ours', 'code'),
  'read as JSON': (text) => parseJsonTemplate(parseTemplate(text, isKnown, 'json', 'json')),
  'searched for what is unread': (text) => findUnread(parseTemplate(text, isKnown), isKnown),
  'renamed in': (text) => renameReferences(text, 's', 'other', ['s']),
  'counted in': (text) => holdsMoreReferences(text, isKnown, Number.POSITIVE_INFINITY),
  'searched for variables': (text) => findVariables(text, ['s']),
};

const texts = Object.entries(TEXTS).flatMap(([what, piece]) =>
  Object.entries(readers).map(
    ([how, read]): Subject => ({
      kind: 'references and variables in a text',
      name: `${what}, ${how}`,
      unit: 'characters',
      size: 100_000,
      make: (size) => {
        const text = piece.repeat(size / piece.length);
        return () => read(text);
      },
    }),
  ),
);

export const REFERENCES: readonly Subject[] = [
  ...texts,
  {
    kind: 'references and variables in a text',
    name: 'a field of references, compiled and resolved',
    unit: 'references',
    size: 5_000,
    make: (size) => {
      const scope = { ...emptyScope(), outputs: new Map([['s', { v: 'x' }]]) };
      const text = '<s.v ?? "x">'.repeat(size);
      return () => compileField('text', text, isKnown).resolve(scope as never);
    },
  },
  {
    kind: 'references and variables in a text',
    name: 'a reference that is repaired, before a long text',
    unit: 'characters',
    size: 1_000_000,
    make: (size) => {
      const text = `<s .v ${'x'.repeat(size)}`;
      return () => repairUnread(text, 0, { isKnownHead: isKnown, outputsOf: () => ['v'] });
    },
  },
  {
    kind: 'references and variables in a text',
    name: 'an address with a long credential',
    unit: 'characters',
    size: 200_000,
    make: (size) => () => mapUrlCredentials(`http://${'a:'.repeat(size / 2)}@h/?a=b`, () => '***'),
  },
  {
    kind: 'references and variables in a text',
    name: 'references found one block name at a time',
    unit: 'characters',
    size: 200_000,
    make: (size) => {
      const text = '<s.v>'.repeat(size / 5);
      return () => findReferences(text, ['s']);
    },
  },
];
