import { matchArgument } from '../platform/process-arguments';

const PLACE = /^--process=(\d+)\/(\d+)$/;

/** Which of the server processes behind one port this is, from 1. */
export interface Place {
  number: number;
  count: number;
}

/** This process's place, passed by the supervisor (`--process=1/2`); null for a server that listens itself. */
export function placeAmongProcesses(args: readonly string[] = process.argv): Place | null {
  const found = matchArgument(PLACE, args);
  return found ? { number: Number(found[1]), count: Number(found[2]) } : null;
}
