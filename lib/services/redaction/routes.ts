import { type Operation, operation } from '../access/operation';
import {
  getWorkflowRedactionEndpoint,
  getWorkspaceRedactionEndpoint,
  setWorkflowRedactionEndpoint,
  setWorkspaceRedactionEndpoint,
} from './endpoints';
import { getWorkflowRedaction, setWorkflowRedaction } from './workflow-redaction';
import { getWorkspaceRedaction, setWorkspaceRedaction } from './workspace-redaction';

export const redactionRoutes: readonly Operation[] = [
  operation(getWorkspaceRedactionEndpoint, (actor, { params }) => getWorkspaceRedaction(actor, params)),
  operation(setWorkspaceRedactionEndpoint, setWorkspaceRedaction),
  operation(getWorkflowRedactionEndpoint, (actor, { params }) => getWorkflowRedaction(actor, params)),
  operation(setWorkflowRedactionEndpoint, setWorkflowRedaction),
];
