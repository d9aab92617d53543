import { expect, it } from "vitest"

import { entries, modules, publicPackages } from "./workspace.ts"

const named = (name: string) => {
  const found = publicPackages().find(({ manifest }) => manifest.name === name)
  if (found === undefined) throw new Error(`there is no ${name}`)
  return found
}

it("finds the public packages alone", () => {
  const names = publicPackages().map(({ manifest }) => manifest.name)
  expect(names).toEqual(expect.arrayContaining(["@inlay/core-http", "@inlay/agent-plugin", "@inlay/salesdata"]))
  expect(names).not.toContain("@inlay/extension")
})

it("writes wildcards out, leaves tests and what is hidden, and keeps what is no module apart", () => {
  const salesdata = named("@inlay/salesdata")
  const all = entries(salesdata)
  expect(all.get(".")).toBe("./src/plugin.ts")
  expect(all.get("./schema/Person")).toBe("./src/schema/Person.ts")
  expect(all.get("./fixtures/person-nested.json")).toBe("./fixtures/person-nested.json")
  expect([...all.keys()].filter((subpath) => /\.test|index\.gen|internal|\*/.test(subpath))).toEqual([])
  expect([...modules(salesdata).keys()].filter((subpath) => subpath.startsWith("./fixtures"))).toEqual([])
})
