/**
 * A PostgreSQL server that requires encryption: which certificates the program trusts, and what it reports about
 * others.
 */
import { writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"

import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { makeAuthority } from "../../testing/certificate.ts"
import { startPostgres, type PostgresServer } from "../../testing/postgres/server.ts"
import { inlay } from "../../testing/processes/command.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()
const authority = makeAuthority("authority of the tests")

let server: PostgresServer
let elsewhere: PostgresServer
/** The file that `sslrootcert` names. */
let trusted: string
let other: string

beforeAll(async () => {
  const place = directory()
  const file = (name: string, text: string) => {
    const path = join(place, name)
    writeFileSync(path, text)
    return path
  }
  trusted = file("trusted.pem", authority.certificate)
  other = file("other.pem", makeAuthority("another authority").certificate)
  server = await startPostgres({ certificate: authority.serverOf("127.0.0.1") })
  elsewhere = await startPostgres({ certificate: authority.serverOf("127.0.0.2") })
})
afterAll(() => Promise.all([server.stop(), elsewhere.stop()]))

const open = async (at: PostgresServer, query: Readonly<Record<string, string>>) => {
  const url = `${at.url("postgres")}?${new URLSearchParams(query).toString()}`
  const { code, stdout, stderr } = await inlay(["accounts", "--json"], {
    env: { INLAY_DATABASE: url, INLAY_DATA: directory(), HOME: dirname(trusted), USERPROFILE: dirname(trusted) }
  })
  return { code, said: stdout + stderr }
}

describe("a server with a certificate", () => {
  it.each(["require", "verify-ca", "verify-full", "prefer"])("of a trusted authority is used: %s", async (sslmode) => {
    expect(await open(server, { sslmode, sslrootcert: trusted })).toMatchObject({ code: 0 })
  })

  it("of an authority whose file is named from the home directory is used: no shell reads a database's address", async () => {
    const sslrootcert = `~/${basename(trusted)}`
    expect(await open(server, { sslmode: "verify-full", sslrootcert })).toMatchObject({ code: 0 })
  })

  it.each(["require", "verify-ca", "verify-full"])(
    "by an authority that the machine does not trust is refused: %s",
    async (sslmode) => {
      const { code, said } = await open(server, { sslmode })
      expect([code, said]).toEqual([1, expect.stringMatching(/cannot be used: .*certificate/)])
      expect(said).toContain("as sslrootcert in the database's address")
    }
  )

  it("of another authority is refused", async () => {
    const { code, said } = await open(server, { sslmode: "verify-full", sslrootcert: other })
    expect([code, said]).toEqual([1, expect.stringMatching(/cannot be used: .*certificate/)])
  })

  it("of another address is refused", async () => {
    const { code, said } = await open(elsewhere, { sslmode: "verify-full", sslrootcert: trusted })
    expect([code, said]).toEqual([1, expect.stringMatching(/cannot be used: .*127\.0\.0\.2/)])
    expect(said).toContain("the server as its certificate does")
  })

  it("is not requested if encryption is switched off", async () => {
    expect(await open(server, { sslmode: "disable" })).toMatchObject({ code: 0 })
  })

  it("is not used unencrypted because a parameter is misspelt", async () => {
    const { code, said } = await open(server, { ssl_mode: "verify-full" })
    expect([code, said]).toEqual([1, expect.stringContaining("has an unknown parameter, ssl_mode")])
  })

  it("is verified in place of channel binding, which a provider's address may ask for", async () => {
    const { code, said } = await open(server, { sslmode: "require", channel_binding: "require" })
    expect([code, said]).toEqual([1, expect.stringMatching(/channel_binding, .*leave it out.* sslmode=verify-full/)])
    expect(await open(server, { sslmode: "disable", channel_binding: "prefer" })).toMatchObject({ code: 0 })
  })

  it("whose authority's file is not there is not asked at all", async () => {
    const { code, said } = await open(server, { sslmode: "verify-full", sslrootcert: join(directory(), "none.pem") })
    expect([code, said]).toEqual([1, expect.stringContaining("none.pem")])
  })
})
