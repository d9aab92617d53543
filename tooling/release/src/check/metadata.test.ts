import { expect, it } from "vitest"

import { publicPackages, type Manifest } from "../workspace.ts"
import { metadataProblems } from "./metadata.ts"

it.each(publicPackages().map((pkg) => [pkg.manifest.name, pkg] as const))("%s may be published", (_, pkg) =>
  expect(metadataProblems(pkg)).toEqual([])
)

it.each([
  [{ keywords: [] }, "it has no keywords"],
  [{ homepage: "https://elsewhere.example" }, "its homepage is not the repository's"],
  [{ bugs: undefined }, "its bugs are not reported to the repository"],
  [{ repository: { url: "git+https://elsewhere.example/x.git" } }, "its repository is not this one"],
  [{ license: "ISC" }, "its license is not MIT"],
  [{ dependencies: { undici: "8.12.4" } }, "its dependency undici is pinned to 8.12.4: use a caret range"],
  [{ dependencies: { undici: "catalog:" } }, "its dependency undici is pinned to catalog:: use a caret range"],
  [{ publishConfig: {} }, "its access is not public"]
])("%j is a problem", (change, problem) => {
  const [pkg] = publicPackages()
  const manifest = { ...pkg?.manifest, ...change } as Manifest
  expect(metadataProblems({ folder: pkg?.folder ?? "", manifest })).toContain(problem)
})

it("requires a licence file", () => {
  const [pkg] = publicPackages()
  expect(metadataProblems({ folder: "/nowhere", manifest: pkg?.manifest as Manifest })).toContain(
    "it has no licence file"
  )
})
