import { expect, it } from 'vitest';
import { WebhookTriggerConfig } from './definition';
import { executeWebhookTrigger } from './executor';

const put = async (config: object, input: object) =>
  executeWebhookTrigger(WebhookTriggerConfig.parse(config), { input } as Parameters<
    typeof executeWebhookTrigger
  >[1]);

it('what a run by hand leaves out is null, or empty', async () => {
  expect(await put({}, {})).toMatchObject({
    ok: true,
    output: { body: null, headers: {}, query: {}, method: null, rawBody: null },
  });
});

it('the header and the query parameter that prove the sender are secrets of the run', async () => {
  const config = {
    check: { kind: 'gitlab', token: 'x' },
    checkedMethods: 'POST',
    otherCheck: { kind: 'query', parameter: 'hub.verify_token', token: 'y' },
  };
  const headers = {
    'x-gitlab-token': 'the-gitlab-token',
    'paddle-signature': 'ts=1;h1=2',
    accept: 'text/plain',
  };
  const query = { 'hub.verify_token': 'the-verify-token', page: 'two-of-many' };
  const result = await put(config, { headers, query });
  expect(result).toMatchObject({ secrets: ['the-gitlab-token', 'ts=1;h1=2', 'the-verify-token'] });
});
