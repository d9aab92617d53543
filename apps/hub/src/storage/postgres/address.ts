/**
 * Parses the address of a PostgreSQL database: `postgres://user:password@host:port/database?sslmode=...`. It is checked
 * before anything is sent, and never shown whole: only the server and the database's name may be shown.
 */
import { isLoopback } from "@inlay/core-http/BaseAddress"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { hubError } from "../../hub-error.ts"

export interface DatabaseAddress {
  /** Contains the password. */
  readonly url: Redacted.Redacted
  /** The value of `PGPASSWORD`, if the address contains no password. */
  readonly password: Redacted.Redacted | undefined
  /** A form that may be shown: `inlay on db.example:5432`. */
  readonly name: string
  /** The file of trusted root certificates, as given by `sslrootcert`. */
  readonly rootCertificates: string | undefined
}

/** The database in which this process stores everything. If undefined, it is the SQLite file of the data directory. */
export const CurrentDatabase = Context.Reference<DatabaseAddress | undefined>("@inlay/hub/CurrentDatabase", {
  defaultValue: () => undefined
})

const SCHEMES: ReadonlySet<string> = new Set(["postgres:", "postgresql:"])
const SSL_MODES: ReadonlySet<string> = new Set(["disable", "allow", "prefer", "require", "verify-ca", "verify-full"])
/** What the driver reads. It ignores everything else, such as a misspelt `sslmode`. */
const PARAMETERS: ReadonlySet<string> = new Set([
  "application_name",
  "connect_timeout",
  "host",
  "options",
  "password",
  "port",
  "sslmode",
  "sslrootcert",
  "user"
])

const invalid = (what: string): ProviderError =>
  hubError("database", {
    _tag: "Invalid",
    what: `The database's address ${what}.`,
    fields: [{ field: "--database", message: what }],
    remedy: { to: "read", text: "Write it as in postgres://inlay@db.example:5432/inlay?sslmode=verify-full." },
    nothing: "sent"
  })

/** Percent-decodes the text. Returns undefined if it is malformed. */
const percentDecoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/**
 * Every form in which a text contains the password of a database address, even of an address that cannot be parsed: as
 * written and as sent.
 */
export const passwordsIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/postgres(?:ql)?:\/\/\S*/gi)].flatMap(([address]) => {
    const strict = /^\w+:\/\/[^:@/?#]*:([^/?#]*)@/.exec(address)?.[1]
    const loose = /^\w+:\/\/[^:@]*:(.*)@/.exec(address)?.[1]
    const parameter = /[?&]password=([^&#]*)/i.exec(address)?.[1]
    return [strict, loose, parameter].flatMap((one) =>
      one === undefined || one === "" ? [] : [...new Set([one, percentDecoded(one) ?? one])]
    )
  })

/** @param env `PGPASSWORD` keeps the password out of the address, and so out of the process list */
export const parse = Effect.fnUntraced(function* (text: string, env: Readonly<Record<string, string | undefined>>) {
  // Node's own error would contain the address with its password.
  if (!URL.canParse(text)) return yield* invalid("cannot be parsed (in a password, percent-encode / ? # @)")
  const url = new URL(text)
  if (!SCHEMES.has(url.protocol)) return yield* invalid("must begin with postgres://")
  const database = percentDecoded(url.pathname.slice(1))
  if (url.hostname === "" && !url.searchParams.has("host")) return yield* invalid("must name a host")
  if (database === undefined || database === "") return yield* invalid("must name a database after the host")
  if (url.username === "" && !url.searchParams.has("user")) return yield* invalid("must name a user before the host")
  if ([url.username, url.password, url.hostname].some((part) => percentDecoded(part) === undefined)) {
    return yield* invalid("has a percent sign that does not encode a character")
  }
  if (url.searchParams.get("channel_binding") === "require") {
    return yield* invalid(
      "requires channel_binding, which this program does not have: leave it out, and have the server verified by sslmode=verify-full"
    )
  }
  // Any other value allows a connection without it.
  url.searchParams.delete("channel_binding")
  if (url.searchParams.getAll("dbname").some((name) => name !== database))
    return yield* invalid("names another database by dbname, which is not read: write it after the host")
  url.searchParams.delete("dbname")
  const names = [...url.searchParams.keys()]
  const unknown = names.find((name) => !PARAMETERS.has(name))
  if (unknown !== undefined)
    return yield* invalid(`has an unknown parameter, ${unknown}: correct its name, or leave it out`)
  const repeated = names.find((name, index) => names.indexOf(name) < index)
  if (repeated !== undefined) return yield* invalid(`has the parameter ${repeated} more than once`)
  const mode = url.searchParams.get("sslmode")
  if (mode !== null && !SSL_MODES.has(mode)) {
    return yield* invalid(`has an sslmode that is not one of ${[...SSL_MODES].join(", ")}`)
  }
  // The default of PostgreSQL's own programs: try encryption first if the database is on another computer.
  if (mode === null && !isLoopback(url.hostname)) url.searchParams.set("sslmode", "prefer")
  const host = url.searchParams.get("host") || percentDecoded(url.hostname) || ""
  const port = url.searchParams.get("port") || url.port
  const hasPassword = url.password !== "" || url.searchParams.has("password")
  const password = hasPassword ? undefined : env["PGPASSWORD"]
  const address: DatabaseAddress = {
    url: Redacted.make(url.href),
    password: password === undefined ? undefined : Redacted.make(password),
    name: `${database} on ${host}${port === "" ? "" : `:${port}`}`,
    rootCertificates: mode === "disable" ? undefined : (url.searchParams.get("sslrootcert") ?? undefined)
  }
  return address
})
