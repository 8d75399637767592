import type { Prisma } from '../../generated/prisma/client';
import { eventToNote, type Happened, NOTE } from './note-event';

/**
 * Writes the deliveries of an event in a transaction of Prisma’s. The text is a constant; what varies are parameters.
 */
export async function noteEventIn(tx: Prisma.TransactionClient, happened: Happened): Promise<void> {
  await tx.$executeRawUnsafe(NOTE, ...eventToNote(happened));
}
