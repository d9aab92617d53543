import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"

import { parse, passwordsIn } from "./address.ts"

const parsed = (text: string, env: Readonly<Record<string, string>> = {}) => Effect.runPromise(parse(text, env))

describe("the address of a database", () => {
  it.each([
    ["postgres://ada@db.example/inlay", "inlay on db.example"],
    ["postgresql://ada:secret@db.example:5433/inlay", "inlay on db.example:5433"],
    ["postgres:///inlay?host=/run/postgresql&user=ada", "inlay on /run/postgresql"],
    ["postgres://ada@db.example:5432/in%20lay?host=other.example&port=5433", "in lay on other.example:5433"],
    ["postgres://ada@db.example:5433/inlay?host=&port=", "inlay on db.example:5433"],
    ["postgres://ada@db.example/in%20lay?dbname=in+lay", "in lay on db.example"]
  ])("%s is shown as the one that the driver opens: %s", async (text, name) => {
    expect((await parsed(text)).name).toBe(name)
  })

  it.each([
    ["postgres://ada@db.example/", "must name a database after the host"],
    ["postgres://ada@/inlay", "cannot be parsed"],
    ["postgres:///inlay?user=ada", "must name a host"],
    ["postgres://db.example/inlay", "must name a user before the host"],
    ["postgres://ada:100%@db.example/inlay", "has a percent sign that does not encode a character"],
    // Which the driver ignores: it would open the database of the path.
    [
      "postgres://ada@db.example/inlay?dbname=other",
      "names another database by dbname, which is not read: write it after the host"
    ],
    ["postgres://ada@db.example/?dbname=inlay", "must name a database after the host"],
    ["postgres://ada@db.example/inlay?db=inlay", "has an unknown parameter, db:"],
    ["postgres://ada@db.example/inlay?sslmode=verify-full&sslmode=disable", "has the parameter sslmode more than once"],
    ["postgres://ada@db.example/inlay?sslmode=on", "has an sslmode that is not one of"],
    ["postgres://ada@db.example/inlay?channel_binding=require", "requires channel_binding"]
  ])("%s is refused: it %s", async (text, why) => {
    await expect(parsed(text)).rejects.toMatchObject({
      reason: {
        _tag: "Invalid",
        what: expect.stringContaining(`The database's address ${why}`),
        remedy: { text: expect.stringContaining("Write it as in postgres://inlay@") },
        nothing: "sent"
      }
    })
  })

  it.each([
    ["db.example/inlay", "?sslmode=prefer"],
    ["db.example/inlay?sslmode=disable", "?sslmode=disable"],
    ["db.example/inlay?channel_binding=prefer", "?sslmode=prefer"],
    ["127.0.0.1/inlay", ""]
  ])("asks a server on another machine for encryption first, unless it says otherwise: %s", async (rest, query) => {
    expect(new URL(Redacted.value((await parsed(`postgres://ada@${rest}`)).url)).search).toBe(query)
  })

  it("takes its password from PGPASSWORD if it has none of its own", async () => {
    const passwordOf = async (text: string) => {
      const { password } = await parsed(text, { PGPASSWORD: "secret" })
      return password && Redacted.value(password)
    }
    expect(await passwordOf("postgres://ada@db.example/inlay")).toBe("secret")
    expect(await passwordOf("postgres://ada:own@db.example/inlay")).toBeUndefined()
    expect(await passwordOf("postgres://ada@db.example/inlay?password=own")).toBeUndefined()
  })
})

it.each<[string, ReadonlyArray<string>]>([
  ["postgres://ada@db.example/inlay", []],
  ["cannot open POSTGRESQL://ada:pa%40ss@db.example/inlay", ["pa%40ss", "pa@ss"]],
  // Which cannot be parsed.
  ["postgres://ada:a/b@c@db.example/inlay", ["a/b@c"]],
  ["postgres://db.example/inlay?user=ada&password=a+b%21", ["a+b%21", "a+b!"]]
])("the passwords in %s are told in every form", (text, passwords) => {
  expect([...new Set(passwordsIn(text))]).toEqual(passwords)
})
