import { groupedBy } from '../../../../platform/grouped-by';
import type { RowsEnd, Subject } from '../../define-tables';
import type { RegisteredTable } from '../all-tables';
import type { CatalogueColumn } from './read-catalogue';

const SUBJECTS: readonly Subject[] = ['workspace', 'workflow', 'person'];
/** The table with a subject's own row. */
const HOME: Readonly<Record<Subject, string>> = {
  workspace: 'workspace',
  workflow: 'workflow',
  person: 'user',
};

/** Columns that name a subject by what they are called. */
const NAMES: ReadonlyArray<[RegExp, Subject]> = [
  [/^workspace_ids?$/, 'workspace'],
  [/(^|_)workflow_ids?$/, 'workflow'],
  [/^(user|owner|author)_id$|_by_id$|^emails?$/, 'person'],
];

/** Columns with ids of runs: what becomes of them with a run that is deleted is told by `run`. */
const RUN_IDS = new Set([
  'execution_id',
  'execution_ids',
  'failure_of',
  'first_execution_id',
  'first_log_id',
  'last_log_id',
  'log_id',
  'new_execution_id',
  'new_log_id',
  'of_log_id',
  'parent_execution_id',
  'root_execution_id',
]);

/** Columns with ids of something else: of the row itself, of a run, of a process, of another row. */
const OTHER_IDS = new Set([
  ...RUN_IDS,
  'awaits',
  'comment_id',
  'connection_id',
  'conversation_id',
  'database_generation',
  'delivery_id',
  'event_id',
  'file_id',
  'folder_id',
  'folder_ids',
  'group_id',
  'hold_id',
  'id',
  'job_id',
  'key_id',
  'last_probe_id',
  'lease_owner',
  'lease_token',
  'outage_id',
  'owner',
  'parent_id',
  'probe_id',
  'process_id',
  'redelivery_id',
  'renewal_id',
  'root_id',
  'rule_id',
  'session_id',
  'subscription_id',
  'thread_id',
  'turn_id',
  'waiter',
]);

/** Returns a sentence for each thing that a room leaves out about its tables, or tells wrongly. */
export function compareTables(
  columns: readonly CatalogueColumn[],
  registered: readonly RegisteredTable[],
): string[] {
  const byTable = groupedBy(columns, ({ table }) => table);
  return [
    ...ownershipProblems(byTable, registered),
    ...registered.flatMap((table) => {
      const own = byTable.get(table.name);
      return own === undefined ? [] : tableProblems(table, own, { columns, registered });
    }),
  ];
}

function ownershipProblems(
  byTable: ReadonlyMap<string, readonly CatalogueColumn[]>,
  registered: readonly RegisteredTable[],
): string[] {
  const rooms = groupedBy(registered, ({ name }) => name);
  const placesOf = (name: string): string => (rooms.get(name) ?? []).map(placeOf).join(', ');
  const unowned = [...byTable.keys()].filter((name) => !rooms.has(name));
  const missing = [...rooms.keys()].filter((name) => !byTable.has(name));
  const shared = [...rooms].filter(([, owners]) => owners.length > 1);
  return [
    ...unowned.map(
      (name) =>
        `${name} has no owner. Declare it in the tables.ts of its room: the columns that refer to a ` +
        'workspace, a workflow or a person, what happens to its rows when one is deleted, and how long ' +
        'they are kept.',
    ),
    ...missing.map((name) => `${name} is declared in ${placesOf(name)}, but not in the database.`),
    ...shared.map(([name]) => `${name} has more than one owner: ${placesOf(name)}.`),
  ];
}

interface All {
  columns: readonly CatalogueColumn[];
  registered: readonly RegisteredTable[];
}

function tableProblems(table: RegisteredTable, own: readonly CatalogueColumn[], all: All): string[] {
  return [
    ...columnProblems(table, own),
    ...SUBJECTS.flatMap((subject) => endProblems(table, subject, own, all)),
    ...runProblems(table, own, all),
    ...bytesProblems(table, own),
    ...retentionProblems(table, all),
  ];
}

function columnProblems(table: RegisteredTable, own: readonly CatalogueColumn[]): string[] {
  const told: Readonly<Record<string, Subject>> = table.columns ?? {};
  const named = [told, table.sealed ?? {}, table.plainBytes ?? {}].flatMap((each) => Object.keys(each));
  const known = new Set(own.map(({ column }) => column));
  const gone = named.filter((column) => !known.has(column));
  return [
    ...gone.map((column) => `${table.name} has no column ${column}. Take it out of ${placeOf(table)}.`),
    ...own.flatMap((column) => untold(table, column, told[column.column])),
  ];
}

