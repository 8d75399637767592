import { z } from 'zod';
import { readUrl } from '@/lib/platform/read-url';
import { defineBlock } from '../define-block';
import { chatTriggerIcon } from './icon';
import { CHAT_TRIGGER } from './trigger';

const MAX_SUGGESTIONS = 4;
const MAX_SUGGESTION_CHARACTERS = 200;
const MAX_ORIGINS = 20;

export const ChatTriggerConfig = z.object({
  title: z.string().max(100).default(''),
  /** The first words of a new conversation. */
  welcome: z.string().max(2_000).default(''),
  /** Suggested first messages, one a line. */
  suggestions: z.string().max(1_000).default(''),
  /** `members`: people of the workspace. */
  access: z.enum(['open', 'password', 'members']).default('members'),
  /** Preferably `{{NAME}}`; a typed password is treated as a credential everywhere. */
  password: z.string().max(1_000).default(''),
  /** Origins of pages that may embed the chat, separated by commas or lines; empty: none. */
  origins: z.string().max(2_000).default(''),
});
export type ChatTriggerConfig = z.infer<typeof ChatTriggerConfig>;

export const suggestionsOf = (suggestions: string): string[] =>
  suggestions
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Returns origins in the form that browsers send; null if one isn't an origin. */
export function originsOf(origins: string): string[] | null {
  const entries = origins.split(/[\s,]+/).filter((entry) => entry !== '');
  const read = entries.map(originOf);
  return read.every((origin) => origin !== null) ? [...new Set(read)] : null;
}

function originOf(entry: string): string | null {
  const url = readUrl(entry);
  if (url === null) return null;
  const { protocol, origin, pathname, search, hash, username, password } = url;
  const isWeb = protocol === 'https:' || protocol === 'http:';
  const isBare = pathname === '/' && `${search}${hash}${username}${password}` === '';
  return isWeb && isBare ? origin : null;
}

function problemsOf({ suggestions, access, password, origins }: ChatTriggerConfig) {
  const problems: Array<{ field: string; message: string }> = [];
  const lines = suggestions === '' ? [] : suggestionsOf(suggestions);
  if (lines.length > MAX_SUGGESTIONS)
    problems.push({ field: 'suggestions', message: `Enter at most ${MAX_SUGGESTIONS} suggestions.` });
  else if (lines.some((line) => line.length > MAX_SUGGESTION_CHARACTERS)) {
    const message = `A suggestion has at most ${MAX_SUGGESTION_CHARACTERS} characters.`;
    problems.push({ field: 'suggestions', message });
  }
  if (access === 'password' && password.trim() === '')
    problems.push({ field: 'password', message: 'Enter the password of the chat.' });
  const read = originsOf(origins);
  if (read === null)
    problems.push({ field: 'origins', message: 'Enter origins such as https://www.example.com.' });
  else if (read.length > MAX_ORIGINS)
    problems.push({ field: 'origins', message: `Enter at most ${MAX_ORIGINS} origins.` });
  return problems;
}

export const chatTriggerDefinition = defineBlock({
  type: 'chat-trigger',
  title: 'Chat',
  description: 'Starts a run for each message of a chat.',
  synonyms: [
    'chatbot',
    'bot',
    'conversation',
    'message',
    'widget',
    'messenger',
    'message received',
    'user message',
  ],
  icon: chatTriggerIcon,
  config: ChatTriggerConfig,
  fields: [
    {
      name: 'title',
      label: 'Title',
      kind: 'text',
      references: 'none',
      placeholder: 'Support',
      help: 'Empty: the name of the workflow.',
    },
    {
      name: 'welcome',
      label: 'Welcome message',
      kind: 'multiline',
      references: 'none',
      placeholder: 'Hello! How can I help you?',
    },
    {
      name: 'suggestions',
      label: 'Suggested messages',
      kind: 'multiline',
      references: 'none',
      placeholder: 'Where is my order?',
      help: `One per line, at most ${MAX_SUGGESTIONS}. Visitors send one with a click.`,
    },
    {
      name: 'access',
      label: 'Who may chat',
      kind: 'select',
      references: 'none',
      options: [
        { value: 'members', label: 'Members of the workspace' },
        { value: 'password', label: 'Everybody who has the password' },
        { value: 'open', label: 'Everybody who has the address' },
      ],
      help: 'Each message starts a run and counts against the plan.',
    },
    {
      name: 'password',
      label: 'Password',
      kind: 'secret',
      references: 'none',
      placeholder: 'Best as {{CHAT_PASSWORD}}',
      help: 'Keep it in a variable: {{NAME}}.',
      shownWhen: ({ access }) => access === 'password',
    },
    {
      name: 'origins',
      label: 'Sites that may embed the chat',
      kind: 'multiline',
      references: 'none',
      placeholder: 'https://www.example.com',
      help: 'Origins, separated by commas or lines. Empty: no other site may embed the chat.',
    },
  ],
  trigger: { startsOn: CHAT_TRIGGER.startsOn, limit: 1 },
  ports: () => [{ id: 'out', label: 'Next', kind: 'normal' }],
  outputs: () => [
    { name: 'message', type: 'string', description: 'What was written' },
    { name: 'conversationId', type: 'string', description: 'The same for all messages of a conversation' },
    { name: 'history', type: 'array', description: 'Earlier messages, the oldest first: role and content' },
  ],
  check: problemsOf,
  startTexts: ({ access, password }) =>
    access === 'password' ? [{ field: 'password', text: password }] : [],
  summary: ({ title }) => title,
});
