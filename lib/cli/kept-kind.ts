import type { z } from 'zod';
import type { Client } from '../platform/http/client';
import { freeExternalId } from './external-id-of';
import type { FileNames } from './file-names';
import { parseJsonFile, printJson } from './json-file';
import { done, type KeptSet, type There } from './kept-set';
import type { SyncConfig } from './sync-config';
import { freePath } from './workflow-folder';

/** The workspace of a command, and what the command knows. */
export interface Place {
  client: Client;
  workspaceId: string;
  names: FileNames;
  config: SyncConfig;
  /** The texts of files of the folder, by path. */
  files: ReadonlyMap<string, string>;
  dryRun: boolean;
}

/** One as the workspace lists it, with what its file would hold. */
export interface Listed<Content> {
  id: string;
  externalId: string | null;
  name: string;
  version?: number;
  content: Content;
}

/** A thing that is sent: by its external id, or by the id of one that has none. */
export type Sending<Content> = { file: string; content: Content } & (
  | { externalId: string; listed: Listed<Content> | undefined }
  | { externalId: null; listed: Listed<Content> }
);

interface Kind<Content> {
  what: string;
  directory: string;
  end: string;
  schema: z.ZodType<Content>;
  list(place: Place): Promise<Array<Listed<Content>>>;
  send(
    place: Place,
    sending: Sending<Content>,
  ): Promise<{ listed: Listed<Content>; changed: boolean; note?: string | undefined }>;
  remove(place: Place, id: string): Promise<unknown>;
  /** Only for kinds whose URL an environment may have of its own. */
  urlOf?(content: Content): string | undefined;
  withUrl?(content: Content, url: string): Content;
}

/** The path of a file that pull writes, without its end. */
const PATH = /^[a-z0-9-]+\/[a-z0-9-]+$/;

/** Returns how a kind of things, each in a file of its own, is pulled and pushed. */
export function defineKind<Content extends object>(kind: Kind<Content>): (place: Place) => KeptSet {
  const { what, directory, end, schema } = kind;
  const print = (content: Content): string => printJson(schema.parse(content));
  const contentIn = (text: string, file: string): Content => parseJsonFile(schema, text, file);

  return (place) => {
    const { names, config, files, dryRun } = place;
    let listed: Array<Listed<Content>> = [];

    /** If the environment has a URL of its own, the file keeps the one that it has. */
    function textOf({ id, content }: Listed<Content>): string {
      const file = names.fileOf(id);
      const here = file !== undefined && config.has(file, 'url') ? files.get(file) : undefined;
      if (file === undefined || here === undefined) return print(content);
      const url = kind.urlOf?.(contentIn(here, file));
      return print(url === undefined ? content : (kind.withUrl?.(content, url) ?? content));
    }

    const toThere = (one: Listed<Content>): There => {
      const { id: key, externalId, name } = one;
      return { key, externalId, name, text: textOf(one) };
    };

    return {
      what,
      takes: (file) => file.endsWith(end) && !config.connections.has(file),
      parse: (text, file) => print(contentIn(text, file)),
      async list() {
        const all = await kind.list(place);
        listed = all.filter(({ id }) => !config.connections.has(names.fileOf(id) ?? ''));
        return listed.map(toThere);
      },
      fileFor({ name, externalId }, isTaken) {
        // Another folder that is pushed to the workspace has it under this name.
        const same = `${externalId}${end}`;
        const isPath = externalId !== null && PATH.test(externalId) && same.startsWith(`${directory}/`);
        return isPath && !isTaken(same) ? same : freePath(directory, name, isTaken, end);
      },
      named: ({ key }, file) => names.set(key, file),
      isAlwaysSent: (file) => (['secret', 'url', 'headers'] as const).some((what) => config.has(file, what)),
      async send(file, text, { there }) {
        const isOthers = ({ id }: Listed<Content>) => (names.fileOf(id) ?? file) !== file;
        const named = there && listed.find(({ id }) => id === there.key);
        const free = freeExternalId(file, (externalId) =>
          listed.some((one) => one.externalId === externalId && isOthers(one)),
        );
        const before = named ?? listed.find(({ externalId }) => externalId === free);
        if (dryRun) {
          if (before !== undefined && textOf(before) === text) return { outcomes: [] };
          return { outcomes: [done(`${file}: would be ${before === undefined ? 'created' : 'saved'}`)] };
        }
        const content = contentIn(text, file);
        const externalId = before === undefined ? free : before.externalId;
        // By its id it would be written each time, whether its secret differs or not.
        if (externalId === null && there?.text === text) return { outcomes: [] };
        const sent = await kind.send(
          place,
          externalId === null
            ? { file, content, externalId, listed: before as Listed<Content> }
            : { file, content, externalId, listed: before },
        );
        names.set(sent.listed.id, file);
        const words = `${file}: ${before === undefined ? 'created' : 'saved'}`;
        const all = sent.note === undefined ? words : `${words}; ${sent.note}`;
        const outcomes = sent.changed ? [done(all)] : [];
        return { outcomes, stored: { key: sent.listed.id, text: textOf(sent.listed) } };
      },
      async remove({ key }) {
        await kind.remove(place, key);
      },
    };
  };
}
