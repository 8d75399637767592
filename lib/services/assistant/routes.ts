import { type Guards, readGuards } from '../access/guards';
import { type Operation, operation } from '../access/operation';
import { getAssistantModel, removeAssistantModel, setAssistantModel } from './assistant-model';
import {
  explainErrorEndpoint,
  fixRunEndpoint,
  getAssistantModelEndpoint,
  proposeChangeEndpoint,
  removeAssistantModelEndpoint,
  setAssistantModelEndpoint,
} from './endpoints';
import { explainError } from './explain-error';
import { fixRun } from './fix-run';
import { proposeChange } from './propose-change';

/** The verbs that it calls write what it leaves. */
const FIX_GUARDS: Guards = {
  role: 'writer',
  quota: { none: 'The test and the proposal have their own.' },
  audit: { none: 'The test and the proposal write theirs.' },
  transaction: { none: 'The test and the proposal have their own.' },
};

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
  operation(
    fixRunEndpoint,
    (actor, { params, body }, { signal }) => fixRun(actor, { ...body, ...params }, signal),
    { guards: FIX_GUARDS },
  ),
];
