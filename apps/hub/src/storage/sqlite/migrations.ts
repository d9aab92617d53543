/**
 * The tables of the hub's file, one step a version. The version stands in SQLite's `user_version`; each step runs in one
 * transaction with it, so two processes that start together apply it once, and a crash leaves the version before.
 */
import type { DatabaseSync } from "node:sqlite"

/** Statements that lead from version `index` to the next. Never change one that was released: add the next. */
const steps: ReadonlyArray<ReadonlyArray<string>> = [
  [
    `CREATE TABLE ledger (
      id TEXT PRIMARY KEY,
      scope TEXT NOT NULL,
      operation TEXT NOT NULL,
      keys TEXT NOT NULL,
      estimate REAL,
      charged REAL,
      state TEXT NOT NULL CHECK (state IN ('open', 'settled', 'unknown', 'confirmed')),
      run TEXT NOT NULL,
      at_millis INTEGER NOT NULL,
      lease_ends_millis INTEGER NOT NULL
    ) STRICT`,
    // Both sums are read from their index alone.
    "CREATE INDEX ledger_day ON ledger (scope, at_millis, state, charged, estimate)",
    "CREATE INDEX ledger_run ON ledger (scope, run, state, charged, estimate)",
    "CREATE INDEX ledger_undecided ON ledger (scope, at_millis) WHERE state IN ('open', 'unknown')",
    `CREATE TABLE ledger_keys (
      scope TEXT NOT NULL,
      operation TEXT NOT NULL,
      key TEXT NOT NULL,
      row_id TEXT NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
      PRIMARY KEY (scope, operation, key, row_id)
    ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE lookups (
      id INTEGER PRIMARY KEY,
      scope TEXT NOT NULL,
      operation TEXT NOT NULL,
      keys TEXT NOT NULL,
      match INTEGER NOT NULL,
      status INTEGER NOT NULL,
      body TEXT NOT NULL,
      fetched_at_millis INTEGER NOT NULL,
      expires_at_millis INTEGER NOT NULL
    ) STRICT`,
    "CREATE INDEX lookups_expiry ON lookups (expires_at_millis)",
    `CREATE TABLE lookup_keys (
      scope TEXT NOT NULL,
      operation TEXT NOT NULL,
      key TEXT NOT NULL,
      lookup_id INTEGER NOT NULL REFERENCES lookups (id) ON DELETE CASCADE,
      PRIMARY KEY (scope, operation, key)
    ) STRICT, WITHOUT ROWID`,
    "CREATE INDEX lookup_keys_lookup ON lookup_keys (lookup_id)",
    `CREATE TABLE audit (
      id INTEGER PRIMARY KEY,
      at_millis INTEGER NOT NULL,
      duration_millis INTEGER NOT NULL,
      plugin TEXT NOT NULL,
      account TEXT NOT NULL,
      step TEXT NOT NULL,
      outcome TEXT NOT NULL
    ) STRICT`,
    "CREATE INDEX audit_at ON audit (at_millis)"
  ],
  [
    // `seal` covers the row and all of its secrets; see `accounts/vault/account-seals.ts`.
    `CREATE TABLE accounts (
      id TEXT PRIMARY KEY,
      plugin TEXT NOT NULL,
      name TEXT NOT NULL,
      kind TEXT NOT NULL,
      settings TEXT NOT NULL,
      revision TEXT NOT NULL,
      created_millis INTEGER NOT NULL,
      key_id TEXT NOT NULL,
      seal BLOB NOT NULL,
      UNIQUE (plugin, name)
    ) STRICT`,
    `CREATE TABLE secrets (
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      field TEXT NOT NULL,
      key_id TEXT NOT NULL,
      sealed BLOB NOT NULL,
      PRIMARY KEY (account_id, field)
    ) STRICT, WITHOUT ROWID`,
    // Who renews an account's token just now. The lease of a process that died ends by itself.
    `CREATE TABLE renewals (
      account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
      holder TEXT NOT NULL,
      ends_millis INTEGER NOT NULL
    ) STRICT`
  ],
  [
    // Rows of before have no purse: they count for their account alone.
    "ALTER TABLE ledger ADD COLUMN purse TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE ledger ADD COLUMN unkept TEXT CHECK (unkept IN ('store', 'contradicted'))",
    "ALTER TABLE ledger ADD COLUMN unkept_until_millis INTEGER",
    "CREATE INDEX ledger_purse_day ON ledger (purse, at_millis, scope, state, charged, estimate)",
    "CREATE INDEX ledger_purse_run ON ledger (purse, run, scope, state, charged, estimate)",
    "CREATE INDEX ledger_key_row ON ledger_keys (operation, key, row_id)"
  ],
  [
    // The last time that could be trusted, and how many rows of the future were dated anew; see `TrustedTime.ts`.
    `CREATE TABLE clock (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      good_millis INTEGER,
      redated INTEGER NOT NULL DEFAULT 0
    ) STRICT`,
    // Rows that could not be read, as `inlay doctor --repair` set them aside: what they were, and of what.
    `CREATE TABLE damaged (
      id INTEGER PRIMARY KEY,
      at_millis INTEGER NOT NULL,
      source TEXT NOT NULL,
      name TEXT NOT NULL,
      content TEXT NOT NULL
    ) STRICT`,
    // What the accounts' seals name this directory by, and whether all of them do; see `accounts/vault/account-seals.ts`.
    `CREATE TABLE directory (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      name TEXT NOT NULL,
      bound INTEGER NOT NULL
    ) STRICT`,
    "INSERT INTO directory SELECT 1, lower(hex(randomblob(16))), NOT EXISTS (SELECT 1 FROM accounts)"
  ],
  [
    // Rows of before are of the program's own user, by the command line or by its agent: which, nobody wrote down.
    "ALTER TABLE audit ADD COLUMN principal TEXT NOT NULL DEFAULT 'local'",
    "ALTER TABLE audit ADD COLUMN via TEXT",
    "ALTER TABLE audit ADD COLUMN event TEXT",
    // Credits of what was bought; NULL where nothing was, or where not all of it is known, as the other column says.
    "ALTER TABLE audit ADD COLUMN charged REAL",
    "ALTER TABLE audit ADD COLUMN charge_unknown INTEGER NOT NULL DEFAULT 0"
  ],
  [
    // Secrets stand as SHA-256 in hexadecimal digits; see `agents/principals`.
    `CREATE TABLE hub_tokens (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      hash TEXT NOT NULL UNIQUE,
      allowed TEXT NOT NULL,
      created_millis INTEGER NOT NULL,
      expires_millis INTEGER,
      last_used_millis INTEGER,
      revoked_millis INTEGER
    ) STRICT`,
    `CREATE TABLE console_links (
      hash TEXT PRIMARY KEY,
      expires_millis INTEGER NOT NULL
    ) STRICT`,
    `CREATE TABLE console_sessions (
      id TEXT PRIMARY KEY,
      hash TEXT NOT NULL UNIQUE,
      expires_millis INTEGER NOT NULL,
      last_used_millis INTEGER NOT NULL
    ) STRICT`,
    "CREATE TABLE remote_origins (origin TEXT PRIMARY KEY) STRICT",
    // Whose credits of a day a purchase counts against besides its account's; empty for the program's own user.
    "ALTER TABLE ledger ADD COLUMN principal TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX ledger_principal_day ON ledger (principal, at_millis, state, charged, estimate)",
    "CREATE INDEX audit_principal ON audit (principal, id)",
    "CREATE INDEX audit_account ON audit (plugin, account, at_millis)"
  ]
]

export const latest = steps.length

const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare("PRAGMA user_version").get()?.["user_version"])

const knownVersion = (version: number): number => {
  if (version <= latest) return version
  throw new Error(`it was written by a newer inlay (version ${version} of its tables, this one knows ${latest})`)
}

/** Brings the tables to the latest version; throws for a file that a newer program has written, and leaves it as it is. */
export const migrate = (database: DatabaseSync): void => {
  if (knownVersion(versionOf(database)) === latest) return
  database.exec("BEGIN IMMEDIATE")
  try {
    // Another process may have been faster.
    for (const statement of steps.slice(knownVersion(versionOf(database))).flat()) database.exec(statement)
    database.exec(`PRAGMA user_version = ${latest}; COMMIT`)
  } catch (cause) {
    database.exec("ROLLBACK")
    throw cause
  }
}
