import { readGuards } from '../../access/guards';
import { type Operation, operation } from '../../access/operation';
import {
  countBulkEndpoint,
  createBulkJobEndpoint,
  getBulkJobEndpoint,
  listBulkItemsEndpoint,
  listBulkJobsEndpoint,
  pauseBulkJobEndpoint,
  resumeBulkJobEndpoint,
  stopBulkJobEndpoint,
} from '../endpoints';
import { pauseBulkJob, resumeBulkJob, stopBulkJob } from './change-job';
import { countBulk } from './count-selected';
import { createBulkJob } from './create-job';
import { getBulkJob, listBulkItems, listBulkJobs } from './read-jobs';

export const bulkRoutes: readonly Operation[] = [
  operation(countBulkEndpoint, (actor, { body }) => countBulk(actor, body), { guards: readGuards('reader') }),
  operation(createBulkJobEndpoint, createBulkJob),
  operation(listBulkJobsEndpoint, (actor, { query }) => listBulkJobs(actor, query)),
  operation(getBulkJobEndpoint, (actor, { params }) => getBulkJob(actor, params)),
  operation(listBulkItemsEndpoint, (actor, { params, query }) =>
    listBulkItems(actor, { ...params, ...query }),
  ),
  operation(pauseBulkJobEndpoint, pauseBulkJob),
  operation(resumeBulkJobEndpoint, resumeBulkJob),
  operation(stopBulkJobEndpoint, stopBulkJob),
];
