// Validates payloads against the community's schemas of events.
// Source: https://github.com/octokit/webhooks

import { createRequire } from "node:module"

import { Ajv } from "ajv"
import formats from "ajv-formats"

interface Definition {
  readonly properties?: Readonly<Record<string, unknown>>
}

const require = createRequire(import.meta.url)
const { definitions, ...schema } = require("@octokit/webhooks-schemas") as {
  readonly definitions: Readonly<Record<string, Definition>>
}

/** Members that the service added after the schemas were written (7.6.1, 2024), according to its API description. */
const newer: Readonly<Record<string, ReadonlyArray<string>>> = {
  discussion: ["labels", "state_reason", "timeline_url"],
  user: ["user_view_type"],
  issue: ["type", "sub_issues_summary", "issue_dependencies_summary"],
  release: ["updated_at", "immutable"],
  team: ["type", "organization_id"]
}

const withNewer = (name: string, definition: Definition): Definition => ({
  ...definition,
  properties: {
    ...definition.properties,
    ...Object.fromEntries((newer[name] ?? []).map((property) => [property, true]))
  }
})

// A validator of these large schemas checks few payloads: optimizing it would take longer than it saves.
const ajv = new Ajv({ strict: false, allErrors: true, code: { optimize: false } })
formats.default(ajv)
ajv.addSchema(
  {
    ...schema,
    definitions: Object.fromEntries(
      Object.entries(definitions).map(([name, definition]) => [
        name,
        newer[name] === undefined ? definition : withNewer(name, definition)
      ])
    )
  },
  "events"
)

const definitionOf = (event: string, action: unknown): string => {
  const named = `${event}$${typeof action === "string" ? action : "event"}`
  return Object.hasOwn(definitions, named) ? named : `${event}$event`
}

/** Places where the schemas are stricter than the service's own description. */
const narrower: ReadonlyArray<RegExp> = [
  // The schemas allow jobs and steps seven conclusions; runs have nine.
  /^workflow_job \/workflow_job\/(conclusion|steps\/\d)/,
  /^workflow_run \/workflow_run\/conclusion: must be equal to one of the allowed values/,
  /^workflow_run \/workflow_run: must match/,
  /^workflow_job \/workflow_job: must match/,
  // The schema was generated from a delivery of an app.
  /^discussion_comment : .*"installation"/,
  /^member \/changes: .*"role_name"/
]

/** Errors as `place: problem`. Empty if the payload is valid. */
export const departures = (event: string, payload: unknown): ReadonlyArray<string> => {
  const action = typeof payload === "object" && payload !== null && "action" in payload ? payload.action : undefined
  const validate = ajv.getSchema(`events#/definitions/${definitionOf(event, action)}`)
  if (validate === undefined) return [`no schema is known for ${event}`]
  void validate(payload)
  return (validate.errors ?? [])
    .map(({ instancePath, message = "", params }) => `${event} ${instancePath}: ${message} ${JSON.stringify(params)}`)
    .filter((departure) => !narrower.some((pattern) => pattern.test(departure)))
}
