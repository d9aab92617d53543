// Generates the sandbox's list of all operations of the service, from which it knows which ones it does not simulate.
import { it, expect } from "vitest"

import { loadOpenApi } from "./openapi.ts"

it("lists the operations of the published description", async () => {
  const paths = Map.groupBy(loadOpenApi().operations.values(), ({ path }) => path)
  const lines = [...paths].map(([path, operations]) => [path, ...operations.map(({ method }) => method)].join(" "))
  await expect(`${lines.toSorted().join("\n")}\n`).toMatchFileSnapshot("../../sandbox/src/frame/assets/operations.txt")
})
