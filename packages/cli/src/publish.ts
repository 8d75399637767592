import { writeJson } from '../../../lib/platform/text/json-text';
import { CALL_FLAGS, callerOf } from './caller';
import type { PlacedCommand } from './place';
import { readArguments, SWITCH, TEXT } from './read-arguments';

const FLAGS = { ...CALL_FLAGS, note: TEXT, json: SWITCH };

/** Publishes the draft of a workflow. */
export const publish: PlacedCommand = async (args, place) => {
  const given = readArguments(args, FLAGS, ['WORKFLOW']);
  const { millrace, workflow } = callerOf(given, place);
  const note = given.text('note');
  const id = await workflow(given.words[0] ?? '');
  const version = await millrace.versions.publish(id, note === undefined ? {} : { note });
  place.print(given.has('json') ? `${writeJson(version)}\n` : `Published as version ${version.number}.\n`);
  return 0;
};
