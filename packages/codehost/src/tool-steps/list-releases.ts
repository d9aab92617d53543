import * as Schema from "effect/Schema"

import * as Listing from "../internal/listing.ts"
import { Release } from "../schema/Release.ts"

export const listReleases = Listing.make({
  id: "codehost_list_releases",
  title: "List Releases",
  description: "Releases of a repository with their files, newest first.",
  scopes: ["repo"],
  query: {
    owner: Schema.String,
    repo: Schema.String
  },
  item: Release,
  page: (client, query) => client.releases.page(query)
})
