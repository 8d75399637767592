import { z } from 'zod';
import type { CodeSource } from '../../../platform/sandbox/contract';
import { defineBlock } from '../define-block';
import { conditionIcon } from './icon';

/** The port taken if no expression holds. */
export const ELSE_PORT = 'else';
const MAX_BRANCHES = 50;

export const Branch = z.object({
  /** The id of its port, which edges name. */
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'An id has letters, digits, - and _ only.'),
  label: z.string().max(80, 'At most 80 characters.').default(''),
  /** A JavaScript condition. */
  expression: z.string().max(20_000, 'At most 20,000 characters.').default(''),
});
export type Branch = z.infer<typeof Branch>;

export const ConditionConfig = z.object({
  branches: z
    .array(Branch)
    .max(MAX_BRANCHES, `At most ${MAX_BRANCHES} branches.`)
    .default([{ id: 'if', label: 'If', expression: '' }]),
});
export type ConditionConfig = z.infer<typeof ConditionConfig>;

export interface ResolvedConditionConfig {
  readonly branches: ReadonlyArray<Omit<Branch, 'expression'> & { readonly expression: CodeSource }>;
}

/** Returns the name of a branch for messages. */
export function nameOfBranch({ label }: { label: string }, index: number): string {
  return label.trim() === '' ? `branch ${index + 1}` : `branch "${label.trim()}"`;
}

function problemsOf(branches: readonly Branch[]): Array<{ field: string; message: string }> {
  const problems = branches.length === 0 ? [{ field: 'branches', message: 'Add a branch.' }] : [];
  const seen = new Set<string>();
  for (const [index, branch] of branches.entries()) {
    const add = (member: keyof Branch, message: string) =>
      problems.push({ field: `branches.${index}.${member}`, message });
    const name = nameOfBranch(branch, index);
    if (branch.expression.trim() === '') add('expression', `Enter a rule or an expression for ${name}.`);
    if (branch.id === ELSE_PORT) add('id', `"${ELSE_PORT}" is taken: give ${name} another id.`);
    if (seen.has(branch.id)) add('id', `Two branches have the id "${branch.id}".`);
    seen.add(branch.id);
  }
  return problems;
}

export const conditionDefinition = defineBlock({
  type: 'condition',
  title: 'Condition',
  description: 'Continues on the first branch whose expression is true.',
  synonyms: [
    'if',
    'else',
    'switch',
    'case',
    'cond',
    'router',
    'route',
    'branch',
    'filter',
    'decision',
    'split-path',
    'when',
    'path',
    'ternary',
    'compare',
    'rule',
    'check',
    'elseif',
    'else if',
  ],
  icon: conditionIcon,
  config: ConditionConfig,
  fields: [
    {
      name: 'branches',
      label: 'Branches',
      kind: 'branches',
      references: 'bindings-rows',
      placeholder: '<api.status> === 200',
      help: 'Takes the first branch that is true, otherwise Else. In rules, 200 is a number, "200" is text.',
    },
  ],
  ports: ({ branches }) => {
    const ports = new Map(
      branches.map(({ id, label }, index) => [
        id,
        label.trim() === '' ? `Branch ${index + 1}` : label.trim(),
      ]),
    );
    ports.set(ELSE_PORT, 'Else');
    return Array.from(ports, ([id, label]) => ({ id, label, kind: 'branch' as const }));
  },
  outputs: () => [
    { name: 'branch', type: 'string', description: 'Id of the branch taken, or else' },
    { name: 'matched', type: 'boolean', description: 'Whether an expression was true' },
  ],
  branchTaken: ({ branch }) => (typeof branch === 'string' ? branch : null),
  check: ({ branches }) => problemsOf(branches),
  summary: ({ branches }) => branches[0]?.expression.replace(/\s+/g, ' ').trim().slice(0, 60) ?? '',
});
