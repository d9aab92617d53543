import { DatabaseSync } from "node:sqlite"

import { describe, expect, it, vi } from "vitest"

import { make } from "./statements.ts"

const options = { kind: "rows", keep: true, bigInts: false } as const

describe("prepared statements", () => {
  it("are limited in number, evicting the least recently used first", () => {
    const database = new DatabaseSync(":memory:")
    const prepare = vi.spyOn(database, "prepare")
    const { run } = make(database)
    const select = (n: number) => run(`SELECT ${n} AS n`, [], options)
    for (let n = 0; n < 500; n++) {
      expect(select(n)).toEqual([expect.objectContaining({ n })])
      run("SELECT 'often' AS n", [], options)
    }
    expect(prepare).toHaveBeenCalledTimes(501)
    for (let n = 499; n > 300; n--) select(n)
    expect(prepare).toHaveBeenCalledTimes(501)
    select(300)
    expect(prepare).toHaveBeenCalledTimes(502)
  })

  it("refuse values that SQLite has no type for", () => {
    const statements = make(new DatabaseSync(":memory:"))
    expect(() => statements.run("SELECT ?", [{ a: 1 }], options)).toThrow("no type for a object")
  })
})
