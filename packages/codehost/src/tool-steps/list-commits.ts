import * as Operation from "@inlay/core-http/Operation"

import * as Commits from "../client/Commits.ts"
import { Commit } from "../schema/Commit.ts"
import * as Listing from "./parts/listing.ts"

export const listCommits = Listing.over(Operation.without(Commits.list, ["committer"]), {
  id: "codehost_list_commits",
  title: "List Commits",
  description: "Commits of a branch, newest first, by path, author or time.",
  scopes: ["repo"],
  item: Commit,
  page: (client, query) => client.commits.page(query)
})
