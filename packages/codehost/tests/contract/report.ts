// Checks everything against the description and summarizes the result: the plugin's own requests (every step and every
// method), and every operation of the sandbox. `pnpm report:contract` prints the report and writes it to `artifacts`.
import { mkdirSync, writeFileSync } from "node:fs"

import { schema as sandboxSchema } from "@inlay/codehost-sandbox/graphql-schema"

import { exceptions, type Exception } from "./exceptions.ts"
import { loadPublished } from "./graphql/published.ts"
import { unansweredFields } from "./graphql/reach.ts"
import { compareSchemas } from "./graphql/subset.ts"
import { apiVersion, type Finding, makeJudge } from "./judge.ts"
import { loadOpenApi } from "./openapi.ts"
import { drive, type Driven } from "./scenario/drive.ts"
import { scenarios } from "./scenario/index.ts"
import { findingLines, isRefusal, tallyOf, type Tally } from "./tally.ts"
import { runWalks, undescribedRoutes, type WalkResult } from "./walk/run.ts"

export interface Contract {
  /** Version of `@octokit/openapi`. */
  readonly version: string
  /** The plugin's own requests and their responses. */
  readonly own: Driven & { readonly tally: Tally }
  /** The sandbox's responses to any client. */
  readonly sandbox: WalkResult & { readonly tally: Tally; readonly undescribed: ReadonlyArray<string> }
  /** Comparison of the sandbox's GraphQL schema with the published one. */
  readonly schema: {
    /** Version of `@octokit/graphql-schema`. */
    readonly version: string
    readonly types: number
    readonly parts: number
    readonly findings: ReadonlyArray<Finding>
    /** Fields of the sandbox's schema that no response contained, such as `ProjectV2.title`. */
    readonly unanswered: ReadonlyArray<string>
  }
  /** How often each exception occurred. */
  readonly exceptions: ReadonlyMap<Exception, number>
}

export const runContract = async (): Promise<Contract> => {
  const openApi = loadOpenApi()
  const published = loadPublished()
  const judge = makeJudge(openApi, published)
  const drivenBySteps = await drive(judge, scenarios)
  const walked = await runWalks(judge)
  const own = tallyOf(drivenBySteps.judgements, () => false)
  const sandbox = tallyOf(walked.judgements, isRefusal)
  const { differences, parts, types } = compareSchemas(sandboxSchema, published.schema)
  return {
    version: openApi.version,
    own: { ...drivenBySteps, tally: own },
    sandbox: { ...walked, tally: sandbox, undescribed: undescribedRoutes(openApi) },
    schema: {
      version: published.version,
      types,
      parts,
      findings: differences.map((one) => ({ operation: "graphql", place: "sandbox's schema", ...one })),
      unanswered: unansweredFields(sandboxSchema, new Set([...own.fields, ...sandbox.fields]))
    },
    exceptions: new Map(
      exceptions.map((one) => [one, (own.exceptions.get(one) ?? 0) + (sandbox.exceptions.get(one) ?? 0)])
    )
  }
}

/** Dates on which the pinned versions were published on npm. The description itself has no date. */
export const publishedAt: Readonly<Record<string, string>> = {
  "@octokit/openapi 23.0.2": "2026-09-09",
  "@octokit/graphql-schema 15.26.1": "2025-12-31"
}

const withDate = (release: string): string => `${release} (${publishedAt[release]})`

/** Returns all findings that are left to fix. */
export const findingsOf = ({ own, sandbox, schema }: Contract): ReadonlyArray<Finding> => [
  ...own.tally.findings,
  ...sandbox.tally.findings,
  ...schema.findings
]

const count = (value: number, what: string): string => `${value.toLocaleString("en")} ${what}`

const tallyText = (title: string, tally: Tally): string => {
  const { operations, requests, answers, generalAnswers, statuses, documents, graphqlAnswers, fields } = tally
  return [
    title,
    `  ${count(operations.size, "operations")}, ${count(requests, "requests")} and ${count(answers, "answers")} validated`,
    `  statuses: ${[...statuses].map(([status, times]) => `${status} (${times})`).join(", ")}`,
    `  of the answers, ${count(generalAnswers, "have a status that their operation does not list, by the service's general rules")}`,
    `  GraphQL: ${count(documents.size, "documents")} and the data of ${count(graphqlAnswers, "answers")} validated, ${count(fields.size, "fields")}`
  ].join("\n")
}

export const contractText = (contract: Contract): string => {
  const { version, own, sandbox, schema, exceptions: occurred } = contract
  const operations = new Set([...own.tally.operations, ...sandbox.tally.operations])
  const findings = findingsOf(contract)
  return [
    `GitHub's OpenAPI description (api.github.com, ${apiVersion}) of ${withDate(`@octokit/openapi ${version}`)}`,
    `GitHub's GraphQL schema of ${withDate(`@octokit/graphql-schema ${schema.version}`)}`,
    `${count(operations.size, "operations checked")}, ${count(findings.length, "findings")}`,
    "",
    tallyText(`Our side: ${own.steps.size} tool steps, ${own.methods.size} methods of the client`, own.tally),
    tallyText("The sandbox: each of its operations, with valid and invalid requests", sandbox.tally),
    `The sandbox's GraphQL schema: ${count(schema.types, "types")} with ${count(schema.parts, "fields, arguments and values")} compared`,
    "",
    `${count(occurred.size, "exceptions")}:`,
    ...[...occurred].map(
      ([{ operation, place, reason }, times]) => `  ${operation}, ${place} (${times} times): ${reason}`
    ),
    ...findingLines(findings).map((line) => `finding: ${line}`),
    ""
  ].join("\n")
}

if (import.meta.main) {
  const contract = await runContract()
  const text = contractText(contract)
  const folder = new URL("../../../../artifacts/", import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL("codehost-contract.txt", folder), text)
  process.stdout.write(text)
  process.exitCode = findingsOf(contract).length > 0 ? 1 : 0
}
