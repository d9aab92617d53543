import { expect, it } from "vitest"

import { composition, partOf } from "./composition.ts"

it("tells the parts by their paths", () => {
  expect(partOf("../project/node_modules/effect/dist/SchemaAST.js")).toBe("effect (Schema)")
  expect(partOf("../node_modules/effect/dist/internal/schema/make.js")).toBe("effect (Schema)")
  expect(partOf("../node_modules/effect/dist/Effect.js")).toBe("effect (rest)")
  expect(partOf("../node_modules/@inlay/core-http/dist/Client.js")).toBe("@inlay/core-http")
  expect(partOf("../page.ts")).toBe("other")
})

it("gives every byte to one part, by the source map", () => {
  // Columns 0 to 3 are of the first source, what follows is of the second.
  const map = {
    file: "a.js",
    version: 3,
    sources: ["node_modules/effect/dist/Effect.js", "node_modules/@inlay/core-http/dist/Client.js"],
    sourcesContent: ["", ""],
    names: [],
    sourceRoot: "",
    mappings: "AAAA,ICAA"
  }
  expect(composition("abcdéfg", map)).toEqual([
    { part: "@inlay/core-http", bytes: 5 },
    { part: "effect (rest)", bytes: 4 }
  ])
})
