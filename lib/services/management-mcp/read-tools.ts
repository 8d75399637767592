import { z } from 'zod';
import { endsOf } from '../../core/assistant/block-catalog';
import type { HiddenValues } from '../../core/assistant/hidden-values';
import { blockSchemas } from '../../core/block-schemas/block-schemas';
import { blockDefinitions } from '../../core/blocks/registry/definitions';
import { workflowText } from '../../core/proposals/workflow-text';
import { isNewer, newerDocumentWords } from '../../core/workflow/migrate-document';
import type { WorkflowDocument } from '../../core/workflow/schema';
import { AppError } from '../../platform/errors';
import { jsonLength } from '../../platform/text/json-length';
import { writeJson } from '../../platform/text/json-text';
import { holdsScopes } from '../access/require-scope';
import { listConnections } from '../connections/list-connections';
import { type ShownDraft, shownDraft } from '../proposals/hidden-for-agents';
import { checkProposed, listProposals } from '../proposals/list-proposals';
import { MAX_PROPOSED_BYTES } from '../proposals/schema';
import { readVariables } from '../variables/read-variables';
import { readWorkflow } from '../workflows/find-workflow';
import { listWorkflows } from '../workflows/list-workflows';
import { openDocument } from '../workflows/stored-document';
import { defineTool, OfWorkflow, type ToolContext, workflowHere } from './define-tool';
import { asData } from './untrusted-data';

const MOST_LISTED = 200;
const MOST_TYPES = 20;

const listTool = defineTool({
  name: 'list_workflows',
  description: 'Lists the workflows of the workspace, the last changed first, with their ids and versions.',
  input: z.strictObject({
    search: z.string().max(100).default('').describe('Only those whose name contains this.'),
    limit: z.number().int().min(1).max(MOST_LISTED).default(50),
  }),
  async run({ actor, workspaceId }, { search, limit }) {
    const { data } = await listWorkflows(actor, { workspaceId });
    const wanted = search.toLowerCase();
    const found = data.filter(({ name }) => name.toLowerCase().includes(wanted));
    const lines = found
      .slice(0, limit)
      .map(({ id, name, version, liveVersion, updatedAt }) =>
        writeJson({ workflow_id: id, name, draftVersion: version, liveVersion, updatedAt }),
      );
    return {
      text: `${found.length} workflows, ${lines.length} of them listed.\n${asData(lines.join('\n'))}`,
      facts: { total: found.length },
    };
  },
});

const readTool = defineTool({
  name: 'read_workflow',
  description:
    'Reads the draft of a workflow: its blocks, connections, settings and problems. Values that you don’t ' +
    'get to see are marks like [[hidden-…]]; {{NAME}} is a variable. Names the version that ' +
    'propose_change needs.',
  input: z.strictObject({
    ...OfWorkflow,
    as: z
      .enum(['text', 'document'])
      .default('text')
      .describe('`document`: JSON, as propose_change takes it whole.'),
  }),
  async run(context, { workflow_id: id, as }) {
    const draft = await draftFor(context, id);
    const { name, description, version, liveVersion, shown, hidden, document } = draft;
    const [{ problems }, { data: proposals }, names] = await Promise.all([
      checkProposed({ workspaceId: context.workspaceId, base: document, document }),
      listProposals(context.actor, { id }),
      namesFor(context, hidden),
    ]);
    const open = proposals.filter(({ state }) => state === 'open').map((each) => each.id);
    const told = [
      `Name: ${hidden.text(name)}`,
      ...(description === '' ? [] : [`Description: ${hidden.text(description)}`]),
      ...names,
      `Problems: ${problems.length === 0 ? 'none' : ''}`,
      ...problems.map(({ severity, blockId, message }) =>
        hidden.text(`- ${severity}${blockId === null ? '' : `, block ${blockId}`}: ${message}`),
      ),
      as === 'text' ? `Blocks:\n${workflowText(shown)}` : `Document:\n${writeJson(shown)}`,
    ];
    const state = liveVersion === null ? 'it is not published' : `version ${liveVersion} is live`;
    return {
      text:
        `The draft is at version ${version}; ${state}. ` +
        `Open proposals: ${open.join(', ') || 'none'}.\n${asData(told.join('\n'))}`,
      facts: { version, liveVersion, problems: problems.length, openProposals: open.length },
    };
  },
});

/** A draft as an agent reads it, and as it is. */
export interface AgentDraft extends ShownDraft {
  id: string;
  name: string;
  description: string;
  version: number;
  liveVersion: number | null;
  document: WorkflowDocument;
}

/** @throws AppError not_found, forbidden, invalid_request, payload_too_large */
export async function draftFor(context: ToolContext, id: string): Promise<AgentDraft> {
  const { workspaceId } = await workflowHere(context, id);
  const row = await readWorkflow(context.actor, id, 'reader');
  const document = openDocument(row.id, row.document);
  if (isNewer(document)) throw new AppError('invalid_request', newerDocumentWords(document.schemaVersion));
  if (jsonLength(document, MAX_PROPOSED_BYTES) > MAX_PROPOSED_BYTES)
    throw new AppError('payload_too_large', 'This workflow has more than 1 MB, too much for an agent.');
  const marks = { workspaceId, workflowId: row.id, version: row.version };
  const { shown, hidden } = await shownDraft(marks, document);
  context.hidden = hidden;
  const { name, description, version, liveVersion } = row;
  return { id: row.id, name, description, version, liveVersion, document, shown, hidden };
}

/** Lists names that blocks may use: of variables, and of connections if the key may use them. */
async function namesFor({ actor, workspaceId }: ToolContext, hidden: HiddenValues): Promise<string[]> {
  const { values } = await readVariables({ workspaceId, environment: 'draft' });
  const variables = `Variables: ${[...values.keys()].join(', ') || 'none'}`;
  if (!holdsScopes(actor, ['connections:use'])) return [variables];
  const { data } = await listConnections(actor, { workspaceId });
  const connections = data.map(({ id, name }) => `${id} ${hidden.text(name)}`).join('; ');
  return [variables, `Connections (id, name): ${connections || 'none'}`];
}

const schemasTool = defineTool({
  name: 'block_schemas',
  description:
    'Lists the types of blocks; with `types`, the JSON Schema of their settings, their ports and outputs.',
  input: z.strictObject({
    types: z.array(z.string().max(40)).max(MOST_TYPES).optional().describe('Such as `api`, `function`.'),
  }),
  async run(_, { types }) {
    const all = blockSchemas();
    if (types === undefined)
      return {
        text: all.map(({ type, title }) => `${type}: ${title}. ${descriptionOf(type)}`).join('\n'),
      };
    const found = all.filter(({ type }) => types.includes(type));
    const known = new Set(found.map(({ type }) => type));
    const unknown = types.filter((type) => !known.has(type));
    const schemas = found.map(({ type, settings }) => {
      const definition = blockDefinitions.get(type);
      return writeJson({ type, settings, ...(definition && endsOf(definition, {})) });
    });
    const missing = unknown.length === 0 ? [] : [`There is no type ${unknown.join(', ')}.`];
    return { text: [...schemas, ...missing].join('\n') };
  },
});

const descriptionOf = (type: string): string => blockDefinitions.get(type)?.description ?? '';

export const readTools = [listTool, readTool, schemasTool];
