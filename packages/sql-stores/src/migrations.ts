/**
 * The tables of the hub's database, one step a version, written for SQLite and read by PostgreSQL with its own types. A step
 * only adds: a program of the version before goes on working while this one starts. How a step is applied once, whoever
 * starts at the same time, is said in `sqlite/migrate.ts` and `postgres/migrate.ts`.
 */

/** A statement for both, or one for each where they have nothing in common. */
type Statement = string | { readonly sqlite?: string; readonly postgres?: string }

/** Statements that lead from version `index` to the next. Never change one that was released: add the next. */
const steps: ReadonlyArray<ReadonlyArray<Statement>> = [
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
    {
      sqlite: `CREATE TABLE ledger_keys (
        scope TEXT NOT NULL,
        operation TEXT NOT NULL,
        key TEXT NOT NULL,
        row_id TEXT NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
        PRIMARY KEY (scope, operation, key, row_id)
      ) STRICT, WITHOUT ROWID`,
      // PostgreSQL takes 2,704 bytes into a B-tree, and an identifier may be longer: only hash indexes hold one.
      postgres: `CREATE TABLE ledger_keys (
        scope TEXT NOT NULL,
        operation TEXT NOT NULL,
        key TEXT NOT NULL,
        row_id TEXT NOT NULL REFERENCES ledger (id) ON DELETE CASCADE
      )`
    },
    { postgres: "CREATE INDEX ledger_keys_row ON ledger_keys (row_id)" },
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
    {
      sqlite: `CREATE TABLE lookup_keys (
        scope TEXT NOT NULL,
        operation TEXT NOT NULL,
        key TEXT NOT NULL,
        lookup_id INTEGER NOT NULL REFERENCES lookups (id) ON DELETE CASCADE,
        PRIMARY KEY (scope, operation, key)
      ) STRICT, WITHOUT ROWID`,
      postgres: `CREATE TABLE lookup_keys (
        scope TEXT NOT NULL,
        operation TEXT NOT NULL,
        key TEXT NOT NULL,
        lookup_id INTEGER NOT NULL REFERENCES lookups (id) ON DELETE CASCADE
      )`
    },
    { postgres: "CREATE INDEX lookup_keys_key ON lookup_keys USING hash (key)" },
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
    {
      sqlite: "CREATE INDEX ledger_key_row ON ledger_keys (operation, key, row_id)",
      postgres: "CREATE INDEX ledger_key_row ON ledger_keys USING hash (key)"
    }
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
    {
      sqlite: "INSERT INTO directory SELECT 1, lower(hex(randomblob(16))), NOT EXISTS (SELECT 1 FROM accounts)",
      postgres: "INSERT INTO directory VALUES (1, replace(gen_random_uuid()::text, '-', ''), 1)"
    }
  ],
  [
    // Rows of before are of the program's own user, by the command line or by its agent: which, nobody wrote down.
    "ALTER TABLE audit ADD COLUMN principal TEXT NOT NULL DEFAULT 'local'",
    "ALTER TABLE audit ADD COLUMN via TEXT",
    "ALTER TABLE audit ADD COLUMN event TEXT",
    // Credits of what was bought; NULL where nothing was, or where not all of it is known, as the other column says.
    "ALTER TABLE audit ADD COLUMN charged REAL",
    "ALTER TABLE audit ADD COLUMN charge_unknown INTEGER NOT NULL DEFAULT 0",
    // On SQLite these stand in a file of their own; see `sqlite/limits.ts`. Worth nothing after a crash, they need no log.
    {
      postgres: `CREATE UNLOGGED TABLE lanes (
        scope TEXT NOT NULL,
        lane TEXT NOT NULL,
        holder TEXT NOT NULL,
        lease_ends_millis REAL NOT NULL,
        free_at_millis REAL NOT NULL,
        next TEXT NOT NULL,
        next_ends_millis REAL NOT NULL,
        PRIMARY KEY (scope, lane)
      )`
    },
    {
      postgres: `CREATE UNLOGGED TABLE budgets (
        scope TEXT NOT NULL,
        resource TEXT NOT NULL,
        state TEXT NOT NULL,
        ends_millis REAL NOT NULL,
        PRIMARY KEY (scope, resource)
      )`
    }
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
  ],
  [
    // Of the authorization server for agents, each sealed by its own id; see `agents/sign-in/OAuthRecords.ts`.
    `CREATE TABLE oauth_records (
      id_hash TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      sealed TEXT NOT NULL,
      grant_hash TEXT,
      expires_millis INTEGER,
      consumed_millis INTEGER
    ) STRICT`,
    "CREATE INDEX oauth_records_grant ON oauth_records (grant_hash)",
    "CREATE INDEX oauth_records_end ON oauth_records (expires_millis)",
    // What signs cookies and identities, sealed by the vault.
    `CREATE TABLE oauth_keys (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      key_id TEXT NOT NULL,
      sealed TEXT NOT NULL
    ) STRICT`,
    `CREATE TABLE agents (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      client_id TEXT NOT NULL,
      redirect_host TEXT NOT NULL,
      grant_hash TEXT NOT NULL UNIQUE,
      allowed TEXT NOT NULL,
      created_millis INTEGER NOT NULL,
      last_used_millis INTEGER,
      revoked_millis INTEGER
    ) STRICT`
  ],
  [
    // What comes in by webhook or poll, and goes out to agents; see `inbound`. Secrets are sealed by the vault.
    `CREATE TABLE hooks (
      id TEXT PRIMARY KEY,
      plugin TEXT NOT NULL,
      account TEXT NOT NULL,
      place TEXT NOT NULL,
      remote_id TEXT,
      events TEXT NOT NULL DEFAULT '[]',
      key_id TEXT NOT NULL,
      sealed TEXT NOT NULL,
      created_millis INTEGER NOT NULL,
      problem TEXT,
      checked_millis INTEGER NOT NULL DEFAULT 0,
      reconciled_millis INTEGER,
      UNIQUE (plugin, account, place)
    ) STRICT`,
    // What is polled, where no hook tells of it: once for each account, trigger and target, whoever subscribed.
    `CREATE TABLE polls (
      plugin TEXT NOT NULL,
      account TEXT NOT NULL,
      trigger_id TEXT NOT NULL,
      target TEXT NOT NULL,
      place TEXT NOT NULL,
      interval_millis INTEGER NOT NULL,
      poll_cursor TEXT,
      next_millis INTEGER NOT NULL,
      problem TEXT,
      PRIMARY KEY (plugin, account, trigger_id, target)
    ) STRICT`,
    // What one server does for all of them, until the moment named.
    `CREATE TABLE leases (
      name TEXT PRIMARY KEY,
      holder TEXT NOT NULL,
      ends_millis INTEGER NOT NULL
    ) STRICT`,
    // Bodies stand in a table with row numbers: they are long.
    `CREATE TABLE inbox (
      id INTEGER PRIMARY KEY,
      hook TEXT NOT NULL,
      digest TEXT NOT NULL,
      headers TEXT NOT NULL,
      body BLOB NOT NULL,
      source TEXT NOT NULL,
      received_millis INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('new', 'done', 'unreadable')),
      tries INTEGER NOT NULL DEFAULT 0,
      next_millis INTEGER NOT NULL,
      problem TEXT,
      UNIQUE (hook, digest)
    ) STRICT`,
    "CREATE INDEX inbox_new ON inbox (next_millis, id) WHERE state = 'new'",
    "CREATE INDEX inbox_received ON inbox (hook, received_millis)",
    `CREATE TABLE events (
      id INTEGER PRIMARY KEY,
      plugin TEXT NOT NULL,
      account TEXT NOT NULL,
      trigger_id TEXT NOT NULL,
      event_key TEXT NOT NULL,
      at TEXT NOT NULL,
      actor TEXT,
      data TEXT NOT NULL,
      source TEXT NOT NULL,
      inbox_id INTEGER,
      caused_by TEXT,
      depth INTEGER NOT NULL DEFAULT 0,
      received_millis INTEGER NOT NULL,
      UNIQUE (plugin, account, trigger_id, event_key)
    ) STRICT`,
    `CREATE TABLE subscriptions (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      trigger_id TEXT NOT NULL,
      plugin TEXT NOT NULL,
      account TEXT NOT NULL,
      target TEXT NOT NULL,
      place TEXT NOT NULL,
      filters TEXT NOT NULL,
      url TEXT NOT NULL,
      queue TEXT NOT NULL,
      key_id TEXT NOT NULL,
      sealed TEXT NOT NULL,
      in_order INTEGER NOT NULL,
      own_changes INTEGER NOT NULL,
      enabled INTEGER NOT NULL,
      disabled_because TEXT,
      principal TEXT NOT NULL,
      created_millis INTEGER NOT NULL,
      removed_millis INTEGER
    ) STRICT`,
    "CREATE INDEX subscriptions_place ON subscriptions (plugin, account, trigger_id, place)",
    `CREATE TABLE deliveries (
      id TEXT PRIMARY KEY,
      subscription TEXT NOT NULL,
      queue TEXT NOT NULL,
      event_id INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'dead', 'skipped')),
      why TEXT,
      attempts INTEGER NOT NULL DEFAULT 0,
      tries INTEGER NOT NULL DEFAULT 0,
      wakes INTEGER NOT NULL DEFAULT 0,
      next_millis INTEGER,
      created_millis INTEGER NOT NULL,
      done_millis INTEGER,
      UNIQUE (subscription, event_id)
    ) STRICT`,
    "CREATE INDEX deliveries_pending ON deliveries (queue, event_id) WHERE state = 'pending'",
    "CREATE INDEX deliveries_created ON deliveries (subscription, created_millis)",
    `CREATE TABLE attempts (
      delivery TEXT NOT NULL,
      attempt INTEGER NOT NULL,
      at_millis INTEGER NOT NULL,
      duration_millis INTEGER NOT NULL,
      status INTEGER,
      answer TEXT NOT NULL,
      PRIMARY KEY (delivery, attempt)
    ) STRICT`,
    // Records that runs of an account changed, by which its own changes are known when they come back as events.
    `CREATE TABLE own_changes (
      plugin TEXT NOT NULL,
      account TEXT NOT NULL,
      record TEXT NOT NULL,
      run_event TEXT,
      at_millis INTEGER NOT NULL,
      PRIMARY KEY (plugin, account, record)
    ) STRICT`,
    "CREATE INDEX own_changes_at ON own_changes (at_millis)"
  ],
  [
    // Where an event happened, and which subscriptions it did not start and why: both JSON.
    "ALTER TABLE events ADD COLUMN places TEXT NOT NULL DEFAULT '[]'",
    "ALTER TABLE events ADD COLUMN refused TEXT NOT NULL DEFAULT '{}'",
    "CREATE INDEX events_trigger ON events (plugin, account, trigger_id, id)",
    "CREATE INDEX events_received ON events (received_millis)",
    "CREATE INDEX deliveries_event ON deliveries (event_id)",
    // The most credits that the runs of one of its events may spend together; NULL for no cap of its own.
    "ALTER TABLE subscriptions ADD COLUMN credits_per_event REAL",
    // Of the event whose run bought it; empty where none did.
    "ALTER TABLE ledger ADD COLUMN event TEXT NOT NULL DEFAULT ''",
    // What somebody listens to just now, until the moment named.
    `CREATE TABLE watches (
      id TEXT PRIMARY KEY,
      plugin TEXT NOT NULL,
      account TEXT NOT NULL,
      trigger_id TEXT NOT NULL,
      target TEXT NOT NULL,
      place TEXT NOT NULL,
      ends_millis INTEGER NOT NULL
    ) STRICT`,
    // Whether the service has not been told its newest secret yet.
    "ALTER TABLE hooks ADD COLUMN secret_untold INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX ledger_event ON ledger (event, state, charged, estimate)"
  ],
  [
    // Browser extensions are paired by a code; see `agents/principals/PairingCodes.ts`.
    "ALTER TABLE hub_tokens ADD COLUMN kind TEXT NOT NULL DEFAULT 'token'",
    `CREATE TABLE hub_identity (
      name TEXT PRIMARY KEY,
      id TEXT NOT NULL
    ) STRICT`,
    `CREATE TABLE pairing_codes (
      hash TEXT PRIMARY KEY,
      allowed TEXT NOT NULL,
      token_days REAL,
      expires_millis INTEGER NOT NULL,
      used_millis INTEGER
    ) STRICT`,
    `CREATE TABLE pairing_guesses (
      id INTEGER PRIMARY KEY,
      at_millis INTEGER NOT NULL
    ) STRICT`
  ],
  [
    // Calls of accounts' own runs that change something and are under way: what they cause may be told of before they end.
    `CREATE TABLE own_calls (
      id TEXT PRIMARY KEY,
      plugin TEXT NOT NULL,
      account TEXT NOT NULL,
      begun_millis INTEGER NOT NULL
    ) STRICT`,
    // Polls of one source are polled together; of the time until the next poll, each request takes so much.
    "ALTER TABLE polls ADD COLUMN source TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE polls ADD COLUMN request_millis INTEGER NOT NULL DEFAULT 0",
    // What was left of accounts' limits at the least, for each five minutes of the last days.
    `CREATE TABLE limit_history (
      account TEXT NOT NULL,
      resource TEXT NOT NULL,
      limit_window TEXT NOT NULL,
      at_millis INTEGER NOT NULL,
      most REAL,
      remaining REAL NOT NULL,
      PRIMARY KEY (account, resource, limit_window, at_millis)
    ) STRICT`,
    "CREATE INDEX limit_history_at ON limit_history (at_millis)"
  ],
  [
    // Another text with every change of a subscription, whichever program makes it, so that servers may keep them in memory.
    // A number would come again after a rollback.
    `CREATE TABLE subscription_version (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      version TEXT NOT NULL
    ) STRICT`,
    "INSERT INTO subscription_version (id, version) VALUES (1, '')",
    ...["INSERT", "UPDATE", "DELETE"].map((change) => ({
      sqlite: `CREATE TRIGGER subscription_version_${change.toLowerCase()} AFTER ${change} ON subscriptions
        BEGIN UPDATE subscription_version SET version = hex(randomblob(16)); END`
    })),
    {
      postgres: `CREATE FUNCTION new_subscription_version() RETURNS trigger AS $$
        BEGIN UPDATE subscription_version SET version = gen_random_uuid()::text; RETURN NULL; END
        $$ LANGUAGE plpgsql`
    },
    {
      postgres: `CREATE TRIGGER subscription_version AFTER INSERT OR UPDATE OR DELETE ON subscriptions
        FOR EACH STATEMENT EXECUTE FUNCTION new_subscription_version()`
    },
    // When it was switched on last; NULL where it never was since it was made.
    "ALTER TABLE subscriptions ADD COLUMN enabled_millis INTEGER"
  ],
  [
    // Up to where the journal of deliveries beside the file was read: what stands before that is in the inbox.
    {
      sqlite: `CREATE TABLE journal_position (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        file INTEGER NOT NULL,
        file_offset INTEGER NOT NULL
      ) STRICT`
    }
  ]
]

