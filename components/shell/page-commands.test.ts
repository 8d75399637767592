import { expect, test } from 'vitest';
import { findCommands, groupCommands } from '../ui/find-commands';
import { pageCommands } from './page-commands';

/** Words that people of other tools type, and the page that must stand first. */
const WANTED: Readonly<Record<string, string>> = {
  Workflows: 'workflows scenarios zaps automations flows',
  'Waiting for you': 'waiting inbox approvals approve tasks mentions',
  Overview: 'overview dashboard metrics analytics charts stat',
  Logs: 'logs runs executions history traces console exec',
  Errors: 'errors issues exceptions failures bugs incidents',
  Webhooks: 'webhooks subscriptions deliveries events',
  Settings: 'settings preferences options',
  Guides: 'guides help documentation manual tutorial',
  'API reference': 'reference openapi swagger endpoints rest',
  'Settings: Members': 'members users team invite roles permissions',
  'Settings: Variables': 'variables environment env secrets secret',
  'Settings: Connections': 'connections credentials oauth accounts integrations credential',
  'Settings: Alerts': 'alerts notifications monitor email',
  'Settings: Audit': 'audit trail compliance',
  'Settings: Recently deleted': 'restore undelete trash',
  'Settings: Assistant': 'assistant copilot ai llm',
  'Settings: Model prices': 'prices cost pricing',
  'Settings: Plan and usage': 'plan usage billing quota limits upgrade',
  'Settings: API keys': 'keys token bearer',
  'Settings: Profile': 'profile password account sessions',
  'Settings: Operations': 'operations health queue database workers',
};
const CASES = Object.entries(WANTED).flatMap(([title, words]) =>
  words.split(' ').map((word): [string, string] => [word, title]),
);

const commands = pageCommands('w', { ownsInstallation: true }, () => () => undefined);

test.each(CASES)('%s finds %s first', (word, title) => {
  expect(findCommands(groupCommands(commands), word)[0]?.[1][0]?.title).toBe(title);
});

test('without a text all pages are listed; scattered letters find none', () => {
  expect(findCommands(groupCommands(commands), ' ')[0]?.[1]).toHaveLength(commands.length);
  for (const letters of ['wkf', 'lgs', 'crd', 'qqq'])
    expect(findCommands(groupCommands(commands), letters)).toEqual([]);
});
