import { newId } from '../../platform/ids';

/** What the example workflow gets back; nothing is kept. */
export function greet({ name }: { name: string }, now: Date = new Date()) {
  const who = name === '' ? 'stranger' : name;
  return { id: newId(), greeting: `Hello, ${who}!`, name: who, createdAt: now.toISOString() };
}
