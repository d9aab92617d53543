// Prints where the sandbox's responses still differ from the published description, for selected resources:
// `node packages/codehost/tests/contract/check.ts --only gists,pulls`. Use it while working on the sandbox; the
// contract tests run the same checks.
import { parseArgs } from "node:util"

import { loadPublished } from "./graphql/published.ts"
import { makeJudge } from "./judge.ts"
import { loadOpenApi } from "./openapi.ts"
import { findingLines, isRefusal, tallyOf } from "./tally.ts"
import { walks } from "./walk/index.ts"
import { runWalks } from "./walk/run.ts"

const { values } = parseArgs({ options: { only: { type: "string" } } })
const names = values.only?.split(",") ?? Object.keys(walks)

const { judgements, surprises, missed } = await runWalks(makeJudge(loadOpenApi(), loadPublished()), names)
const { answers, findings, operations } = tallyOf(judgements, isRefusal)
const lines = [
  `${operations.size} operations, ${answers} answers, ${findings.length} findings, ${surprises.length} surprises`,
  ...findingLines(findings).map((line) => `finding   ${line}`),
  ...surprises.map(
    ({ line, expected, status, message }) => `surprise  ${line}  expected ${expected}, got ${status}  ${message}`
  ),
  ...(values.only === undefined ? missed.map((route) => `missed    ${route}`) : [])
]
process.stdout.write(`${lines.join("\n")}\n`)
process.exitCode = findings.length + surprises.length > 0 ? 1 : 0
