import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { runErrorCodes } from '@/scripts/testing/run-error-codes';
import { Advice } from './advice';
import { adviceFor } from './error-advice';
import { WorkspaceProvider, type WorkspaceView } from './workspace-context';

const shown = (code: string) =>
  renderToStaticMarkup(
    <WorkspaceProvider value={{ id: 'w1' } as WorkspaceView}>
      <Advice code={code} />
    </WorkspaceProvider>,
  );
const LINK = 'href="/w/w1/settings/connections"';

test.each(['CONNECTION_EXPIRED', 'CONNECTION_NOT_CONNECTED', 'CONNECTION_NOT_FOUND'])(
  '%s leads to the connections of the workspace',
  (code) => expect(shown(code)).toContain(LINK),
);

test('errors of other kinds lead nowhere; of a host that refuses a connection none is at fault', () => {
  for (const code of ['CONNECTION_REFUSED', 'CONNECTION_RESET', 'TIMEOUT']) {
    expect(shown(code)).toContain('<p>');
    expect(shown(code)).not.toContain('href');
  }
  expect(shown('NO_SUCH_CODE')).toBe('');
});

test('whatever tells to connect in the settings has the link', () => {
  const telling = runErrorCodes().filter((code) => /^Connect the account/.test(adviceFor(code) ?? ''));
  expect(telling.length).toBeGreaterThan(1);
  for (const code of telling) expect([code, shown(code).includes(LINK)]).toEqual([code, true]);
});
