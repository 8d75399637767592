import { PLANS } from '../services/limits/plans';

/** The text of `help`: every command, in the order of use. */
export const HELP = `Usage: npm run -s cli -- <command>

  bootstrap --email E --password-stdin --workspace W [--plan ${PLANS.join('|')}] [--new-key] [--json]
      Creates the account, the workspace with its example, and an API key with all scopes for it. The password is read from
      standard input or from MILLRACE_PASSWORD; --password P works too, but everyone on this machine can read it in the
      process list. Safe to run again: whatever exists is left unchanged, and a key is created only for a new workspace or
      with --new-key. A new account gets the plan --plan, or else that of DEFAULT_PLAN, or else free. --json prints
      {"userId", "workspaceId", "apiKey"}; apiKey is null when none was created.

  reset-password --email E [--password-stdin]
      For a lost password: prints a link for choosing a new one, which works once, for an hour. With --password-stdin
      (or MILLRACE_PASSWORD) sets that password at once. Every session of the account ends.

  verify-email --email E
      Marks the e-mail address of an account as verified, on your word: that it belongs to the person who has the account.
      With SMTP_URL set people verify theirs by a link.

  plan set --email E --plan ${PLANS.join('|')}
           [--sync-per-minute N] [--async-per-minute N] [--logs-per-minute N] [--monthly-usage-usd N]
      Sets the plan of the account and of the workspaces it owns. Enterprise can have custom limits: synchronous and
      asynchronous executions per minute, logs API calls per minute, usage per month. Others are the plan's defaults.

  logs partitions
      Lists the months of logs: rows, size on disk, and when each is dropped.

  logs retention [--apply]
      Shows how long each plan keeps logs and what is due for deletion. The server deletes it every six hours; --apply
      deletes it now.

  logs expire-cursors
      Run this after a backup was restored in another way than with restore: all cursors issued before return 410, so that
      programs that follow the logs start again and miss nothing.

  doctor [--json]
      Looks at settings, database, disk, processes, queues and receivers, and says in a line each what is wrong and what to do.
      Exits with 1 when something needs you now.

  variables rotate
      Encrypts everything that was encrypted with ENCRYPTION_KEY_PREVIOUS again with ENCRYPTION_KEY, so that the old key is
      no longer needed. The server may be running (with both keys set). Safe to run again.

  backup --to FILE [--with-secrets]
      Writes a consistent copy of the whole database to a file, whether Millrace is running or not. The secrets, without
      which the copy can't be used, are included only with --with-secrets.

  restore --from FILE
      Restores such a file into an empty database (a new DATA_DIR, or a new database in DATABASE_URL), applies new migrations
      and expires the cursors. Needs the secrets from the time of the backup.

  pull DIR --workspace ID [--url URL] [--env NAME] [--theirs|--ours] [--delete] [--dry-run]
      Writes each workflow of a workspace to a file in DIR, and its tests to files in a folder beside it; connections, webhooks
      and alerts to files of their own, without secrets, and the names of folders and variables to one file each. What both
      sides changed since is refused: --theirs takes the workspace's, --ours keeps the file. The API key is read from MILLRACE_API_KEY; URL is
      http://localhost:3000 unless given. DIR remembers its workspace, so later commands need no --workspace. --env is an
      environment of DIR/millrace.config.json, which has a workspace of its own.

  push DIR [--workspace ID] [--url URL] [--env NAME] [--var NAME=env:OTHER …] [--publish [--note TEXT]] [--delete] [--plan]
      Makes the workspace like the files: folders, connections, variables, workflows, tests, webhooks and alerts, in this
      order. What was changed there since the last pull is refused. --var gives a variable its value from the environment variable OTHER.
      --plan prints what would be done, a line each. Exits with 1 when anything was refused.

  diff DIR [--workspace ID] [--url URL] [--env NAME]
      Shows how the files in DIR differ from the workspace: what push would change. Secrets and values of variables are not
      compared. Exits with 1 if anything differs.

  test DIR [--tag TAG] [--variables FILE] [--junit FILE]
      Runs the tests in a folder that was pulled, on the workflows there, without a server or a database. Recorded responses
      answer, and nothing is sent. FILE of --variables is a JSON object with the values of plain variables, which tests
      need that were kept with such. --junit also writes the results for other programs. Exits with 1 when a test fails, and
      with 2 when none could be run.

  mock [DIR | FILE …] [--run LOG …] [--port N] [--url URL]
      Serves the recorded answers of tests and runs on this machine, so that tests of other programs need no server: DIR is a
      folder that was pulled, FILE one of its tests, LOG the id of a log. The host is the first part of the path:
      http://127.0.0.1:4010/api.example.com/orders. What nothing recorded answers gets 501 with the nearest recorded request.

  bulk count --workspace ID --filter QUERY | --ids ID,… | --error-group ID [--url URL]
      Counts the runs that match. QUERY is that of the logs: "level=error&workflowIds=ID".

  bulk start --kind run-again|replay|delete|cancel --workspace ID --filter QUERY | --ids ID,… | --error-group ID
             [--version original|live|draft|N] [--per-second N] [--discard-deliveries] [--url URL]
      Starts a bulk job; replay is a forecast, for which nothing is sent. With cancel, --ids and --filter are about
      executions that have not ended. The API key is read from MILLRACE_API_KEY.

  bulk show|pause|resume|stop --job ID [--per-second N] [--url URL]
      Shows a bulk job with its report, pauses it, goes on with it, or stops it for good.

  hold --workflow ID | --workspace ID [--reason TEXT] [--callers refuse|queue] [--url URL]
      Keeps new runs from starting until they are released. Callers that wait for the result get 503, or with
      --callers queue 202. The API key is read from MILLRACE_API_KEY.

  release --workflow ID | --workspace ID [--per-minute N] [--url URL]
      Starts the runs that wait, the oldest first; with --per-minute at that rate.

  discard --workflow ID | --workspace ID [--url URL]
      Cancels all runs that wait, each with a log. The hold stays.

  limit --workflow ID [--at-once N] [--per-key N --key REFERENCE] [--beyond wait|replace|skip|refuse]
        [--debounce SECONDS [--inputs last|all]] [--none] [--url URL]
      Sets how many runs of a workflow go on at once, in all and for each key, and what becomes of the others; flags that are
      left out are no limit, and --none removes all. Without flags it shows them.

  tries --workflow ID [--tries N --waits SECONDS,SECONDS] [--failures all|temporary|codes [--codes CODE,CODE]]
        [--none] [--url URL]
      Sets when failed runs of a workflow are tried again: how often, and after how many seconds each time; the last wait repeats.
      --none removes the rule. Without flags it shows it.

  budgets list --workspace ID [--url URL]
      Lists the budgets of a workspace: the limit, what is used of it, and since when its runs are held.

  budgets set --workspace ID --name NAME --measure requests|dollars|runs|failures-in-a-row --limit N --minutes N
        [--workflow ID] [--server HOST] [--lift release|window-end] [--callers refuse|queue] [--url URL]
      Creates a budget, or changes the one of that name. Without --workflow it is of the whole workspace.

  budgets delete --budget ID [--url URL]
      Deletes a budget. A hold that it made stays.

  redaction --workflow ID | --workspace ID [--name NAME …] [--path PATH …] [--none] [--url URL]
      Sets which values are left out of logs: members by name, and places such as api.data.email or input.card. The rules
      replace all that there were, and --none removes them. Without flags it shows them.

  retention --workspace ID [--log-days N] [--payload-days N] [--plan] [--url URL]
      Sets for how many days a workspace keeps logs, and their inputs and outputs; what is left out, and with --plan all, is as
      the plan says. Older data is deleted within six hours. Without flags it shows them.

  deleted list --workspace ID [--url URL]
      Lists the workflows, webhook subscriptions and folders that were deleted in the last 30 days.

  deleted restore --workflow ID | --webhook ID | --folder ID [--url URL]
      Restores one. A workflow is on hold then, and a subscription paused.

  outages list --workspace ID [--url URL]
      Lists the servers that runs wait for: since when, how many blocks wait, and when the next attempt is due.

  outages try|fail --outage ID [--url URL]
      Tries the server now, or fails all blocks that wait for it. The API key is read from MILLRACE_API_KEY.

  variables seal
      Encrypts credentials in workflows and webhook URLs that an older version stored unencrypted. Run it once, after every
      process has been updated.

  help
      Shows this help.
`;
