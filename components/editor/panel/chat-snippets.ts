export type ChatAccess = 'open' | 'password' | 'members';

/** Text in single quotes, as a POSIX shell takes it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The element that puts a chat on another site's page. @param url of the chat's page */
export function embedSnippet(url: string, slug: string): string {
  return `<script src="${new URL(url).origin}/chat-embed.js" data-chat="${slug}" async></script>`;
}

const PROOF: Record<ChatAccess, readonly string[]> = {
  open: [],
  password: ["-H 'X-Chat-Password: the password'"],
  members: ['-H "x-api-key: $MILLRACE_API_KEY"'],
};

/** A command for a POSIX shell that sends a message and shows the answer as it is written. */
export function chatCommand(apiUrl: string, access: ChatAccess): string {
  return [
    `curl -N ${quoted(apiUrl)}`,
    "-H 'Content-Type: application/json'",
    "-H 'Accept: text/event-stream'",
    ...PROOF[access],
    `--data-raw ${quoted('{"message": "Hello"}')}`,
  ].join(' \\\n  ');
}