function untold(table: RegisteredTable, own: CatalogueColumn, told: Subject | undefined): string[] {
  const { column, type } = own;
  const subject = subjectOf(own);
  if (subject !== undefined && told !== subject)
    return [
      `${table.name}.${column} refers to a ${subject}. Add \`${column}: '${subject}'\` to its columns in ` +
        `${placeOf(table)}.`,
    ];
  if (told !== undefined || !type.startsWith('uuid') || OTHER_IDS.has(column)) return [];
  return [
    `${table.name}.${column} is an id. If it refers to a workspace, a workflow or a person, say so in the ` +
      `columns in ${placeOf(table)}; otherwise add it to OTHER_IDS in compare-tables.ts.`,
  ];
}

/** Returns what a column refers to by its foreign key or its name; undefined if neither tells. */
function subjectOf({ column, refersTo }: CatalogueColumn): Subject | undefined {
  const byKey = SUBJECTS.find((subject) => HOME[subject] === refersTo);
  return byKey ?? NAMES.find(([pattern]) => pattern.test(column))?.[1];
}

function endProblems(
  table: RegisteredTable,
  subject: Subject,
  own: readonly CatalogueColumn[],
  all: All,
): string[] {
  const refers = Object.entries(table.columns ?? {}).filter(([, of]) => of === subject);
  const end = table[subject];
  if (end === undefined && refers.length === 0) return [];
  if (end === undefined)
    return [
      `${table.name} refers to a ${subject}. Say in ${placeOf(table)} what happens to its rows when the ` +
        `${subject} is deleted: \`${subject}: …\`.`,
    ];
  if (endHolds(table, end, { subject, own, all })) return [];
  return [`${placeOf(table)} says that ${wordsFor(end, subject)} ${table.name}, which is not so.`];
}

function endHolds(
  table: RegisteredTable,
  end: RowsEnd,
  { subject, own, all }: { subject: Subject; own: readonly CatalogueColumn[]; all: All },
): boolean {
  if (end === 'cascade') return cascadesFrom(table.name, HOME[subject], all.columns);
  if (end === 'set null')
    return own.some(({ refersTo, onDelete }) => refersTo === HOME[subject] && onDelete === 'set null');
  if ('with' in end) return all.registered.some(({ name }) => name === end.with);
  return true;
}

/** A table that names runs says what becomes of that when one is deleted. */
function runProblems(table: RegisteredTable, own: readonly CatalogueColumn[], { registered }: All): string[] {
  const { run } = table;
  const named = own.find(({ column }) => RUN_IDS.has(column));
  if (run === undefined && named !== undefined)
    return [
      `${table.name}.${named.column} names a run. Say in ${placeOf(table)} what happens to it when the run is ` +
        'deleted: `run: …`.',
    ];
  if (run === undefined || !('with' in run) || registered.some(({ name }) => name === run.with)) return [];
  return [`${placeOf(table)} says that ${wordsFor(run, 'workflow')} ${table.name}, which is not so.`];
}

const wordsFor = (end: RowsEnd, subject: Subject): string => {
  if (typeof end === 'object' && 'with' in end)
    return `whatever deletes rows of ${end.with} deletes those of`;
  const does = end === 'set null' ? 'empties the columns of' : 'deletes the rows of';
  return `deleting a ${subject} ${does}`;
};

/** True if foreign keys delete a table's rows with the row of `home`, directly or through other tables. */
function cascadesFrom(table: string, home: string, columns: readonly CatalogueColumn[]): boolean {
  const reached = new Set([table]);
  for (const each of reached)
    for (const { table: from, refersTo, onDelete } of columns)
      if (from === each && refersTo !== null && onDelete === 'cascade') reached.add(refersTo);
  return reached.has(home);
}

function bytesProblems(table: RegisteredTable, own: readonly CatalogueColumn[]): string[] {
  const { sealed = {}, plainBytes = {} } = table;
  return own
    .filter(({ column, type }) => type === 'bytea' && !(column in sealed) && !(column in plainBytes))
    .map(
      ({ column }) =>
        `${table.name}.${column} holds bytes. If they are sealed, add to \`sealed\` in ${placeOf(table)} ` +
        'how they are sealed again, or `variables rotate` leaves them out; otherwise say in `plainBytes` ' +
        'what they are.',
    );
}

function retentionProblems(table: RegisteredTable, { registered }: All): string[] {
  const { retention } = table;
  if (!('with' in retention) || registered.some(({ name }) => name === retention.with)) return [];
  return [`${placeOf(table)} keeps ${table.name} as long as ${retention.with}, which has no owner.`];
}

/** Rooms whose file with tables is not `tables.ts` in their folder. */
const PLACES: Readonly<Record<string, string>> = {
  runs: 'runs/api/tables.ts',
  tables: 'tables/installation-tables.ts',
};

const placeOf = ({ room }: Pick<RegisteredTable, 'room'>): string => PLACES[room] ?? `${room}/tables.ts`;
