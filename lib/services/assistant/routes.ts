import { readGuards } from '../access/guards';
import { type Operation, operation } from '../access/operation';
import { getAssistantModel, removeAssistantModel, setAssistantModel } from './assistant-model';
import {
  explainErrorEndpoint,
  getAssistantModelEndpoint,
  proposeChangeEndpoint,
  removeAssistantModelEndpoint,
  setAssistantModelEndpoint,
} from './endpoints';
import { explainError } from './explain-error';
import { proposeChange } from './propose-change';

export const assistantRoutes: readonly Operation[] = [
  operation(getAssistantModelEndpoint, (actor, { params }) => getAssistantModel(actor, params)),
  operation(setAssistantModelEndpoint, setAssistantModel),
  operation(removeAssistantModelEndpoint, removeAssistantModel),
  operation(
    proposeChangeEndpoint,
    (actor, { params, body }, { signal }) => proposeChange(actor, { ...body, ...params }, signal),
    { guards: readGuards('writer', 'The author applies what it proposes.') },
  ),
  operation(
    explainErrorEndpoint,
    (actor, { params, body }, { signal }) => explainError(actor, { ...body, ...params }, signal),
    { guards: readGuards('writer') },
  ),
];
