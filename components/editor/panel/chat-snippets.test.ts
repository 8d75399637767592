import { expect, test } from 'vitest';
import { chatCommand, embedSnippet } from './chat-snippets';

test('the snippet names the script of this installation and the chat', () => {
  expect(embedSnippet('https://mill.example/chat/help', 'help')).toBe(
    '<script src="https://mill.example/chat-embed.js?chat=help" async></script>',
  );
});

test('the command carries what the chat asks for', () => {
  const url = 'https://mill.example/api/v1/chat/help';
  expect(chatCommand(url, 'open')).toBe(
    [
      "curl -N 'https://mill.example/api/v1/chat/help'",
      "-H 'Content-Type: application/json'",
      "-H 'Accept: text/event-stream'",
      `--data-raw '{"message": "Hello"}'`,
    ].join(' \\\n  '),
  );
  expect(chatCommand(url, 'password')).toContain("-H 'X-Chat-Password: the password'");
  expect(chatCommand(url, 'members')).toContain('-H "x-api-key: $MILLRACE_API_KEY"');
});
