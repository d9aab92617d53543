import * as Schema from "effect/Schema"

import * as Listing from "../internal/listing.ts"
import { Commit } from "../schema/Commit.ts"

export const listCommits = Listing.make({
  id: "codehost_list_commits",
  title: "List Commits",
  description: "Commits of a branch, newest first, by path, author or time.",
  scopes: ["repo"],
  query: {
    owner: Schema.String,
    repo: Schema.String,
    sha: Schema.optionalKey(Schema.String),
    path: Schema.optionalKey(Schema.String),
    author: Schema.optionalKey(Schema.String),
    since: Schema.optionalKey(Schema.String),
    until: Schema.optionalKey(Schema.String)
  },
  item: Commit,
  page: (client, query) => client.commits.page(query)
})
