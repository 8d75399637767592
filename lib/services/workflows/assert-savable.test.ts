import { test } from 'vitest';
import { expectShortTasks } from '../../platform/testing/expect-short-tasks';
import { assertSavable } from './assert-savable';
import { fullOfReferences } from './testing/full-of-references';

test('as many references as a workflow may have are checked without holding the loop', async () => {
  const document = fullOfReferences();
  await expectShortTasks(() => assertSavable(document));
});
