/**
 * The tables of the hub's database, with one step per version. The steps are written for SQLite; `dialect.ts` translates
 * them to PostgreSQL's types. A step only adds, so that a program of the previous version can go on working while this
 * one starts. `sqlite/migrate.ts` and `postgres/migrate.ts` ensure that each step is applied once, even if several
 * programs start at the same time.
 */

/** One statement for both databases, or one for each if they have nothing in common. */
type Statement = string | { readonly sqlite?: string; readonly postgres?: string }

/**
 * The statements that lead from version `index` to the next. Never change a released step; add another one. A step about
 * tables that grow changes one of them, with one statement: on PostgreSQL, others cannot write to it until the step ends.
 */
export const steps: ReadonlyArray<ReadonlyArray<Statement>> = [
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
    // Both sums are answered from their index alone.
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
      // PostgreSQL's B-tree entries have at most 2,704 bytes, and an identifier may be longer, so it needs hash
      // indexes.
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
    // Which process is renewing an account's token. The lease of a process that died expires.
    `CREATE TABLE renewals (
      account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
      holder TEXT NOT NULL,
      ends_millis INTEGER NOT NULL
    ) STRICT`
  ],
  [
    // Older rows have no purse, so they count for their account only.
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
    // The last time that was trusted, and how many rows dated in the future were corrected; see `TrustedTime.ts`.
    `CREATE TABLE clock (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      good_millis INTEGER,
      redated INTEGER NOT NULL DEFAULT 0
    ) STRICT`,
    // Unreadable rows that `inlay doctor --repair` has set aside: their contents and the table that they come from.
    `CREATE TABLE damaged (
      id INTEGER PRIMARY KEY,
      at_millis INTEGER NOT NULL,
      source TEXT NOT NULL,
      name TEXT NOT NULL,
      content TEXT NOT NULL
    ) STRICT`,
    // The name of this directory in the accounts' seals, and whether all seals contain it; see
    // `accounts/vault/account-seals.ts`.
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
    // Older rows belong to the program's own user. Whether they came from the command line or an agent was not
    // recorded.
    "ALTER TABLE audit ADD COLUMN principal TEXT NOT NULL DEFAULT 'local'",
    "ALTER TABLE audit ADD COLUMN via TEXT",
    "ALTER TABLE audit ADD COLUMN event TEXT",
    // Credits of what was bought. NULL if nothing was bought or the charge is not fully known, which the other column
    // says.
    "ALTER TABLE audit ADD COLUMN charged REAL",
    "ALTER TABLE audit ADD COLUMN charge_unknown INTEGER NOT NULL DEFAULT 0",
    // On SQLite these tables are in a separate file; see `storage/sqlite/budget-file.ts` of the hub. They are not needed after a crash, so they
    // are not logged.
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
    // Secrets are stored as SHA-256 in hexadecimal digits.
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
    // The caller whose daily credits a purchase counts against, in addition to its account's. Empty for the program's
    // own user.
    "ALTER TABLE ledger ADD COLUMN principal TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX ledger_principal_day ON ledger (principal, at_millis, state, charged, estimate)",
    "CREATE INDEX audit_principal ON audit (principal, id)",
    "CREATE INDEX audit_account ON audit (plugin, account, at_millis)"
  ],
  [
    // Records of the authorization server for agents, each sealed with its own id; see
    // `agents/sign-in/OAuthRecords.ts`.
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
    // The keys that sign cookies and identities, sealed by the vault.
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
    // Events that arrive by webhook or poll, and deliveries to agents; see `inbound`. Secrets are sealed by the vault.
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
    // Polls for what no hook reports, one for each account, trigger and target, whoever subscribed.
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
    // Work that one server does on behalf of all, until the given time.
    `CREATE TABLE leases (
      name TEXT PRIMARY KEY,
      holder TEXT NOT NULL,
      ends_millis INTEGER NOT NULL
    ) STRICT`,
    // A table with row numbers, because bodies are long.
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
    // Records that an account's runs have changed, by which its own changes are recognised when they return as events.
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
    // Where an event happened, and which subscriptions it did not start and why, both as JSON.
    "ALTER TABLE events ADD COLUMN places TEXT NOT NULL DEFAULT '[]'",
    "ALTER TABLE events ADD COLUMN refused TEXT NOT NULL DEFAULT '{}'",
    "CREATE INDEX events_trigger ON events (plugin, account, trigger_id, id)",
    "CREATE INDEX events_received ON events (received_millis)",
    "CREATE INDEX deliveries_event ON deliveries (event_id)",
    // The most credits that the runs of one event may spend together. NULL if the subscription has no cap of its own.
    "ALTER TABLE subscriptions ADD COLUMN credits_per_event REAL",
    // The event whose run made the purchase. Empty if there was none.
    "ALTER TABLE ledger ADD COLUMN event TEXT NOT NULL DEFAULT ''",
    // What somebody is currently watching, until the given time.
    `CREATE TABLE watches (
      id TEXT PRIMARY KEY,
      plugin TEXT NOT NULL,
      account TEXT NOT NULL,
      trigger_id TEXT NOT NULL,
      target TEXT NOT NULL,
      place TEXT NOT NULL,
      ends_millis INTEGER NOT NULL
    ) STRICT`,
    // Whether the service has yet to be told the newest secret.
    "ALTER TABLE hooks ADD COLUMN secret_untold INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX ledger_event ON ledger (event, state, charged, estimate)"
  ],
  [
    // Browser extensions are paired by a code.
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
    // Calls by accounts' own runs that change something and are still in progress. Their effects may be reported before
    // they end.
    `CREATE TABLE own_calls (
      id TEXT PRIMARY KEY,
      plugin TEXT NOT NULL,
      account TEXT NOT NULL,
      begun_millis INTEGER NOT NULL
    ) STRICT`,
    // Polls of one source run together. `request_millis` is the part of the interval until the next poll that each
    // request takes.
    "ALTER TABLE polls ADD COLUMN source TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE polls ADD COLUMN request_millis INTEGER NOT NULL DEFAULT 0",
    // The lowest remaining amount of accounts' limits, for each five minutes of the last days.
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
    // A random text that changes with every change of a subscription, whichever program makes it, so that servers can
    // cache subscriptions in memory. A counter could repeat a value after a rollback.
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
    // When the subscription was last switched on. NULL if it never was after it was created.
    "ALTER TABLE subscriptions ADD COLUMN enabled_millis INTEGER"
  ],
  [
    // How far the journal of deliveries next to the file has been read. Everything before that position is in the
    // inbox.
    {
      sqlite: `CREATE TABLE journal_position (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        file INTEGER NOT NULL,
        file_offset INTEGER NOT NULL
      ) STRICT`
    }
  ],
  // Whether no webhook is created for it, because its principal only reads.
  ["subscriptions", "watches"].map((table) => `ALTER TABLE ${table} ADD COLUMN polls_only INTEGER NOT NULL DEFAULT 0`),
  // Runs of one step, newest first.
  ["CREATE INDEX audit_step ON audit (step, id)"],
  // Whether the receiver accepted the delivery: the attempts of a command have no status that says so.
  ["ALTER TABLE attempts ADD COLUMN accepted INTEGER"],
  [
    // What a purchase counts at least against caps, if a caller that does not manage them has settled it.
    "ALTER TABLE ledger ADD COLUMN least_counted REAL",
    // The sums are still answered from their indexes alone.
    ...[
      ["ledger_day", "scope, at_millis"],
      ["ledger_run", "scope, run"],
      ["ledger_purse_day", "purse, at_millis, scope"],
      ["ledger_purse_run", "purse, run, scope"],
      ["ledger_principal_day", "principal, at_millis"],
      ["ledger_event", "event"]
    ].flatMap(([name, columns]) => [
      `DROP INDEX IF EXISTS ${name}`,
      `CREATE INDEX ${name} ON ledger (${columns}, state, charged, estimate, least_counted)`
    ])
  ],
  [
    // With `ledger_undecided`, finds all rows whose charge may be unknown, however many others there are. The condition
    // is `IMPOSSIBLE` of `ledger-statements.ts`.
    `CREATE INDEX ledger_impossible ON ledger (at_millis) WHERE (charged IS NOT NULL AND NOT charged BETWEEN 0 AND 1000000
      OR least_counted IS NOT NULL AND NOT least_counted BETWEEN 0 AND 1000000)`
  ],
  // Whether somebody was shown the hook's secret, and may have set it up at the service. Unknown of earlier hooks.
  ["ALTER TABLE hooks ADD COLUMN by_hand INTEGER NOT NULL DEFAULT 1"],
  // The id that an account had when it was connected: every change gives it another one. NULL if it never changed.
  ["ALTER TABLE accounts ADD COLUMN origin TEXT"],
  [
    // The problems of all subscriptions are read every minute, whatever else is stored.
    "CREATE INDEX deliveries_dead ON deliveries (subscription) WHERE state = 'dead'",
    "CREATE INDEX inbox_unread ON inbox (hook) WHERE state <> 'done' AND problem IS NOT NULL"
  ],
  // The id that the token of the browser that uses the code gets. NULL for earlier codes.
  ["ALTER TABLE pairing_codes ADD COLUMN token_id TEXT"],
  // Accounts whose events are stored under another name than their own; see `inbound/events/event-accounts.ts`.
  [
    `CREATE TABLE event_accounts (
      plugin TEXT NOT NULL,
      account TEXT NOT NULL,
      stored_as TEXT NOT NULL,
      PRIMARY KEY (plugin, account),
      UNIQUE (plugin, stored_as)
    ) STRICT`
  ],
  // When an account that was renamed was last used under an earlier name, which its runs keep.
  ["ALTER TABLE accounts ADD COLUMN used_millis INTEGER"],
  // The pause after the latest poll, which is longer than its interval if it took many requests. NULL before the first.
  ["ALTER TABLE polls ADD COLUMN pause_millis INTEGER"],
  // The principal that made the code, which ends with its token. NULL for earlier codes.
  ["ALTER TABLE pairing_codes ADD COLUMN made_by TEXT"],
  // The page of deliveries of many subscriptions, newest first, and what is known of each subscription, are answered from
  // their indexes alone.
  ["CREATE INDEX IF NOT EXISTS deliveries_listed ON deliveries (event_id, id, subscription, state)"],
  ["DROP INDEX IF EXISTS deliveries_event"],
  ["CREATE INDEX IF NOT EXISTS deliveries_state ON deliveries (subscription, state, done_millis)"],
  [
    // When something last happened at the places of an account. PostgreSQL blocks nothing while it reads the rows
    // themselves, and its indexes take no long lists of places.
    {
      sqlite:
        "CREATE INDEX IF NOT EXISTS events_places ON events (plugin, account, trigger_id, places, received_millis)"
    }
  ],
  ["CREATE INDEX IF NOT EXISTS inbox_age ON inbox (received_millis)"],
  // Runs of one account, newest first.
  ["CREATE INDEX IF NOT EXISTS audit_account_runs ON audit (plugin, account, id)"],
  // Which server sends a delivery, until when. Programs of earlier versions have a queue for this, `dispatch_queue`.
  ["ALTER TABLE deliveries ADD COLUMN locked_by TEXT"],
  ["ALTER TABLE deliveries ADD COLUMN locked_until INTEGER"],
  ["CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (queue, next_millis, event_id) WHERE state = 'pending'"],
  ["DROP INDEX IF EXISTS deliveries_pending"],
  // On PostgreSQL, servers of an earlier version may go on for a while: what they take from the queue is locked here. What
  // a server of this version takes, they do not send, because its number in `wakes` has changed.
  [
    {
      postgres: `DO $$ BEGIN
        IF to_regclass('dispatch_queue') IS NULL THEN RETURN; END IF;
        CREATE FUNCTION lock_queued_delivery() RETURNS trigger AS $lock$ BEGIN
          UPDATE deliveries SET locked_by = NEW.acquired_by::text,
            locked_until = (extract(epoch FROM clock_timestamp()) * 1000)::bigint
              + CASE WHEN NEW.acquired_by IS NULL THEN 0 ELSE 15000 END
          WHERE id = split_part(NEW.id, '.', 1) AND id || '.' || wakes = NEW.id;
          RETURN NULL;
        END $lock$ LANGUAGE plpgsql;
        CREATE TRIGGER lock_queued_delivery AFTER UPDATE ON dispatch_queue
          FOR EACH ROW EXECUTE FUNCTION lock_queued_delivery();
      END $$`
    }
  ],
  [
    {
      postgres: `DO $$ BEGIN
        IF to_regclass('dispatch_queue') IS NULL THEN RETURN; END IF;
        UPDATE dispatch_queue SET acquired_by = acquired_by WHERE sequence IN (
          SELECT sequence FROM dispatch_queue WHERE acquired_by IS NOT NULL FOR UPDATE SKIP LOCKED);
      END $$`
    }
  ]
]

/** The version of the tables after all steps. */
export const latest = steps.length
