import { describe, expect, it } from 'vitest';
import { otherCheckField, requestCheckField } from './check-fields';
import { webhookTriggerDefinition } from './definition';
import { RequestCheck, secretMemberOf } from './request-check';
import { SENDER_OPTIONS } from './senders';

const shownFor = (check: object) =>
  (requestCheckField.members ?? [])
    .filter(({ shownWhen }) => shownWhen?.(RequestCheck.parse(check)) ?? true)
    .map(({ label }) => label);

describe('the form of a check', () => {
  it.each([
    ['github', ['Kind', 'Secret']],
    ['slack', ['Kind', 'Secret', 'Tolerance']],
    ['mailgun', ['Kind', 'Secret', 'Tolerance']],
    ['discord', ['Kind', 'Public key', 'Tolerance']],
    ['query', ['Kind', 'Query parameter', 'Secret']],
    ['none', ['Kind']],
  ])('of %s asks for %j', (kind, labels) => expect(shownFor({ kind })).toEqual(labels));

  it('asks for where the time is once a template names it', () => {
    const plain = shownFor({ kind: 'hmac' });
    const timed = shownFor({ kind: 'hmac', template: '{timestamp}.{body}' });
    expect(timed.filter((label) => !plain.includes(label))).toEqual(['Timestamp header', 'Tolerance']);
  });

  it('offers senders by their names, in order', () => {
    const labels = SENDER_OPTIONS.map(({ label }) => label);
    expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b, 'en')));
    expect(labels.length).toBeGreaterThanOrEqual(30);
  });

  it('shows the check of other methods once the first is not for all', () => {
    expect(otherCheckField.shownWhen?.({})).toBe(false);
    expect(otherCheckField.shownWhen?.({ checkedMethods: 'POST' })).toBe(true);
  });
});

it('a config that was stored before senders and methods could be chosen means what it did', () => {
  const stored = { methods: 'POST', check: { kind: 'hmac', token: '{{S}}', header: 'X-Sig', prefix: 'v1=' } };
  expect(webhookTriggerDefinition.config.parse(stored)).toMatchObject({
    checkedMethods: 'any',
    otherCheck: { kind: 'none' },
    readBodyAs: 'declared',
    allowedOrigins: '',
    check: { algorithm: 'sha256', encoding: 'hex', template: '{body}', secretEncoding: 'text' },
  });
});

it.each([requestCheckField, otherCheckField])(
  'each secret of $name is a field for secrets',
  ({ members = [] }) => {
    const kinds = members.find(({ name }) => name === 'kind')?.options?.map(({ value }) => value) ?? [];
    expect(kinds.length).toBeGreaterThan(3);
    for (const kind of kinds.filter((one) => one !== 'none')) {
      const check = RequestCheck.parse({ kind });
      const read = members.find(({ name }) => name === secretMemberOf(check));
      expect([kind, read?.shownWhen?.(check), read?.kind]).toEqual([
        kind,
        true,
        // What a public key is for is being known.
        'publicKey' in check ? 'text' : 'secret',
      ]);
    }
  },
);