/** The version of the tables once every step was taken. */
export const latest = steps.length

/** A version that this program knows; throws for one that a newer program has written. */
export const knownVersion = (version: number): number => {
  if (version <= latest) return version
  throw new Error(`it was written by a newer inlay (version ${version} of its tables, this one knows ${latest})`)
}

/** Text compares by its bytes, as in SQLite, whatever the database's language. */
const POSTGRES_TYPES: ReadonlyArray<readonly [RegExp, string]> = [
  [/\) STRICT(, WITHOUT ROWID)?$/, ")"],
  [/\bINTEGER PRIMARY KEY\b/g, "bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"],
  [/\bINTEGER\b/g, "bigint"],
  [/\bREAL\b/g, "double precision"],
  [/\bBLOB\b/g, "bytea"],
  [/\bTEXT\b/g, 'text COLLATE "C"']
]

const forPostgres = (statement: string): string =>
  POSTGRES_TYPES.reduce((text, [type, own]) => text.replace(type, own), statement)

/** The statements that lead from a version to the latest. */
export const statementsFrom = (version: number, dialect: "sqlite" | "postgres"): ReadonlyArray<string> =>
  steps
    .slice(knownVersion(version))
    .flat()
    .flatMap((statement) => (typeof statement === "string" ? statement : (statement[dialect] ?? [])))
    .map((statement) => (dialect === "postgres" ? forPostgres(statement) : statement))
