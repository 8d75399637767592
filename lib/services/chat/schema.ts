import { z } from 'zod';

export const CHAT_ACCESS = ['open', 'password', 'members'] as const;

/** An address of the author's choice, or an unguessable one. */
export const ChatSlug = z
  .string()
  .regex(/^[a-z0-9-]{3,60}$/, 'Use 3 to 60 lowercase letters, digits and hyphens.');

export const ChatAddress = z
  .object({
    slug: z.string(),
    /** URL of the page. */
    url: z.string().meta({ examples: ['https://millrace.example.com/chat/order-help'] }),
    /** URL that code sends messages to. */
    apiUrl: z.string().meta({ examples: ['https://millrace.example.com/api/v1/chat/order-help'] }),
    /** True if messages are answered: the block is in the live version, and enabled. */
    isLive: z.boolean(),
  })
  .meta({ id: 'ChatAddress' });
export type ChatAddress = z.infer<typeof ChatAddress>;

/** A chat as visible to anybody with its address. */
export const Chat = z
  .object({
    title: z.string().meta({ examples: ['Order help'] }),
    welcome: z.string(),
    /** Suggested first messages. */
    suggestions: z.array(z.string()),
    access: z.enum(CHAT_ACCESS),
    /** Origins of pages that may embed it. */
    embedOrigins: z.array(z.string()),
  })
  .meta({ id: 'Chat' });
export type Chat = z.infer<typeof Chat>;

export const ChatMessage = z
  .object({
    role: z.enum(['user', 'assistant']),
    content: z.string().meta({ examples: ['Where is my order?'] }),
    at: z.string(),
  })
  .meta({ id: 'ChatMessage' });
export type ChatMessage = z.infer<typeof ChatMessage>;

const Turn = z.object({ conversationId: z.string(), executionId: z.string() });

/** `parked`: the run continues later, so there is no answer yet. */
export const ChatAnswer = Turn.extend({ answer: z.string(), parked: z.boolean().optional() }).meta({
  id: 'ChatAnswer',
});
export type ChatAnswer = z.infer<typeof ChatAnswer>;

/**
 * The `data` of each `event`. `conversation`: first; `text`: more of the answer, or with `replace` all of
 * it so far; `done`: the whole answer, last; `error`: last, when there is none.
 */
export const ChatEvent = z
  .union([
    ChatAnswer,
    Turn,
    z.object({ text: z.string(), replace: z.boolean().optional() }),
    z.object({ code: z.string(), message: z.string() }),
  ])
  .meta({ id: 'ChatEvent' });

const MAX_MESSAGE_CHARACTERS = 16_000;

export const NewChatMessage = z.strictObject({
  message: z
    .string()
    .max(MAX_MESSAGE_CHARACTERS, `A message has at most ${MAX_MESSAGE_CHARACTERS} characters.`)
    .refine((text) => text.trim() !== '', 'Write a message.')
    .meta({ examples: ['Where is my order?'] }),
  /** Id from an earlier answer; absent for a new conversation. */
  conversationId: z.uuid().optional(),
});
export type NewChatMessage = z.infer<typeof NewChatMessage>;
