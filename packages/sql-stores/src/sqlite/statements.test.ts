import { DatabaseSync } from "node:sqlite"

import { describe, expect, it } from "vitest"

import { make } from "./statements.ts"

const options = { kind: "rows", keep: true, bigInts: false } as const

describe("prepared statements", () => {
  it("are limited in number, evicting the least recently used first", () => {
    const statements = make(new DatabaseSync(":memory:"))
    for (let i = 0; i < 500; i++) {
      expect(statements.run(`SELECT ${i} AS n`, [], options)).toEqual([expect.objectContaining({ n: i })])
      statements.run("SELECT 'often' AS n", [], options)
    }
    expect(statements.preparedCount()).toBe(200)
  })

  it("refuse values that SQLite has no type for", () => {
    const statements = make(new DatabaseSync(":memory:"))
    expect(() => statements.run("SELECT ?", [{ a: 1 }], options)).toThrow("no type for a object")
  })
})
