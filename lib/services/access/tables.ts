import { defineTables } from '../tables/define-tables';
import { deleteFullBuckets } from './attempts';

const TEN_MINUTES_MS = 10 * 60 * 1000;

export const accessTables = defineTables({
  'runtime.attempt_bucket': {
    retention: { name: 'forget attempts of long ago', everyMs: TEN_MINUTES_MS, run: deleteFullBuckets },
    plainBytes: { name: 'a hash' },
  },
});
