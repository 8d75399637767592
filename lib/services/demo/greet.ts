import { newId } from '../../platform/ids';

/** Returns the response to the example workflow; nothing is stored. */
export function greet({ name }: { name: string }, now: Date = new Date()) {
  const who = name === '' ? 'stranger' : name;
  return { id: newId(), greeting: `Hello, ${who}!`, name: who, createdAt: now.toISOString() };
}
