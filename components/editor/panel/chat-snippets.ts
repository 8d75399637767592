export type ChatAccess = 'open' | 'password' | 'members';

/** Quotes a text with single quotes for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Returns the element that embeds a chat in another site. @param url of the chat's page */
export function embedSnippet(url: string, slug: string): string {
  return `<script src="${new URL(url).origin}/chat-embed.js?chat=${encodeURIComponent(slug)}" async></script>`;
}

const PROOF: Record<ChatAccess, readonly string[]> = {
  open: [],
  password: ["-H 'X-Chat-Password: the password'"],
  members: ['-H "x-api-key: $MILLRACE_API_KEY"'],
};

/** Returns a POSIX shell command that sends a message and shows the answer while it is streamed. */
export function chatCommand(apiUrl: string, access: ChatAccess): string {
  return [
    `curl -N ${quoted(apiUrl)}`,
    "-H 'Content-Type: application/json'",
    "-H 'Accept: text/event-stream'",
    ...PROOF[access],
    `--data-raw ${quoted('{"message": "Hello"}')}`,
  ].join(' \\\n  ');
}
