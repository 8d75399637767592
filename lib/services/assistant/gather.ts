import { randomBytes } from 'node:crypto';
import { HiddenValues } from '../../core/assistant/hidden-values';
import type { Asked } from '../../core/assistant/questions';
import type { AnswerSurroundings } from '../../core/assistant/read-answer';
import { shapeOfValue } from '../../core/blocks/shape-of-value';
import type { ValueShape } from '../../core/blocks/value-shape';
import { isNewer, newerDocumentWords } from '../../core/workflow/migrate-document';
import type { WorkflowDocument } from '../../core/workflow/schema';
import { AppError } from '../../platform/errors';
import type { Actor } from '../access/actor';
import { countAttempt } from '../access/attempts';
import { listConnections } from '../connections/list-connections';
import { requireUsageLeft } from '../limits/require-usage-left';
import { readPins } from '../pins/pins';
import { getLastOutputs } from '../runs/single-block/last-outputs';
import { readVariables, type Variables } from '../variables/read-variables';
import { readWorkflow } from '../workflows/find-workflow';
import { restoreConcealed } from '../workflows/restore-concealed';
import { workflowOf } from '../workflows/workflow-row';
import { readAssistantModel } from './assistant-model';
import type { AssistantModel } from './schema';

/** A person asks by hand, and each question takes the model seconds. */
const QUESTIONS = { burst: 12, perMinute: 12 };

export interface Gathered {
  workspaceId: string;
  settings: AssistantModel;
  variables: Variables;
  shown: Asked;
  around: AnswerSurroundings;
}

export interface AboutWorkflow {
  id: string;
  /** The document as the author sees it; the stored draft unless given. */
  document?: WorkflowDocument | undefined;
  blockId?: string | undefined;
}

/**
 * Collects everything a question to the model consists of. Values of runs are read here only to derive
 * their shape.
 * @throws AppError not_found, forbidden, rate_limited, usage_exceeded, invalid_request; conflict: no model
 */
export async function gather(
  actor: Actor,
  { id, document: given, blockId }: AboutWorkflow,
  signal: AbortSignal,
): Promise<Gathered> {
  const row = await readWorkflow(actor, id, 'writer');
  const { workspaceId } = row;
  const settings = await readAssistantModel(workspaceId);
  if (settings === null) throw new AppError('conflict', NO_MODEL);
  const name = `${actor.userId} ${workspaceId}`;
  await countAttempt([{ kind: 'assistant', name, allowance: QUESTIONS }], TOO_OFTEN);
  await requireUsageLeft(workspaceId);
  const stored = workflowOf(row).document;
  const document = given === undefined ? stored : restoreConcealed(given, stored);
  if (isNewer(document)) throw new AppError('invalid_request', newerDocumentWords(document.schemaVersion));
  const [variables, live, { data: connections }, shapes] = await Promise.all([
    readVariables({ workspaceId, environment: 'draft' }),
    readVariables({ workspaceId, environment: 'live' }),
    listConnections(actor, { workspaceId }),
    knownShapes(actor, id, signal),
  ]);
  const nonce = randomBytes(3).toString('hex');
  const hidden = new HiddenValues({
    document,
    nonce,
    secrets: [...secretsOf(variables), ...secretsOf(live)],
  });
  const names = { variables: [...variables.values.keys()], connections };
  const known = { variables: names.variables, connections: connections.map((connection) => connection.id) };
  return {
    workspaceId,
    settings,
    variables,
    shown: { workflow: { document, shapes, blockId }, names, hidden },
    around: { document, hidden, known },
  };
}

const secretsOf = ({ values, plain }: Variables): string[] =>
  [...values].flatMap(([name, value]) => (plain.has(name) ? [] : [value]));

/** Returns the shapes of the blocks' last outputs and of the values pinned in their place. */
async function knownShapes(actor: Actor, id: string, signal: AbortSignal): Promise<Map<string, ValueShape>> {
  const [{ data: last }, pins] = await Promise.all([getLastOutputs(actor, { id }, signal), readPins(id)]);
  const outputs = [...Object.entries(last).map(([block, { output }]) => [block, output] as const), ...pins];
  return new Map(outputs.map(([block, output]) => [block, shapeOfValue(output)]));
}

const NO_MODEL = 'This workspace has no model for the assistant. An admin can choose one in the settings.';
const TOO_OFTEN = `A person may ask the assistant ${QUESTIONS.burst} times a minute. Try again shortly.`;
