import type { BlockDefinition } from '../blocks/block';
import { type CalledWorkflowFields, isStartBlock } from '../blocks/capabilities';
import type { BlockDefinitions } from '../blocks/registry/definitions';

/** The kinds of blocks that a workflow of its own needs at its borders, and the fields they are set in. */
export interface PartDefinitions {
  start: BlockDefinition;
  /** The field of the start with the list of inputs. */
  inputsField: string;
  response: BlockDefinition;
  /** The field of the response with its value. */
  valueField: string;
  call: BlockDefinition;
  calls: CalledWorkflowFields;
}

/** @throws Error if a kind is missing, which no set of definitions of the product lacks */
export function partDefinitions(definitions: BlockDefinitions): PartDefinitions {
  const all = [...definitions.values()];
  const start = all.find(isStartBlock);
  const response = all.find(({ sets }) => sets === 'response');
  const call = all.find(({ outsideWork }) => outsideWork?.calls !== undefined);
  const inputsField = start?.fields.find(({ kind }) => kind === 'input-fields')?.name;
  const valueField = response?.fields.find(({ kind }) => kind === 'value')?.name;
  const calls = call?.outsideWork?.calls;
  if (!start || !response || !call || !calls || inputsField === undefined || valueField === undefined)
    throw new Error('No kinds of blocks for the input, the output and the call of a workflow.');
  return { start, inputsField, response, valueField, call, calls };
}
