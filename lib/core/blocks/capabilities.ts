import type { BlockExporter } from './import-export';
import type { BlockTrigger } from './trigger';
import type { OutputField } from './value-shape';

/** The capabilities of a block: optional members of its definition, none of which needs another. */

/** It starts runs, so nothing leads into it. */
export interface StartsRuns<Config = unknown> {
  /** Absent for the Start block: it starts the runs of people, callers and other workflows. */
  startsOn?: BlockTrigger;
  /** The most such blocks in a workflow. */
  limit?: number;
  /** True if it may output more than `outputs` lists. */
  openOutputs?: boolean;
  /** Outputs known before any run; they apply unless a run is given others. */
  defaultOutputs?: (config: Config) => Readonly<Record<string, unknown>>;
}

export type ContainerKind = 'loop' | 'parallel';

/** Other blocks are inside it (by `parentId`) and run once for each of its iterations. */
export interface Container {
  /** The name of the iteration in references inside: `<loop.item>`, `<parallel.index>`. */
  kind: ContainerKind;
  /** The values that those references can name. */
  iterationOutputs: readonly OutputField[];
  /** The field with the list from which `item` comes. */
  itemsField?: string;
}

/** It never runs: the canvas shows the text and colour of these fields. No ports, outputs or executor. */
export interface Note {
  textField: string;
  colourField: string;
}

/**
 * After a success, its output sets a part of the run:
 * - `response`: the output `{status, headers, body}` is the run's response; the first such block sets it.
 * - `variables`: its outputs are `<variable.name>` from then on, anywhere in the run.
 * - `tags`: the texts of its output `tags` become tags of the run.
 */
export type SetOfRun = 'response' | 'variables' | 'tags';

/**
 * Work outside of the run. A replay takes the recorded result of a block with a request or models, and a
 * run on pins alone is refused if it would reach any of this.
 */
export interface OutsideWork<Config = unknown> {
  request?: SentRequest<Config>;
  /** True if it asks AI models. */
  models?: boolean;
  /** It starts executions: the name of the output with the id of one. */
  executionId?: string;
  /** It runs another workflow and hands on its output. */
  calls?: CalledWorkflowFields;
  /**
   * Returns the parts of a span's input that leave the run, by their names: tests of a workflow compare them.
   * Absent if nothing leaves.
   */
  sent?: (input: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** True if with this config it may wait for something that outlives a process, so a run can be parked. */
  mayWait?: (config: Config) => boolean;
  /**
   * Returns true if with this config its run is parked while its server is unavailable; null: as the settings
   * of the workflow say.
   */
  waitsForServer?: (config: Config) => boolean | null;
}

export interface CalledWorkflowFields {
  /** The field with the id of the workflow. */
  workflow: string;
  /** The field with the rows of its input. */
  input: string;
  /** The output that is the output of the workflow. */
  output: string;
}

/** An HTTP request. It needs a line among the `previewers` in `registry/executors.ts`. */
export interface SentRequest<Config = unknown> {
  outputs: ResponseOutputs;
  /** Returns the URL in what `sent` returns, with its path parameters filled in. */
  urlOf: (sent: Readonly<Record<string, unknown>>) => string;
  /** True if with this config a response with a failure status is continuable. */
  continuesOnStatus?: (config: Config) => boolean;
  /** Write the request as code of other tools. */
  exporters?: readonly BlockExporter[];
  /** Finds a next page in a response of a block sent alone; null if there is none, or it is requested already. */
  nextPage?: (exchange: SentExchange, config: Config) => NextPageHint | null;
}

/** A request and its response. */
export interface SentExchange {
  /** The body's text; null if it is none. */
  request: { method: string; url: string; body: string | null };
  headers: Readonly<Record<string, unknown>>;
  /** Parsed, when it was JSON. */
  body: unknown;
}

interface NextPageHint {
  /** How the response names it, as part of a sentence for people. */
  words: string;
  /** The change of the config that requests all pages. */
  change: Readonly<Record<string, unknown>>;
}

/** Names of the outputs with the parts of the response. */
export interface ResponseOutputs {
  status: string;
  headers: string;
  body: string;
}

type MayStart = { trigger?: Pick<StartsRuns, 'startsOn'> } | undefined;

/** True for the block of a trigger: a run's input is its output, while the Start block receives it. */
export const isTriggerBlock = (definition: MayStart): boolean => definition?.trigger?.startsOn !== undefined;

/** True for the block that starts the runs of people, callers and other workflows. */
export const isStartBlock = (definition: MayStart): boolean =>
  definition?.trigger !== undefined && definition.trigger.startsOn === undefined;

/** True for blocks of this trigger. */
export const isBlockOf = (definition: MayStart, { startsOn }: { startsOn: BlockTrigger }): boolean =>
  definition?.trigger?.startsOn === startsOn;

/** True if it sends requests or asks models, whose answers may differ each time. */
export function reachesOut(definition: { outsideWork?: OutsideWork } | undefined): boolean {
  const { request, models } = definition?.outsideWork ?? {};
  return request !== undefined || models === true;
}
