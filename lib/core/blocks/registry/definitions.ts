import { agentDefinition } from '../agent/definition';
import { apiDefinition } from '../api/definition';
import type { BlockDefinition } from '../block';
import { chatTriggerDefinition } from '../chat-trigger/definition';
import { conditionDefinition } from '../condition/definition';
import { functionDefinition } from '../function/definition';
import { loopDefinition } from '../loop/definition';
import { noteDefinition } from '../note/definition';
import { parallelDefinition } from '../parallel/definition';
import { responseDefinition } from '../response/definition';
import { scheduleTriggerDefinition } from '../schedule-trigger/definition';
import { startDefinition } from '../start/definition';
import { tagsDefinition } from '../tags/definition';
import { transformDefinition } from '../transform/definition';
import { variablesDefinition } from '../variables/definition';
import { waitDefinition } from '../wait/definition';
import { webhookTriggerDefinition } from '../webhook-trigger/definition';
import { workflowDefinition } from '../workflow/definition';

/** Every kind of block, in the order of the palette. Pure, because the browser loads it too. */
const definitions: readonly BlockDefinition[] = [
  startDefinition,
  webhookTriggerDefinition,
  scheduleTriggerDefinition,
  chatTriggerDefinition,
  apiDefinition,
  agentDefinition,
  functionDefinition,
  conditionDefinition,
  transformDefinition,
  variablesDefinition,
  tagsDefinition,
  loopDefinition,
  parallelDefinition,
  workflowDefinition,
  waitDefinition,
  responseDefinition,
  noteDefinition,
];

export type BlockDefinitions = ReadonlyMap<string, BlockDefinition>;

/** Definitions by block type. */
export const blockDefinitions: BlockDefinitions = new Map(
  definitions.map((definition) => [definition.type, definition]),
);
