import type { Operation } from '../../platform/http/operation';
import { operation } from '../access/operation';
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
  operation(setAssistantModelEndpoint, (actor, { params, body }) =>
    setAssistantModel(actor, { ...body, ...params }),
  ),
  operation(
    removeAssistantModelEndpoint,
    async (actor, { params }) => void (await removeAssistantModel(actor, params)),
  ),
  operation(proposeChangeEndpoint, (actor, { params, body }, { signal }) =>
    proposeChange(actor, { ...body, ...params }, signal),
  ),
  operation(explainErrorEndpoint, (actor, { params, body }, { signal }) =>
    explainError(actor, { ...body, ...params }, signal),
  ),
];
