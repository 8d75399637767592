import { z } from 'zod';
import type { OutboundRequest } from '../../platform/outbound-http/contract';
import { REQUEST_METHODS } from '../../platform/outbound-http/methods';
import { Rows } from './rows';

/** The head of references to the arguments that a model gives a tool: `<args.city>`. */
export const ARGS_HEAD = 'args';

const MAX_TOOLS = 64;
const MAX_SCHEMA_CHARACTERS = 50_000;

/** A connection of the workspace, whose credential each request gets; empty: none. */
const ConnectionId = z.string().max(100, 'At most 100 characters.').default('');

const ToolName = z
  .string('Enter a name.')
  .regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/, 'A name is letters, digits, "-" and "_", 64 at most.')
  .default('tool');

/** A tool of a model, as authored; texts may hold references, and those of a request `<args.…>` too. */
export const Tool = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('request'),
    name: ToolName,
    /** For the model. */
    description: z.string().max(2_000, 'At most 2,000 characters.').default(''),
    /** JSON Schema of an object; empty: no arguments. */
    parameters: z.string().max(MAX_SCHEMA_CHARACTERS, 'At most 50,000 characters.').default(''),
    method: z.enum(REQUEST_METHODS).default('GET'),
    url: z.string().default(''),
    headers: Rows,
    connectionId: ConnectionId,
    /** JSON; sent with POST, PUT and PATCH. */
    body: z.string().default(''),
  }),
  z.object({
    kind: z.literal('mcp'),
    /** Prefix of the names of its tools. */
    name: ToolName,
    url: z.string().default(''),
    headers: Rows,
    connectionId: ConnectionId,
    /** Names of the tools to offer, separated by commas; empty: all. */
    only: z.string().default(''),
  }),
  z.object({
    kind: z.literal('workflow'),
    name: ToolName,
    /** For the model. */
    description: z.string().max(2_000, 'At most 2,000 characters.').default(''),
    /** The id of a workflow of the same workspace; its inputs are the parameters. */
    workflowId: z.string().max(100, 'At most 100 characters.').default(''),
  }),
]);
export type Tool = z.infer<typeof Tool>;

export const Tools = z.array(Tool).max(MAX_TOOLS, `At most ${MAX_TOOLS} tools.`).default([]);

/** A tool with references resolved, except `<args.…>`, which are filled in with each call. */
export type ResolvedTool =
  | (Extract<Tool, { kind: 'request' }> & {
      /** Returns the request for these arguments. Throws ResolveError. */
      readonly requestFor: (args: Readonly<Record<string, unknown>>) => OutboundRequest;
    })
  | (Extract<Tool, { kind: 'mcp' }> & { readonly server: Pick<OutboundRequest, 'url' | 'headers'> })
  | Extract<Tool, { kind: 'workflow' }>;
