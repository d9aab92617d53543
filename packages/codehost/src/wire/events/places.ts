/** Lists the places that an event concerns: repository, organization, project, column. Names are in lower case. */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { maybe } from "../../schema/maybe.ts"

const payload = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownOption(schema)
  return (body: unknown): A | undefined => Option.getOrUndefined(decode(body))
}

const readRepository = payload(Schema.Struct({ repository: Schema.Struct({ full_name: Schema.String }) }))
const readOwner = payload(
  Schema.Struct({
    repository: Schema.Struct({ owner: Schema.Struct({ login: Schema.String, type: maybe(Schema.String) }) })
  })
)
const readOrganization = payload(Schema.Struct({ organization: Schema.Struct({ login: Schema.String }) }))
const readColumn = payload(Schema.Struct({ project_card: Schema.Struct({ column_id: Schema.Int }) }))
const readProject = payload(
  Schema.Struct({ changes: Schema.Struct({ field_value: Schema.Struct({ project_number: Schema.Int }) }) })
)

export const placesOf = (body: unknown): ReadonlyArray<string> => {
  const repository = readRepository(body)?.repository.full_name
  const owner = readOwner(body)?.repository.owner
  const organization =
    readOrganization(body)?.organization.login ?? (owner?.type === "Organization" ? owner.login : undefined)
  const column = readColumn(body)?.project_card.column_id
  const project = readProject(body)?.changes.field_value.project_number
  return [
    ...(repository === undefined ? [] : [`repos/${repository}`]),
    ...(organization === undefined ? [] : [`orgs/${organization}`]),
    ...(organization === undefined || project === undefined ? [] : [`orgs/${organization}/projectsv2/${project}`]),
    ...(column === undefined ? [] : [`projects/columns/${column}`])
  ].map((place) => place.toLowerCase())
}
