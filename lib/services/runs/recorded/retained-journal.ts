import { blockDefinitions } from '../../../core/blocks/registry/definitions';
import type { RecordedRun } from '../../../core/replay/recorded-run';
import { type RetainedRun, retainedEntries } from '../../../core/replay/retained-entries';
import { graphOf, outermostAround } from '../../../core/workflow/graph';
import { environmentOf } from '../../variables/environment';
import { readVariables } from '../../variables/read-variables';
import type { RunnableWorkflow } from '../compiled/runnable-workflow';

type Version = Pick<RunnableWorkflow, 'compiled' | 'workspaceId' | 'version'>;

/**
 * Returns the journal of a run that goes on from a block of a recorded one, or why it can't. For a block in a
 * container it goes on from the outermost container around it.
 */
export async function retainedJournal(
  recorded: RecordedRun,
  { compiled, workspaceId, version }: Version,
  from: string,
): Promise<RetainedRun> {
  const { values, plain } = await readVariables({ workspaceId, environment: environmentOf(version) });
  return retainedEntries(compiled, recorded, blockDefinitions, {
    fromId: outermostAround(graphOf(compiled.document), from),
    at: new Date().toISOString(),
    secretNames: new Set([...values.keys(), ...compiled.variableNames].filter((name) => !plain.has(name))),
  });
}
