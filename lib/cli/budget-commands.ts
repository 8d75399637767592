import { z } from 'zod';
import { limitWords } from '../services/budgets/budget-words';
import { deleteBudgetEndpoint, listBudgetsEndpoint, putBudgetEndpoint } from '../services/budgets/endpoints';
import { type Budget, LIFTS, MEASURES, NewBudget } from '../services/budgets/schema';
import { WaitingCallersChoice } from '../services/holds/schema';
import { apiClient } from './api-client';
import { parse, read } from './read-flags';
import type { Command, Surroundings } from './surroundings';
import { UrlFlag } from './url-flag';

const text = { type: 'string' } as const;
const WORKSPACE = z.string('Name the workspace: --workspace ID.');

const ListFlags = z.object({ workspace: WORKSPACE, url: UrlFlag });
const DeleteFlags = z.object({
  budget: z.string('Name the budget: --budget ID. "budgets list" shows it.'),
  url: UrlFlag,
});
const SET_FLAGS = {
  workspace: text,
  name: text,
  workflow: text,
  measure: text,
  server: text,
  limit: text,
  minutes: text,
  lift: text,
  callers: text,
  url: text,
} as const;
const SetFlags = z.object({
  workspace: WORKSPACE,
  name: z.string('Name the budget: --name NAME. The same name changes it.'),
  workflow: z.string().optional(),
  measure: z.enum(MEASURES, `must be one of ${MEASURES.join(', ')}.`),
  server: z.string().optional(),
  limit: z.coerce.number('Give a number.'),
  minutes: z.coerce.number('Give a number.'),
  lift: z.enum(LIFTS, `must be one of ${LIFTS.join(', ')}.`).optional(),
  callers: WaitingCallersChoice.optional(),
  url: UrlFlag,
});

export const runBudgets: Command = async (args, at) => {
  at.print(await wordsOf(args, at));
  return 0;
};

async function wordsOf([word, ...args]: readonly string[], at: Surroundings): Promise<string> {
  if (word === 'list') return list(args, at);
  if (word === 'set') return set(args, at);
  if (word === 'delete') return remove(args, at);
  throw new Error('Say what to do: budgets list, budgets set or budgets delete.');
}

async function list(args: readonly string[], at: Surroundings): Promise<string> {
  const { workspace, url } = parse(ListFlags, read(args, { workspace: text, url: text }));
  const query = { workspaceId: workspace };
  const { data } = await apiClient(at.serverAt(url)).call(listBudgetsEndpoint, { query });
  return data.length === 0 ? 'No budgets.\n' : data.map(lineOf).join('');
}

async function set(args: readonly string[], at: Surroundings): Promise<string> {
  const { name, url, ...flags } = parse(SetFlags, read(args, SET_FLAGS));
  const checked = NewBudget.safeParse({
    workspaceId: flags.workspace,
    workflowId: flags.workflow,
    measure: flags.measure,
    server: flags.server,
    limit: flags.limit,
    withinMinutes: flags.minutes,
    lift: flags.lift,
    waitingCallers: flags.callers,
  });
  if (!checked.success) throw new Error(checked.error.issues.map(({ message }) => message).join('\n'));
  const params = { externalId: name };
  const { data } = await apiClient(at.serverAt(url)).call(putBudgetEndpoint, { params, body: checked.data });
  return lineOf(data);
}

async function remove(args: readonly string[], at: Surroundings): Promise<string> {
  const { budget, url } = parse(DeleteFlags, read(args, { budget: text, url: text }));
  await apiClient(at.serverAt(url)).call(deleteBudgetEndpoint, { params: { id: budget } });
  return 'Budget deleted.\n';
}

function lineOf(budget: Budget): string {
  const { id, workflowId, workflowName, counted, reachedAt, windowEndsAt } = budget;
  const of = workflowId === null ? 'workspace' : (workflowName ?? workflowId);
  const state = reachedAt === null ? `window ends ${windowEndsAt}` : `reached ${reachedAt}`;
  return `${id}  ${limitWords(budget)}  ${of}  used: ${counted}  ${state}\n`;
}
