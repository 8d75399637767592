import { approveBeforePost } from './approve-before-post';
import { callWorkflow } from './call-workflow';
import { chatWithOrders } from './chat-with-orders';
import { checkout } from './checkout';
import { connectedCalendar } from './connected-calendar';
import { csvImport } from './csv-import';
import { enrichWebhook } from './enrich-webhook';
import { escalateIncident } from './escalate-incident';
import { fanOut } from './fan-out';
import { graphqlQuery } from './graphql-query';
import { moveFile } from './move-file';
import { nightlySync } from './nightly-sync';
import { pagedReport } from './paged-report';
import { paymentEvents } from './payment-events';
import { pollUntilDone } from './poll-until-done';
import { rateLimitedLoop } from './rate-limited-loop';
import { retryAndAlert } from './retry-and-alert';
import { statusCheck } from './status-check';
import type { WorkflowTemplate } from './template';
import { triageMessage } from './triage-message';
import { validateInput } from './validate-input';

/** All templates, in the order they are shown. */
export const TEMPLATES: readonly WorkflowTemplate[] = [
  pagedReport,
  retryAndAlert,
  enrichWebhook,
  approveBeforePost,
  triageMessage,
  nightlySync,
  fanOut,
  validateInput,
  pollUntilDone,
  paymentEvents,
  chatWithOrders,
  csvImport,
  statusCheck,
  checkout,
  graphqlQuery,
  rateLimitedLoop,
  connectedCalendar,
  callWorkflow,
  moveFile,
  escalateIncident,
];
